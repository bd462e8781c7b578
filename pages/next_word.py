"""next_word."""
import streamlit as st
from ui import page, reading
page.begin("next_word")
st.text(reading.sentence())
