"""Where each view is: the views of every page, their short addresses, and what addresses meant that are older.

Each view has a short address, its own for good: `/by_hand` leads to the view of that name wherever it is today.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

# The views of each page, in order, by the name on the page and in the address; and the short address of each.
VIEWS: Mapping[str, Mapping[str, str]] = {
    "tokens": {"This sentence": "tokens", "Kinds of text": "kinds_of_text"},
    "embeddings": {
        "Rows of a table": "embeddings",
        "Map of rows": "embedding_map",
        "One-hot": "one_hot",
        "Company of words": "word_vectors",
        "Sums of words": "word_sums",
        "In context": "contextual",
        "What moved it": "movers",
    },
    "positions": {
        "Waves": "positions",
        "Every position": "every_position",
        "One plain number": "plain_number",
        "Four twins": "position_twins",
        "Beyond the training": "beyond_training",
        "How they are told": "told_positions",
    },
    "attention": {
        "One head": "attention",
        "By hand": "by_hand",
        "Four words": "four_words",
        "Looking up": "dictionary",
        "Shapes": "shapes",
    },
    "masking": {"The mask": "masking", "Switchboard": "mask_switchboard", "Peeking": "peeking"},
    "scaling": {"One head": "scaling", "Laboratory": "scaling_lab", "Two temperatures": "two_temperatures"},
    "heads": {"Side by side": "heads", "Averaged": "averaged_heads", "Sizes": "sizes"},
    "block": {
        "Residual stream": "block",
        "Residual off": "residual_off",
        "Vanishing gradient": "vanishing_gradient",
        "Layer norm": "layer_norm",
        "Feed-forward": "feed_forward",
        "What bends": "linearity",
    },
    "next_word": {
        "Choosing": "next_word",
        "Attention at each step": "looks",
        "Logits": "logits",
        "Logit lens": "lens",
        "Surprise": "surprise",
        "Agreement": "agreement",
    },
    "learning": {
        "Training bench": "learning",
        "Growing up": "growing_up",
        "What would have helped": "helped",
        "One step": "one_step",
        "Ten steps": "by_heart",
    },
    "translate": {
        "Translate": "translate",
        "Step by step": "decoding",
        "Two stacks": "encoder_decoder",
        "Every head": "cross_heads",
        "Four translators": "translators",
    },
    "why_attention": {
        "From RNNs": "recurrence",
        "Fading gradients": "gradients",
        "One vector": "one_vector",
        "Additive or dot product": "scoring",
        "Dense layer": "dense",
        "Repeated multiplication": "repeated",
    },
}

# The views that can show a real model, by their short addresses, and what each asks of it: see models.py.
Need = Literal["a mask", "next words", "plain logits", "a stream", "added heads", "norms before", "a direct path"]
FOLLOWING: Mapping[str, tuple[Need, ...]] = {
    "all_heads": (),
    "tokens": (),
    "attention": (),
    "masking": ("a mask", "next words"),
    "scaling": (),
    "two_temperatures": ("next words",),
    "heads": ("added heads",),
    "averaged_heads": ("next words",),
    "block": ("a stream",),
    "layer_norm": ("norms before",),
    "feed_forward": ("a direct path",),
    "next_word": ("next words",),
    "looks": ("next words",),
    "logits": ("next words", "plain logits"),
    "lens": ("next words",),
    "surprise": ("next words",),
    "real": (),
}
# The views that show the bundled model alone, and why, where there is more to say. All others show none of these.
_WAVES = "its positions are waves that are added to the embeddings"
_TABLE = "they are measured on its own table of embeddings"
_GRADIENTS = "they need gradients, which take several passes of it"
BUNDLED_ALONE: Mapping[str, str] = {
    **dict.fromkeys(("start", "path", "kinds_of_text", "shapes", "sizes", "dictionary"), ""),
    **dict.fromkeys(("embeddings", "embedding_map"), _TABLE),
    **dict.fromkeys(("contextual", "movers"), ""),
    **dict.fromkeys(("positions", "every_position", "plain_number"), _WAVES),
    "by_hand": "every step of it is written down for this one",
    "mask_switchboard": "it has a mark to pad a text with",
    "peeking": "it was trained under the causal mask",
    **dict.fromkeys(("linearity", "residual_off"), ""),
    "agreement": "it was trained on the words of these pairs",
    **dict.fromkeys(("vanishing_gradient", "helped"), _GRADIENTS),
    **dict.fromkeys(("one_step", "by_heart"), "it is small enough to be trained while you wait"),
    **dict.fromkeys(("recurrence", "scoring", "dense"), "it is compared with networks of its size"),
}

# Keys that had another name, in addresses that were given away before: by the short address of the view they stand in.
RENAMED: Mapping[str, Mapping[str, str]] = {
    "positions": {"dimension": "wave_pairs"},
    "word_vectors": {"window": "words_around"},
    "translate": {"query": "french_piece", "key_position": "english_piece", "apart": "arithmetic"},
    "decoding": {"width": "beam_width"},
    "block": {"part": "view"},
    "scaling_lab": {"score_multiplier": "multiplier", "divide_by_root": "scaled", "vector_multiplier": "multiplier"},
}
# Keys whose control has gone to another view of the same page: an address that was given away before opens that one.
# (What was a switch and is a view today counts where it was on.)
GONE: Mapping[str, Mapping[str, str]] = {
    "embeddings": {"dimensions": "embedding_map"},
    "word_vectors": dict.fromkeys(("first", "minus", "plus", "expected", "left_out"), "word_sums"),
    "positions": dict.fromkeys(("wave_pairs", "encoded_position"), "every_position"),
    "translate": {"aligners": "translators"},
    "recurrence": dict.fromkeys(("radius", "tanh", "kept", "window_layers", "distance", "reach_seed"), "gradients"),
    "position_twins": {"start": "beyond_training", **dict.fromkeys(("twin", "wave", "shift"), "told_positions")},
    "by_hand": {
        **dict.fromkeys(("four_words", "four_words_seed", "one_of_four"), "four_words"),
        **dict.fromkeys(("looked_up", "entries", "look_up_temperature", "unfinished"), "dictionary"),
    },
    "mask_switchboard": dict.fromkeys(("peek_seed", "letters"), "peeking"),
    "scaling": dict.fromkeys(("numbers", "temperature"), "scaling_lab"),
    "scaling_lab": {
        **dict.fromkeys(("score_multiplier", "divide_by_root"), "scaling"),
        **dict.fromkeys(("attention_temperature", "output_temperature"), "two_temperatures"),
    },
}
# What an address of such a view meant where it did not say, if that is no longer the default.
UNSAID: Mapping[str, Mapping[str, str]] = {"scaling_lab": {"softmax_of": "random keys"}}


def place_of(name: str) -> tuple[str, str | None]:
    """The page that has a view, and the view's name there, by the view's short address; None for a page's first."""
    for page, views in VIEWS.items():
        for number, (view, short) in enumerate(views.items()):
            if name == short:
                return page, view if number else None
    return name, None


def short_of(page: str, view: str) -> str:
    """The short address of a view of a page, the other way round; of the first view where there is none such."""
    views = VIEWS.get(page, {})
    return views.get(view) or next(iter(views.values()), page)


def place_with(name: str, keys: Iterable[str]) -> tuple[str, str | None]:
    """The same for an address that was given away before: the view that has the first of its keys that have gone."""
    gone = GONE.get(name, {})
    return place_of(next((gone[key] for key in keys if key in gone), name))
