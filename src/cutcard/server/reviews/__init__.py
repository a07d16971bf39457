"""Reviews of games that are over, made in processes of their own while somebody looks at them."""
