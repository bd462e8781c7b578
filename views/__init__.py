"""The views of the pages, each drawn by its `show`: one reads like its screen, from the top down."""
