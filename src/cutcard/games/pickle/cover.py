"""What is said of Pickle before anybody opens the rules."""

from cutcard.core.declaration.cover import Cover

PICKLE = Cover(
    name="pickle",
    title="Pickle",
    summary="Lose your high cards in time: the highest last card of every hand costs its points.",
    mood="tricks, and a nasty last card",
    length="30 minutes",
    least_seats=2,
    most=7,
    emblem=("JR", "5S", "3C"),
)
