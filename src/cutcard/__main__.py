"""`python -m cutcard`: the command."""

from cutcard.cli.main import main

if __name__ == "__main__":
    main()
