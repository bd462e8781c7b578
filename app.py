"""Headlight's table of contents: which pages there are, in reading order, and nothing a page needs."""

import streamlit as st

PAGES = {
    "Follow a sentence": [
        st.Page("pages/overview.py", title="Overview", default=True),
        st.Page("pages/tokens.py", title="Tokens"),
        st.Page("pages/embeddings.py", title="Embeddings"),
        st.Page("pages/positions.py", title="Positions"),
        st.Page("pages/attention.py", title="Attention"),
        st.Page("pages/masking.py", title="Masking"),
        st.Page("pages/scaling.py", title="Scaling and softmax"),
        st.Page("pages/heads.py", title="Heads"),
        st.Page("pages/next_word.py", title="Next word"),
    ]
}

st.logo("assets/headlight.svg", size="large")
st.navigation(PAGES).run()
