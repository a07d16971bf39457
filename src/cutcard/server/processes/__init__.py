"""A server in one or several processes, and where it listens."""
