"""Starboard."""
