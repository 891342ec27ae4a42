"""BR: the AdaTron on line, which corrects a mistake in proportion to its field.

- `angle_equation`: the averages, and what follows from them at any rate and any share of flipped labels;
- `constant_rate`: how fast a constant rate learns, and from which rate on it does not; `best_rate`: the best schedule;
- `label_noise`: where flipped labels leave it; `figures`: curves, and where they end; `claims`: all of it.
"""
