"""Puzzles: positions in which one move is right, not obvious, and proven; those that ship, and how more are found."""
