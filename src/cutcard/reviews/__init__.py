"""Games that were played, judged afterwards: what each decision was worth, and what luck and choice made of the result."""
