"""Questions to the simulator beyond means at one size: what is left of a finite N, and how often a student is rare.

What is here uses theory and simulation together, which know nothing of each other.
"""
