"""One cell of a head's matrices taken apart: its products, its sum, its scaling, its softmax."""

import numpy as np
import streamlit as st

from components.sentence import sentence
from figures.attention import products_bar
from transformer import Trace
from ui import arithmetic, charts, orientation, words


def show(trace: Trace, layer: int, head: int, query: int, key: int) -> None:
    """Everything between a query and a key and the weight that joins them, with the current numbers."""
    stages = trace.layers[layer]
    looking, looked_at = stages.queries[head, query], stages.keys[head, key]
    products = looking * looked_at
    sentence(words.look(trace, layer, head, query, key), key="look", text=trace.text)
    picture, sums = st.columns(2, gap="medium")
    with picture:
        st.caption(
            f"Each bar is one of the {len(products)} numbers of the query times the same number of the key. The line "
            "adds them up from the left; where it ends is the score. A few long bars decide it, or many short ones."
        )
        charts.show(
            products_bar(looking, looked_at, products, charts.colours()),
            alt=f"The {len(products)} products of query {query} and key {key}, whose sum is {products.sum():.4f}.",
            key="products",
        )
    with sums:
        st.latex(arithmetic.score_and_scaled(products))
        if np.isneginf(stages.masked[head, query, key]):
            st.latex(r"\text{masked} = -\infty, \qquad \text{weight} = \frac{e^{-\infty}}{\text{sum}} = 0")
            st.caption("A masked cell gets its score like any other; then −∞ takes its place, and e to the −∞ is 0.")
        else:
            st.latex(arithmetic.weight_of(stages.masked[head, query], key))
            st.caption(
                "The sum runs over every key that this query may look at, so the weights of its "
                f"{orientation.line()} sum to 1."
            )
