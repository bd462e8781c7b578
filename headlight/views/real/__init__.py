"""Real models: what a model from a folder of Hugging Face weights does with the sentence."""

from headlight.views import Page

PAGE = Page(
    title="Real models",
    question="Do real models do this too?",
    views={
        "real": "Real models",
    },
)
