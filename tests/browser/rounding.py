"""Numbers as browsers write them: what is written is rounded, not the binary number behind it, and a half goes up."""

from decimal import ROUND_HALF_UP, Decimal


def with_one_decimal(number: float) -> str:
    return str(Decimal(str(number)).quantize(Decimal("0.1"), ROUND_HALF_UP))


def in_percent(number: float) -> str:
    """Of a hundred; the page has it written as a fraction of one."""
    return f"{(100 * Decimal(str(number / 100))).quantize(Decimal(1), ROUND_HALF_UP)}%"
