"""What is said of Clever Pickin' before anybody opens the rules."""

from cutcard.core.declaration.cover import Cover

CLEVER_PICKIN = Cover(
    name="clever-pickin",
    title="Clever Pickin'",
    summary="Pick part of your hand, bid your tricks and take just that many, while values and trump keep changing.",
    mood="tricks, bids and surprises",
    length="20 minutes",
    least_seats=2,
    most=6,
    emblem=("QS", "7D"),
)
