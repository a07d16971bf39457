"""Settings of all tests."""

from hypothesis import settings

settings.register_profile("cutcard", deadline=None, derandomize=True)  # the first example may compile
settings.load_profile("cutcard")
