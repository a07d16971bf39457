"""What is said of Pickup before anybody opens the rules."""

from cutcard.core.declaration.cover import Cover

PICKUP = Cover(
    name="pickup",
    title="Pickup",
    summary="Everybody plays a card at once. Pick up from the pool, knock out what the others have of it.",
    mood="choose in secret, all at once",
    length="10 minutes",
    least_seats=2,
    most=6,
    emblem=(None, "7", "4"),
)
