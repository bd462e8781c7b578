"""Why attention: what came before it, beside it."""

from headlight.frame import page

page.show("why_attention")
