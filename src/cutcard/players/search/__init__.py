"""A player that thinks ahead over redealt worlds, and the advice it can give."""
