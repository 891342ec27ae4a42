"""The papers, reproduced: one file for each, its figures and claims computed and judged."""
