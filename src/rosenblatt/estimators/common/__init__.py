"""What estimators share: what they accept, classes and binary subproblems, weights, students, files."""
