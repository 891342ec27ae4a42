"""Timings as ratios, measured side by side in one run: machines differ and are noisy, ratios less so."""
