"""Next word: one token chosen from all, and where the answer arose."""

from headlight.pages import Page

PAGE = Page(
    title="Next word",
    question="How does the model choose the next word?",
    views={
        "next_word": "Sampling",
        "attributed": "Logit attribution",
        "looked_up": "Looked up?",
        "surprise": "Surprise (loss)",
    },
    part="next word",
    parts={"attributed": "layers"},
)
