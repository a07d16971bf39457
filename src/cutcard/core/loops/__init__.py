"""The general loops, written once as templates and bound to the rules of each game."""
