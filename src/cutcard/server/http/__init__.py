"""Requests over HTTP: what may be asked, what is answered, and what is refused."""
