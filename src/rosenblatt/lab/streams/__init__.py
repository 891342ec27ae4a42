"""The room of streams: a learner without anything to tune, beside two peers, row by row."""
