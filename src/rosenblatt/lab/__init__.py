"""The lab: live pictures of learning curves, streams and plans in a browser, served to this computer alone.

What is drawn is made by plain functions of a room's settings, which know no browser; the pages in the ``room`` modules
and in `rosenblatt.lab.site` only arrange it. NiceGUI is imported by these pages alone.
"""
