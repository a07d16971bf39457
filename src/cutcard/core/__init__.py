"""The engine: what a game declares, the loops that run it, and the tables that come of it. It names no game."""
