"""The commands, one in each module, whose name is that of the command. They are found by it and imported when they run.

Heavy modules are imported inside the functions, so that help comes at once.
"""
