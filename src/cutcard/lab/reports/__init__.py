"""What was found: as text, as plots and as a page."""
