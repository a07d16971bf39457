"""Playing in a terminal: in colour, or line by line for screen readers and pipes.

The two screens (`rich_screen`, `plain_screen`) show a `scene`. `session` is one game at a table, `menu` the way to the next
one.
"""

WORKER = "cutcard worker"
"""What the threads are called that work while a person waits or reads."""
