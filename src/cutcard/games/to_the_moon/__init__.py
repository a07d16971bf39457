"""To the Moon."""
