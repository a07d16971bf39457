"""How the database became what it is: a file for each step, run by `upgrading.py`.

The next step is a new file that names the one before it in `down_revision`. `METADATA` of `database.py` is changed with it,
and a test compares the two. A step that was released is never changed again. While it runs, servers of the version before
may be at play in the same PostgreSQL: what they read and write has to stay.
"""
