"""Texts that a stranger may type: every page must meet each of them calmly."""

AWKWARD = (
    "",
    "   ",
    "a",
    " a",
    "The work of William Shakespeare inspired many movies. " * 11,
    "bears 🐻‍❄️ ate ☕ é",
    "שלום עולם مرحبا",
    "zero\u200bwidth\u00ad",
    "<b>bold</b> </s> <img src=x onerror=alert(1)>",
    r":red[x] **b** [l](//x.org) ![x](//x.org/y.png) `c` # h | t $\alpha$ $$x^2$$",
    "bear " * 40,
    "NUL \x00 character",
)
