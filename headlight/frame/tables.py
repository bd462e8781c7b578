"""Small tables of numbers, to be edited by hand; what they hold together stands in the address as one line of text."""

from collections.abc import Callable, Mapping

import numpy as np
import streamlit as st

from headlight.frame.state import Table


def tables(
    key: str,
    label: str,
    default: str,
    *,
    shown: Mapping[str, Table],
    written: Callable[[Mapping[str, np.ndarray]], str],
    largest: float,
) -> None:
    """Editors beside each other; `written` makes of their numbers the text of `key`, whose own control is elsewhere."""
    row = st.container(horizontal=True, gap="medium")
    for name, table in shown.items():
        with row.container(width=table.width):
            st.caption(table.title)
            # An editor remembers its edits by its key: with new numbers it has to be a new one.
            edited = f"edit_{name}_{hash(table.values.tobytes())}"
            numbers = {str(place + 1): table.values[:, place] for place in range(table.values.shape[1])}
            st.data_editor(
                {**({"": table.names} if table.names else {}), **numbers},
                key=edited,
                hide_index=True,
                disabled=("",),
                on_change=_take_edits,
                args=(edited, key, name, {each: one.values for each, one in shown.items()}, written),
                column_config={
                    place: st.column_config.NumberColumn(min_value=-largest, max_value=largest, format="%.6g")
                    for place in numbers
                },
                alt=f"The numbers of {name}, to be edited.",
            )


def _take_edits(
    edited: str,
    key: str,
    name: str,
    shown: Mapping[str, np.ndarray],
    written: Callable[[Mapping[str, np.ndarray]], str],
) -> None:
    values = shown[name].copy()
    for row, cells in st.session_state[edited]["edited_rows"].items():
        for column, value in cells.items():
            values[int(row), int(column) - 1] = 0.0 if value is None else value
    st.session_state[key] = written({**shown, name: values})
