"""The project as it is installed: Streamlit finds the scripts of the pictures through it (see pyproject.toml)."""

__version__ = "0.1.0"
