"""Sharing out the games of a study: over threads, processes or a cluster, with the same outcome."""
