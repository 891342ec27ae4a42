"""What a model predicts with, taken to where there is no Python: graphs for ONNX, headers for C, JSON for anything.

Estimators say what they predict with in one of three ways, and these writers know nothing else of them: a `Program` of
array functions, a `LinearModel`, or a `BitModel` of weights +1, 0 and -1.
"""
