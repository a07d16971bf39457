"""For whoever runs a server: figures, logs, and whether it is well."""
