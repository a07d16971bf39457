"""Reviews of games that are over, made in the bots' workers while somebody looks at them."""
