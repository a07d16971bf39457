"""Tables online: HTTP and WebSocket, storage, seats, clocks, fair dealing."""
