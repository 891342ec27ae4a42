"""The room of plans: theory turned round, for how many labels to collect."""
