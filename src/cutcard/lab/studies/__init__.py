"""Many games by given players, and what came of them."""
