"""masking."""
import streamlit as st
from ui import page, reading
page.begin("masking")
st.text(reading.sentence())
