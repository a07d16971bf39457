"""A game in play: tables, views, moves in the making, and records."""
