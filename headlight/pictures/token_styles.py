"""The design tokens as custom properties of CSS: writes `browser/shared/design_tokens.css` from design_tokens.json."""

import json
from collections.abc import Iterator
from typing import Any

from headlight.pictures.design_tokens import COLOURS, GROUNDS, STYLE, TOKENS, palettes

# What Streamlit calls the colours that its theme has, which the pictures read in a page of ours too.
OF_STREAMLIT = {
    "background-color": "ground",
    "secondary-background-color": "raised",
    "text-color": "ink",
    "primary-color": "accent",
    "border-color": "line",
    "link-color": "accent",
}


def style() -> str:
    """Return the tokens as custom properties of CSS.

    The ground is that of `color-scheme`, which Streamlit sets on the page of the app; a page of ours has the class
    `light` or `dark`, or `by-system` where the reader's system says it.
    """
    tokens, grounds = json.loads(TOKENS.read_text("utf-8")), palettes()
    sizes = [f"--type-{name}: {size}px;" for name, size in tokens["type"].items()]
    weights = [f"--weight-{name}: {weight};" for name, weight in tokens["weight"].items()]
    both = [
        f"{name}: light-dark({colour}, {dict(_named(grounds['dark']))[name]});"
        for name, colour in _named(grounds["light"])
    ]
    light, dark = (" ".join(_of_page(grounds[ground], ground)) for ground in GROUNDS)
    return (
        "/* Written from design_tokens.json by `python -m headlight.pictures.token_styles`: change it there. */\n"
        f":root {{ {' '.join(sizes + weights)} }}\n:root {{ {' '.join(both)} }}\n"
        f".light {{ {light} }}\n.dark {{ {dark} }}\n"
        f"@media (prefers-color-scheme: dark) {{ .by-system {{ {dark} }} }}\n"
    )


def _named(colours: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The custom properties of one ground, each with its colour."""
    for name in COLOURS:
        yield f"--colour-{name.replace('_', '-')}", colours[name]
    for number, colour in enumerate(colours["sentences"], start=1):
        yield f"--colour-sentence-{number}", colour


def _of_page(colours: dict[str, Any], ground: str) -> Iterator[str]:
    """The properties that Streamlit would set on a page that stands on this ground."""
    yield f"color-scheme: {ground};"
    for name, token in OF_STREAMLIT.items():
        yield f"--st-{name}: {colours[token]};"


if __name__ == "__main__":
    STYLE.write_text(style(), "utf-8")
