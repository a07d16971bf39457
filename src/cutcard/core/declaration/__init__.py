"""What a game declares: zones, verbs, notes, options, and how they look. Everything else is read off it."""
