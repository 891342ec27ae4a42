"""scikit-learn classes over rules and batch learners."""
