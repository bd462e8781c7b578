"""Models and texts, and nothing of a screen: which there are, what is held of them, small files of assets/."""
