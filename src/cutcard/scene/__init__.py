"""What a person may see of a table, and do at it, as data and in words: the same for the terminal and the browser.

A `scene` is a view made ready to be shown; `telling` says what happened, `keys` how a move is typed, `advising` what a
search makes of the moves, and `seating` who sits where. Nothing here draws anything: that is for the screens.
"""
