"""Pairs and Continuous Pairs, with Pieces of Eight as an option of both."""
