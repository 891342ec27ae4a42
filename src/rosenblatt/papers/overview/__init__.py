"""The overview at the top of the page: `claims` compares theory and simulation for two rules."""
