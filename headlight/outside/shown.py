"""The pictures of a view or a run for Python: live in a cell of a notebook, as tables, and as files."""

import html
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from headlight.outside.shown_heads import ShownHeads
from headlight.outside.shown_view import ShownView
from headlight.pictures import Board, Drawn
from headlight.pictures.standalone import standalone
from headlight.pictures.svg import svg
from headlight.pictures.tables import Rows

if TYPE_CHECKING:
    from headlight.outside.widget import Widget


class Shown:
    """The pictures of a view or a run; a notebook displays them as the value of a cell.

    A picture is named by its key; `keys` has them all. Where none is named, it is the main one: the first with numbers.

    In a live notebook with anywidget (`pip install "headlight-attention[notebook]"`) a click in the cell sets `head`,
    `word` and `values` here, and setting them here repaints the cell. All else reads what is shown now.
    """

    def __init__(self, about: str, title: str, source: ShownHeads | ShownView) -> None:
        self.about, self.title = about, title  # what is shown, in a few words; and of the page
        self._source = source
        self._listeners: list[Callable[[Shown], object]] = []
        self._partial = False  # whether the widget has the chosen head alone

    @property
    def head(self) -> tuple[int, int] | None:
        """The chosen (layer, head), from 0; None in a view of no single head. Set it to choose another."""
        return self._source.head

    @head.setter
    def head(self, head: tuple[int, int]) -> None:
        self._now(self._source.looking(head, self.word))

    @property
    def word(self) -> int | None:
        """The position of the token whose row is chosen, from 0; None where none is. Set it to choose another."""
        return self._source.word

    @word.setter
    def word(self, word: int | None) -> None:
        self._now(self._source.looking(self.head, word))

    @property
    def values(self) -> dict[str, Any]:
        """Read the dials: of a view the keys of its address, which count from 1; of a run its temperature."""
        return self._source.values

    def set(self, **values: Any) -> "Shown":
        """Turn dials, and repaint.

        Args:
            **values: such as `temperature=0.5` of a run, `layer=3, mask="none"` of a view; None: as at first.

        Returns:
            The same, so that it can be the value of a cell.

        Raises:
            ValueError: there is no such dial, or it cannot stand there.

        Example:
            >>> import headlight as hl
            >>> hl.view("attention", text="bear country", layer=3, head=1).set(layer=6).head
            Head(layer=5, head=0)
        """
        self._now(self._source.turned(values))
        return self

    def on_change(self, call: "Callable[[Shown], object]") -> None:
        """Call a function, with this, each time that something else is chosen: in the cell, or from Python.

        Args:
            call: what is called.

        Example:
            >>> import headlight as hl
            >>> shown, heads = hl.open("story").run("bear country").show(), []
            >>> shown.on_change(lambda shown: heads.append(shown.head))
            >>> shown.head = (2, 0)
            >>> heads
            [(2, 0)]
        """
        self._listeners.append(call)

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards that are drawn."""
        return self._source.boards

    @property
    def page(self) -> str:
        """Return the page as self-contained HTML, without network requests."""
        return standalone(self._source.contents(), self.title)

    @cached_property
    def widget(self) -> "Widget":
        """The cell as a widget, for `traitlets` and for `marimo.ui.anywidget`.

        Raises:
            ModuleNotFoundError: anywidget is not installed.
        """
        from headlight.outside.widget import Widget

        widget_of_cell = Widget(page=self.page, **self._chosen_now)
        self._has = {*self._source.contents(whole=False).pictures}
        widget_of_cell.observe(self._heard, ["head", "word", "values"])
        widget_of_cell.on_msg(lambda widget, message, buffers: self._told(*message))
        return widget_of_cell

    @property
    def _chosen_now(self) -> dict[str, Any]:
        sliders = self._source.sliders
        return {
            "head": self.head and [*self.head],
            "word": self.word,
            "values": {slider.key: slider.value for slider in sliders},
            "sliders": [asdict(slider) for slider in sliders],
        }

    def _heard(self, change: Mapping[str, Any]) -> None:
        """Follow the widget, which the browser, or whoever else has it, has told something else."""
        name, new = change["name"], change["new"]
        if name == "values":
            changed = {key: value for key, value in new.items() if self.values.get(key) != value}
            if changed:
                self._now(self._source.turned(changed))
        elif name == "word":
            self._now(self._source.looking(self.head, new))
        elif new is not None:
            self._now(self._source.looking((new[0], new[1]), self.word))

    def _told(self, board: int, key: str, value: Any) -> None:
        """Follow a choice in a picture of a view."""
        self._now(self._source.chosen(board, key, value))

    def _now(self, source: ShownHeads | ShownView) -> None:
        """Show something else: tell the widget, where there is one, and who listens."""
        before, self._source = self._source, source
        same = source.same_as(before)
        if same and (source.head, source.word) == (before.head, before.word):
            return
        if widget := self.__dict__.get("widget"):
            self._bring(widget, same)
        for call in self._listeners:
            call(self)

    def _bring(self, widget: "Widget", same: bool) -> None:
        """Bring the widget up to date; `same` says that there is nothing new in its pictures but what is chosen."""
        with widget.hold_sync():
            if not same or self._partial:
                contents = self._source.contents(whole=False)
                self._partial = self._has >= {*contents.pictures}
                if self._partial:
                    widget.packed = contents.packed()
                else:  # the page has no script for one of them
                    self._has = {*contents.pictures}
                    widget.page, widget.packed = self.page, b""
            for name, value in self._chosen_now.items():
                setattr(widget, name, value)

    @property
    def keys(self) -> list[str]:
        """The keys of the pictures, from the top down."""
        return list(self._pictures)

    @property
    def says(self) -> list[str]:
        """The sentences that read the pictures aloud, as plain text."""
        return [sentence for drawn in self._pictures.values() if (sentence := drawn.says)]

    def table(self, picture: str | None = None) -> Rows:
        """Give the numbers of a picture under their titles and after their labels.

        Args:
            picture: its name, of `keys`; the main one, if none is given.

        Returns:
            The table, [row, column].

        Raises:
            ValueError: if there is no such picture, or it has no numbers.
        """
        key = self._chosen(picture)
        if (rows := self._pictures[key].rows) is None:
            kind = self._pictures[key].name.replace("_", " ")
            raise ValueError(f"The picture {key!r} has no numbers: it is a {kind}.")
        return rows

    def numbers(self, picture: str | None = None) -> np.ndarray:
        """Give the numbers of a picture, [row, column], such as [query, key] of a pattern.

        Args:
            picture: as `table` takes it.

        Returns:
            The numbers; NaN where a cell has none. The weights of all heads are in hundredths, as they travel.

        Raises:
            ValueError: like `table`, or there is no number in the table.
        """
        rows = self.table(picture)
        if not rows.numbers.size:
            raise ValueError(f"The picture {self._chosen(picture)!r} has words alone: its `table` has them.")
        return rows.numbers

    def save(self, path: str | Path, picture: str | None = None) -> Path:
        """Write the page (.html), or of one picture the table (.csv) or the drawing (.svg, of many).

        Args:
            path: of the file; its ending says which.
            picture: as `table` takes it.

        Returns:
            The path of the file.

        Raises:
            ValueError: if there is no such picture, it cannot be written so, or the name ends otherwise.
        """
        path, encoding = Path(path).expanduser(), "utf-8"
        match path.suffix.lower():
            case ".html" | ".htm":
                text = self.page
            case ".csv":
                text, encoding = self.table(picture).csv(), "utf-8-sig"  # without its mark Excel on Windows misreads it
            case ".svg":
                drawn = self._pictures[self._chosen(picture)]
                text = svg(drawn, drawn.says)
            case other:
                raise ValueError(f"Cannot write {other or 'a name without an end'}. Use .html, .csv or .svg.")
        path.write_text(text, encoding, newline="")
        return path

    def __repr__(self) -> str:
        return f"<Shown {self.about}: {', '.join(self.keys)}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """Give a notebook the live page, and for where no script runs the main picture, still, and sentences."""
        bundle = {
            "text/html": self._repr_html_(),
            "text/plain": "\n".join([self.title, *self._about_texts, *self.says]),
        }
        main = self._pictures[self._chosen(None)]
        still = {"image/svg+xml": svg(main, main.says)} if main.picture.draw_still else {}
        return bundle | still | self._live

    @property
    def _live(self) -> dict[str, Any]:
        """The widget as a live kernel of Jupyter's has it; nothing elsewhere, and without anywidget."""
        shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        if not (hasattr(shell, "kernel") and find_spec("anywidget")):
            return {}
        data, _ = self.widget._repr_mimebundle_() or ({}, {})
        return {kind: value for kind, value in data.items() if kind != "text/plain"}

    def _mime_(self) -> tuple[str, str]:
        """Draw in marimo: the widget, or without anywidget the page."""
        if not find_spec("anywidget"):
            return "text/html", self._repr_html_()
        return sys.modules["marimo"].as_html(self.widget)._mime_()

    @property
    def _about_texts(self) -> list[str]:
        """Say what became of the texts."""
        return list(dict.fromkeys(words for board in self.boards for words in board.told))

    def _repr_html_(self) -> str:
        """Return a frame for Jupyter, so that neither the page nor the notebook changes how the other looks."""
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" title="Headlight" '
            'style="width: 100%; height: 640px; border: 0"></iframe>'
        )

    @property
    def _pictures(self) -> Mapping[str, Drawn]:
        pictures: dict[str, Drawn] = {}
        for board in self.boards:
            pictures |= {key: drawn for key, drawn in board.pictures().items() if key not in pictures}
        return pictures

    def _chosen(self, picture: str | None) -> str:
        """The key of a picture, or of the main one."""
        if picture is None:

            def is_above(key: str) -> bool:
                drawn = self._pictures[key]
                return drawn.picture.introduces or bool(drawn.header.get("compact"))

            tables = {key: rows for key in sorted(self.keys, key=is_above) if (rows := self._pictures[key].rows)}
            picture = next((key for key, rows in tables.items() if rows.numbers.size), next(iter(tables), self.keys[0]))
        if picture not in self.keys:
            raise ValueError(f"There is no picture {picture!r} here. There are {', '.join(self.keys)}.")
        return picture
