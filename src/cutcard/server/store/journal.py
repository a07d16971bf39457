"""The process that writes what happens at the tables. It reads from its standard input first the address of the database,
then lists of rows, and answers each list when it is written. Run by `store.py`; it ends when its input does."""

import pickle
import sys
from typing import BinaryIO

from sqlalchemy import Engine
from sqlalchemy.exc import DataError, IntegrityError

from cutcard.server.processes.framing import read, write
from cutcard.server.store.database import Row, engine_for, plain_reason
from cutcard.server.store.database import write as write_rows


def main(source: BinaryIO, out: BinaryIO) -> None:
    address = read(source)
    if address is None:
        return
    engine = engine_for(pickle.loads(address))
    while (rows := read(source)) is not None:
        write(out, written(engine, pickle.loads(rows)))


def written(engine: Engine, rows: list[Row]) -> list[str | None]:
    """For each row why it could not be written; None where it was."""
    try:
        write_rows(engine, rows)
    except Exception as error:  # drivers have errors of their own, and the journal must go on
        if len(rows) > 1 and isinstance(error, IntegrityError | DataError):  # one table's trouble is not that of the others
            return [reason for row in rows for reason in written(engine, [row])]
        return [plain_reason(error)] * len(rows)
    return [None] * len(rows)


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
