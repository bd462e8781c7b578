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
    r"$\alpha$ and $$x^2$$",
    ":red[x] **bold** [link](http://example.org)",
    "![x](http://example.org/y.png)",
    "`code` # heading | table",
    "bear " * 40,
    "NUL \x00 character",
)
