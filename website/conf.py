"""What Sphinx is told about the site."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import rosenblatt
from website.reference.docstrings import as_restructured_text

project = "rosenblatt"
author = "The rosenblatt developers"
version = release = rosenblatt.__version__
html_title = f"rosenblatt {release}"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx.ext.mathjax",
    "sphinx-mathjax-offline",
]
myst_enable_extensions = ["dollarmath", "attrs_inline"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # pages about a function may start their examples at any level
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
highlight_language = "none"  # an indented block is an equation
nitpick_ignore_regex = [("py:class", ".*")]  # types in signatures, most of them of other packages

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["copy.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # it is fetched, which browsers refuse to pages that are opened from a file
html_show_sphinx = html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"


def setup(app):
    """Have docstrings, which are plain text, read as reStructuredText, and equations drawn from one local file."""
    app.connect("autodoc-process-docstring", as_restructured_text)
    # One file that holds its glyphs: browsers refuse fonts to a page that is opened from a file.
    app.connect("config-inited", lambda app, config: setattr(config, "mathjax_path", "mathjax/tex-svg.js"))
