"""What is said of Pairs and Continuous Pairs before anybody opens the rules."""

from cutcard.core.declaration.cover import Cover, Variant

PAIRS = Cover(
    name="pairs",
    title="Pairs",
    summary="Press your luck: a pair costs its rank, and so does losing your nerve.",
    mood="push your luck",
    length="5 minutes",
    least_seats=2,
    most=8,
    emblem=("9", "9"),
    variants=(
        Variant(
            "pieces-of-eight",
            "Pieces of Eight",
            "Pairs in which an 8 buys you a chance: discard it and take two cards in its place.",
            {"eights": True},
            emblem=("8", "3", "6"),
        ),
    ),
)

CONTINUOUS = Cover(
    name="continuous",
    title="Continuous Pairs",
    summary="Pairs without a break: when somebody pairs or folds, only their own stack goes.",
    mood="push your luck, without a pause",
    length="5 minutes",
    least_seats=2,
    most=8,
    emblem=("2", "7", "7"),
)
