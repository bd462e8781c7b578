"""Headlight's table of contents: which pages there are, in reading order, and nothing a page needs."""

import streamlit as st

PAGES = {
    "Follow a sentence": [
        st.Page("pages/overview.py", title="Overview", icon=":material/grid_view:", default=True),
        st.Page("pages/tokens.py", title="Tokens", icon=":material/content_cut:"),
        st.Page("pages/embeddings.py", title="Embeddings", icon=":material/scatter_plot:"),
        st.Page("pages/positions.py", title="Positions", icon=":material/waves:"),
        st.Page("pages/attention.py", title="Attention", icon=":material/visibility:"),
        st.Page("pages/masking.py", title="Masking", icon=":material/visibility_off:"),
        st.Page("pages/scaling.py", title="Scaling and softmax", icon=":material/tune:"),
        st.Page("pages/heads.py", title="Heads", icon=":material/view_column:"),
        st.Page("pages/next_word.py", title="Next word", icon=":material/arrow_forward:"),
    ]
}

st.logo("assets/headlight.svg", size="large")
st.navigation(PAGES).run()
