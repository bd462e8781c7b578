"""Sources: every paper that the app names, in full."""

from headlight.pages import Page

PAGE = Page("Sources", "Where was it first written?", {"sources": "Sources"}, to_read=True)
