"""Speed, always beside a peer measured in the same run. `make bench` runs it; no test does."""
