"""The general loops, written once as templates and bound to the rules of each game (`Rules.kernel`).

A template is an ordinary function with names that it leaves free, such as `deal` or `WORDS`: each game gives them their
meaning (see `free_names`, and `compiling.bind`). Tables come as an array of records and, where a loop needs no names, as the
same memory in rows of words.
"""
