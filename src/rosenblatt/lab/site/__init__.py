"""What all rooms share in the browser: the server, the frame around a page, and its widgets."""

import rosenblatt.lab.site.needed  # noqa: F401 (first, so that it can say what is missing)
