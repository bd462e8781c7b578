"""Start: one sentence in large type, where one of its words looks, and what comes next."""

from headlight.frame import page
from headlight.views.start import start

page.show("start", start.show)
