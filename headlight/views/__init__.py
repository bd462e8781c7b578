"""The views of the pages, a folder for each page."""
