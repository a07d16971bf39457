"""What a rule change does: measures for many values of an option, on the same seeds."""
