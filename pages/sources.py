"""Sources: every paper that the app names, in full."""

from ui import page
from views import sources

page.show("sources", sources.show, examples=None)
