"""positions."""
import streamlit as st
from ui import page, reading
page.begin("positions")
st.text(reading.sentence())
