"""The empty page that the keystroke benchmark compares with: the sentence box and its text, no model, no picture."""

import streamlit as st


@st.fragment
def sentence() -> None:
    st.text(st.text_input("Your sentence", key="text", live="0ms", max_chars=600, bind="query-params"))


st.title("Empty")
sentence()
