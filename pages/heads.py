"""heads."""
import streamlit as st
from ui import page, reading
page.begin("heads")
st.text(reading.sentence())
