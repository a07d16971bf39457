"""The process that writes what happens at the tables. It reads from its standard input first the address of the database
and the name of the node, and says that it reads; then lists of rows, and answers each list when it is written; or what
else is to be done, and answers with what came of it. Nothing else of a server writes to an SQLite file: before 3.51.3 it can
be spoilt in WAL mode where two connections write or tidy up at the same moment. Run by `store.py`; it ends when its input
does."""

import os
import pickle
import sys
from typing import Any, BinaryIO

from sqlalchemy import Engine
from sqlalchemy.exc import DataError, IntegrityError

from cutcard.server.framing import read, write
from cutcard.server.store.database import OVERTAKEN, engine_for, plain_reason
from cutcard.server.store.tasks import Task
from cutcard.server.store.writing import Row
from cutcard.server.store.writing import write as write_rows

READING = "it reads"


def main(source: BinaryIO, out: BinaryIO) -> None:
    opening = read(source)
    if opening is None:
        return
    address, node = pickle.loads(opening)
    write(out, READING)
    engine = engine_for(address, node=node)
    while (message := read(source)) is not None:
        asked = pickle.loads(message)
        write(out, written(engine, asked, node) if isinstance(asked, list) else answered(engine, asked))


def written(engine: Engine, rows: list[Row], node: str) -> list[str | None]:
    """For each row why it could not be written; None where it was."""
    try:
        write_rows(engine, rows, node)
    except Exception as error:  # drivers have errors of their own, and the journal must go on
        if len(rows) > 1 and isinstance(error, IntegrityError | DataError):  # one table's trouble is not that of the others
            return [reason for row in rows for reason in written(engine, [row], node)]
        return [OVERTAKEN if isinstance(error, IntegrityError) else plain_reason(error, engine)] * len(rows)
    return [None] * len(rows)


def answered(engine: Engine, task: Task) -> Any:
    """What came of a task, or in words why nothing did."""
    try:
        return task.done(engine)
    except Exception as error:  # as above
        return plain_reason(error, engine)


if __name__ == "__main__":
    try:
        main(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # the server is gone: nobody waits for an answer, and what was asked for is done
        os._exit(0)
