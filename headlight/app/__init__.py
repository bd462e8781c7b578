"""The frame of a view: the one page, its controls and components; with `server` alone it imports Streamlit."""
