"""Pickup."""
