"""What every move is worth, where the rest of a game is small enough to be looked at in full."""
