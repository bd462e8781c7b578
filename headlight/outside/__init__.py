"""A view outside of the app: in a notebook, a file, or a page that runs the model in the reader's own browser."""
