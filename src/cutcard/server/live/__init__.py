"""Sockets: every change of a table, to everybody who looks on."""
