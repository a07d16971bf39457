"""Where tables are kept: the database, and the process that writes to it."""
