"""Port."""
