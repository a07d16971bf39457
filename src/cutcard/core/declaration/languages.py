"""The languages in which Cutcard speaks. English is written in the code and in the files; what is said in another one lies
beside it, and where that is missing the English words stand."""

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de")
