"""Where each view is: the views of every page, their short addresses, and what addresses meant that are older.

Each view has a short address, its own for good: `/by_hand` leads to the view of that name wherever it is today.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules

import headlight.views
from headlight.views import Page


def _pages() -> Mapping[str, Page]:
    names = [module.name for module in iter_modules(headlight.views.__path__) if module.ispkg]
    return {name: import_module(f"headlight.views.{name}").PAGE for name in names}


PAGES = _pages()  # by the names of their folders
# Of each page that has several views their names, as on the page and in the address, with the short address of each.
VIEWS: Mapping[str, Mapping[str, str]] = {
    name: {title: short for short, title in page.views.items()} for name, page in PAGES.items() if len(page.views) > 1
}
# Keys that had another name, in addresses that were given away before: by the short address of the view they stand in.
_REPEATED = {"eigenvalue": "radius", "steps": "distance", "matrix_seed": "reach_seed"}
RENAMED: Mapping[str, Mapping[str, str]] = {
    "start": {"token": "query"},
    "positions": {"dimension": "wave_pairs"},
    "embeddings": {"dimensions": "map_dimensions"},
    "embedding_map": {"dimensions": "map_dimensions"},
    "word_vectors": {"window": "words_around"},
    "translate": {"query": "french_piece", "key_position": "english_piece", "apart": "arithmetic"},
    "decoding": {"width": "beam_width"},
    "block": {"part": "view"},
    "repeated": _REPEATED,
    "why_attention": _REPEATED,
    "scaling_lab": {"score_multiplier": "multiplier", "divide_by_root": "scaled", "vector_multiplier": "multiplier"},
}
# The same in every view.
_RENAMED_EVERYWHERE = {"real_silenced": "silenced"}
# In every view too, where it shows a real model; its head had keys of its own.
OF_REAL: Mapping[str, str] = {"real_layer": "layer", "real_head": "head"}
# Keys whose control has gone to another view of the same page: an address that was given away before opens that one.
# (What was a switch and is a view today counts where it was on.)
GONE: Mapping[str, Mapping[str, str]] = {
    "embeddings": {"dimensions": "embedding_map"},
    "word_vectors": dict.fromkeys(("first", "minus", "plus", "expected", "left_out"), "word_sums"),
    "positions": dict.fromkeys(("wave_pairs", "encoded_position"), "every_position"),
    "translate": {"aligners": "translators"},
    "recurrence": dict.fromkeys(("radius", "tanh", "kept", "window_layers", "distance", "reach_seed"), "gradients"),
    "position_twins": {"start": "beyond_training"},
    "by_hand": {
        **dict.fromkeys(("four_words", "four_words_seed", "one_of_four"), "four_words"),
        **dict.fromkeys(("looked_up", "entries", "look_up_temperature", "unfinished"), "dictionary"),
    },
    "masking": dict.fromkeys(("peek_seed", "peeked", "letters"), "peeking"),
    "scaling": dict.fromkeys(("numbers", "temperature"), "scaling_lab"),
    "scaling_lab": {
        **dict.fromkeys(("score_multiplier", "divide_by_root"), "scaling"),
        **dict.fromkeys(("attention_temperature", "output_temperature"), "two_temperatures"),
    },
}
# Views that have become part of another one, by their short addresses.
DROPPED: Mapping[str, str] = {
    "plain_number": "every_position",
    "told_positions": "position_twins",
    "mask_switchboard": "masking",
    "sizes": "heads",
    "movers": "contextual",
    "embedding_map": "embeddings",
    "one_hot": "word_vectors",
    "shapes": "by_hand",
    "linearity": "feed_forward",
    "vanishing_gradient": "residual_off",
    "repeated": "gradients",
    "kinds_of_text": "tokens",
    "averaged_heads": "heads",
    "logits": "lens",
    "looks": "next_word",
    "cross_heads": "translate",
    "one_vector": "translators",
    "helped": "one_step",
    "by_heart": "one_step",
}
# What a view was called on its page, in addresses that were given away, with its short address.
ONCE: Mapping[str, Mapping[str, str]] = {
    "tokens": {"This sentence": "tokens", "Kinds of text": "kinds_of_text"},
    "positions": {
        "One plain number": "plain_number",
        "How they are told": "told_positions",
        "Every position": "every_position",
    },
    "masking": {"Switchboard": "mask_switchboard", "Peeking": "peeking"},
    "heads": {"Sizes": "sizes", "Averaged": "averaged_heads"},
    "translate": {"Every head": "cross_heads"},
    "next_word": {"Logits": "logits", "Attention at each step": "looks"},
    "embeddings": {
        "What moved it": "movers",
        "Map of rows": "embedding_map",
        "3-D map": "embedding_map",
        "One-hot": "one_hot",
        "Company of words": "word_vectors",
        "Sums of words": "word_sums",
    },
    "attention": {"Looking up": "dictionary", "Shapes": "shapes", "Array shapes": "shapes"},
    "block": {"What bends": "linearity", "Linear or not": "linearity", "Vanishing gradient": "vanishing_gradient"},
    "why_attention": {"One vector": "one_vector", "Repeated multiplication": "repeated"},
    "learning": {
        "What would have helped": "helped",
        "Gradients": "helped",
        "One step": "one_step",
        "Ten steps": "by_heart",
    },
}
# What an address of such a view meant where it did not say, if that is no longer the default.
UNSAID: Mapping[str, Mapping[str, str]] = {
    "scaling_lab": {"softmax_of": "random keys"},
    "told_positions": {"arithmetic": "true"},
    "sizes": {"arithmetic": "true"},
    "movers": {"arithmetic": "true"},
    "embedding_map": {"arithmetic": "true"},
    "one_hot": {"arithmetic": "true"},
    "shapes": {"arithmetic": "true"},
    "linearity": {"arithmetic": "true"},
    "vanishing_gradient": {"arithmetic": "true"},
    "repeated": {"arithmetic": "true", "radius": "1.1", "distance": "30", "reach_seed": "3"},
    "kinds_of_text": {"arithmetic": "true"},
    "averaged_heads": {"averaged_in": "this layer", "layer": "3"},
    "logits": {"arithmetic": "true"},
    "cross_heads": {"arithmetic": "true"},
    "helped": {"steps_taken": "0"},
    "by_heart": {"steps_taken": "10"},
    "one_vector": {
        "english": "I don't know if it will be fine tomorrow, but if it is fine we'll go on a picnic.",
    },
}


def unsaid(name: str, keys: Collection[str]) -> dict[str, str]:
    """What an address that gives a view these keys meant besides, where that is no longer the default."""
    said = {*keys, "layer"} if "model" in keys else keys  # the layer is one of the bundled model
    return {key: text for key, text in UNSAID.get(name, {}).items() if key not in said}


def renamed_in(name: str) -> Mapping[str, str]:
    """Keys of older addresses of a view or a page, with the names that they have today."""
    return {**_RENAMED_EVERYWHERE, **RENAMED.get(name, {})}


def place_of(name: str) -> tuple[str, str | None]:
    """The page that has a view, and the view's name there, by the view's short address; None for a page's first."""
    name = DROPPED.get(name, name)
    for page, views in VIEWS.items():
        for number, (view, short) in enumerate(views.items()):
            if name == short:
                return page, view if number else None
    return name, None


def short_of(page: str, view: str) -> str:
    """The short address of a view of a page, the other way round; of the first view where there is none such."""
    views = {**VIEWS.get(page, {}), **ONCE.get(page, {})}
    return views.get(view) or next(iter(VIEWS.get(page, {}).values()), page)


def dropped_in(page: str, found: Mapping[str, Sequence[str]]) -> str | None:
    """The view that an older address of a page names, by what it was called there or by a key of a dropped view."""
    views, gone = found.get("view", ()), GONE.get(page, {})
    if views:
        return ONCE.get(page, {}).get(views[-1])
    return next((gone[key] for key in found if gone.get(key) in DROPPED), None)


def place_with(name: str, keys: Iterable[str]) -> tuple[str, str | None]:
    """The same for an address that was given away before: the view that has the first of its keys that have gone."""
    gone = GONE.get(DROPPED.get(name, name), {})
    return place_of(next((gone[key] for key in keys if key in gone), name))


def page_of(name: str) -> str:
    """The page that has a view, by the view's short address."""
    return next(page for page, about in PAGES.items() if name in about.views)
