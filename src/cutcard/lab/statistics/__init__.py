"""Means with intervals, ratings, and when an order is settled."""
