"""The command `cutcard`: `main` has it, and each group of commands has a module."""
