"""What all rooms share in the browser: the server, the frame around a page, and its widgets."""
