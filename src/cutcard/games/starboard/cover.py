"""What is said of Starboard before anybody opens the rules."""

from cutcard.core.declaration.cover import Cover

STARBOARD = Cover(
    name="starboard",
    title="Starboard",
    summary="A gamble on one shared hand: pay to draw, or lock and hope that nobody outlasts you.",
    mood="a gamble with coins",
    length="5 minutes",
    least_seats=2,
    most=7,
    emblem=("5", "1", "9"),
)
