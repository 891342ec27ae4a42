"""Streams of rows: predicting each before it is learnt."""
