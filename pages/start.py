"""Start: one sentence in large type, where one of its words looks, and what comes next."""

from ui import page
from views import start

page.show("start", start.show)
