"""What a person may see of a table, and do at it, as data and in words: the same for the terminal and the browser.

A `scene` is a view made ready to be shown; `story` says what happened, `keys` how a move is typed, `advice` what a
search makes of the moves, and `seats` who sits where. Nothing here draws anything: that is for the screens.
"""
