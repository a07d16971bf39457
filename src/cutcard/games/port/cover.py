"""What is said of Port before anybody opens the rules."""

from cutcard.core.declaration.cover import Cover

PORT = Cover(
    name="port",
    title="Port",
    summary="Build the highest stack and lock it before a pair busts you. The first to reach the target wins.",
    mood="push your luck, stop in time",
    length="10 minutes",
    least_seats=2,
    most=7,
    emblem=("10", "8", "6"),
)
