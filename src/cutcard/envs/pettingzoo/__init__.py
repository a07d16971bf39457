"""The games as PettingZoo has them: turn by turn, or all at once."""
