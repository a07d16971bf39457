"""Playing in a terminal: in colour, or line by line for screen readers and pipes.

A `scene` is what a person may see of a table, as data; the two screens (`rich_screen`, `plain_screen`) show it. `session` is
one game at a table, `menu` the way to the next one.
"""
