"""Sources: every paper that the app names, in full."""

from headlight.frame import page
from headlight.views.sources import sources

page.show("sources", sources.show, examples=None)
