"""embeddings."""
import streamlit as st
from ui import page, reading
page.begin("embeddings")
st.text(reading.sentence())
