"""tokens."""
import streamlit as st
from ui import page, reading
page.begin("tokens")
st.text(reading.sentence())
