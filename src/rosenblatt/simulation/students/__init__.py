"""One run: a teacher, a student, and what is measured of it at given numbers of examples.

Each file has a class that follows one student by one method; `student` says what they look like from outside, `choice`
chooses among them.
"""
