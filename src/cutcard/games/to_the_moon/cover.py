"""What is said of To the Moon before anybody opens the rules."""

from cutcard.core.declaration.cover import Cover

TO_THE_MOON = Cover(
    name="to-the-moon",
    title="To the Moon",
    summary="Build a countdown of ten different ranks together, and be the last one still in.",
    mood="stay in the longest",
    length="30 minutes",
    least_seats=2,
    most=6,
    emblem=("10", "9", "8", "7"),
)
