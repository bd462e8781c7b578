"""attention."""
import streamlit as st
from ui import page, reading
page.begin("attention")
st.text(reading.sentence())
