"""Bots that think, and games that are compiled, in processes of their own."""
