"""Offline learners: one file, one learner. They see all examples at once."""
