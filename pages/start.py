"""Start: one sentence in large type, where one of its words looks, and what comes next."""

from headlight.frame import page

page.show("start")
