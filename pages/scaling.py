"""scaling."""
import streamlit as st
from ui import page, reading
page.begin("scaling")
st.text(reading.sentence())
