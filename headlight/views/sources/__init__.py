"""Sources: every paper that the app names, in full."""

from headlight.views import Page

PAGE = Page("Sources", "Where was it first written?", {"sources": "Sources"})
