"""Sources: every paper that the app names, in full."""

from headlight.frame import page

page.show("sources")
