"""Nothing but the name of the distribution: Streamlit finds pyproject.toml, and with it the components, beside it."""
