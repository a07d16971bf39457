"""Clever Pickin'."""
