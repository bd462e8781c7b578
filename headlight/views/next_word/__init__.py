"""Next word: one token chosen from all, and where the answer arose."""
