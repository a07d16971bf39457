"""The same measures for many values of an option: what a rule change does."""
