"""Why attention: what came before it, beside it."""

from ui import page
from views import dense, recurrence, repeated, scoring

page.show("why_attention", recurrence.show, scoring.show, dense.show, repeated.show)
