"""Tables as they come: numbers, gaps, categories, truth values and dates become the inputs of a learner.

`layout` says which column becomes which inputs and grows as the stream brings new ones; `columns` has the kinds of
columns, `reading` takes them out of arrays, frames, Arrow tables and dictionaries.
"""
