"""What several games share: the Pairs deck, stacks before the seats, scores that add up."""
