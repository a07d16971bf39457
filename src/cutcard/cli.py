"""The command `cutcard`."""


def main() -> None:
    raise SystemExit("not yet")
