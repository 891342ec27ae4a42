"""What rules are made of: evidence of labels, rates that change, kinks, readouts, smooth functions."""
