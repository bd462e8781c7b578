"""The page of pictures as a widget of a live notebook: what is chosen in it comes back to Python."""

import anywidget
import traitlets

from headlight.pictures.scripts import BROWSER


class Widget(anywidget.AnyWidget):
    """Tells the browser, and hears from it: `headlight.Shown` keeps both sides alike.

    `head` is [layer, head] and `word` the position of a token, both from 0, as they are chosen; `values` is what the
    `sliders` above it stand at. `page` is the whole page, and `packed` what it shows now, where that is something else.
    """

    _esm = (BROWSER / "pages" / "widget.js").read_text("utf-8")
    page = traitlets.Unicode().tag(sync=True)
    packed = traitlets.Bytes().tag(sync=True)
    head = traitlets.List(traitlets.Int(), allow_none=True).tag(sync=True)
    word = traitlets.Int(None, allow_none=True).tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    sliders = traitlets.List(traitlets.Dict()).tag(sync=True)
