"""How much skill a game rewards: a ladder of players, each a step better than the one below."""
