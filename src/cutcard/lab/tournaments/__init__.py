"""Which players are better: the same deals for all of them, in all seats."""
