"""What addresses that were given away before mean today: one table, and one function that everybody asks.

An address names a page or a view and sets keys. Here both get their names of today.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from headlight.frame.address import KEYS
from headlight.frame.found import BUNDLED
from headlight.frame.holds import Texts
from headlight.frame.places import PAGES

Address = dict[str, Texts]


@dataclass(frozen=True)
class Older:
    """What an older address of a view, or of a page, asks for.

    `now` is the view that has become of it, and `meant` what it showed without saying so, where that is no longer the
    default. `keys` had another name. `opens` are keys, or a key with its value, whose control has gone: they open the
    view that has it now, which may be an older one. `called` is what the views of a page were called there.
    """

    now: str = ""
    meant: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    opens: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)


_DEEPER = {"arithmetic": "true"}
_REPEATED = {"eigenvalue": "radius", "steps": "distance", "matrix_seed": "reach_seed"}
_PEEKING = dict.fromkeys(("peek_seed", "peeked", "letters"), "peeking")
_WAVES = dict.fromkeys(("dimension", "wave_pairs", "encoded_position"), "every_position")
_PICNIC = "I don't know if it will be fine tomorrow, but if it is fine we'll go on a picnic."
# By the name of the page, or the short address of the view.
OLDER: Mapping[str, Older] = {
    "start": Older(keys={"token": "query"}),
    "overview": Older("all_heads"),
    "tokens": Older(called={"This sentence": "tokens", "Kinds of text": "kinds_of_text"}),
    "kinds_of_text": Older("tokens", _DEEPER),
    "embeddings": Older(
        opens={"dimensions": "embedding_map"},
        called={
            "What moved it": "movers",
            "Map of rows": "embedding_map",
            "3-D map": "embedding_map",
            "One-hot": "one_hot",
            "Company of words": "word_vectors",
            "Sums of words": "word_sums",
        },
    ),
    "embedding_map": Older("embeddings", _DEEPER, keys={"dimensions": "map_dimensions"}),
    "one_hot": Older("word_vectors", _DEEPER),
    "movers": Older("contextual", _DEEPER),
    "word_vectors": Older(
        keys={"window": "words_around"},
        opens=dict.fromkeys(("first", "minus", "plus", "expected", "left_out"), "word_sums"),
    ),
    "positions": Older(
        keys={"dimension": "wave_pairs"},
        opens=_WAVES,
        called={
            "One plain number": "plain_number",
            "How they are told": "told_positions",
            "Every position": "every_position",
        },
    ),
    "plain_number": Older("every_position"),
    "told_positions": Older("position_twins", _DEEPER, opens={"start": "beyond_training"}),
    "position_twins": Older(opens={"start": "beyond_training"}),
    "attention": Older(called={"Looking up": "dictionary", "Shapes": "shapes", "Array shapes": "shapes"}),
    "shapes": Older("by_hand", _DEEPER),
    "by_hand": Older(
        opens={
            **dict.fromkeys(("four_words", "four_words_seed", "one_of_four"), "four_words"),
            **dict.fromkeys(("looked_up", "entries", "look_up_temperature", "unfinished"), "dictionary"),
        }
    ),
    "masking": Older(opens=_PEEKING, called={"Switchboard": "mask_switchboard", "Peeking": "peeking"}),
    "mask_switchboard": Older("masking", opens=_PEEKING),
    "scaling": Older(opens=dict.fromkeys(("numbers", "temperature"), "scaling_lab")),
    "scaling_lab": Older(
        meant={"softmax_of": "random keys"},
        keys={"score_multiplier": "multiplier", "divide_by_root": "scaled", "vector_multiplier": "multiplier"},
        opens={
            **dict.fromkeys(("score_multiplier", "divide_by_root"), "scaling"),
            **dict.fromkeys(("attention_temperature", "output_temperature"), "two_temperatures"),
        },
    ),
    "heads": Older(called={"Sizes": "sizes", "Averaged": "averaged_heads"}),
    "sizes": Older("heads", _DEEPER),
    "averaged_heads": Older("heads", {"averaged_in": "this layer", "layer": "3"}),
    "block": Older(
        keys={"part": "view"},
        called={"What bends": "linearity", "Linear or not": "linearity", "Vanishing gradient": "vanishing_gradient"},
    ),
    "linearity": Older("feed_forward", _DEEPER),
    "vanishing_gradient": Older("residual_off", _DEEPER),
    "next_word": Older(called={"Logits": "logits", "Attention at each step": "looks"}),
    "logits": Older("lens", _DEEPER),
    "looks": Older("next_word"),
    "learning": Older(
        called={
            "What would have helped": "helped",
            "Gradients": "helped",
            "One step": "one_step",
            "Ten steps": "by_heart",
        }
    ),
    "helped": Older("one_step", {"steps_taken": "0"}),
    "by_heart": Older("one_step", {"steps_taken": "10"}),
    "translate": Older(
        keys={"query": "french_piece", "key_position": "english_piece", "apart": "arithmetic"},
        opens={"aligners=true": "translators"},
        called={"Every head": "cross_heads"},
    ),
    "cross_heads": Older("translate", _DEEPER),
    "one_vector": Older("translators", {"english": _PICNIC}),
    "decoding": Older(keys={"width": "beam_width"}),
    "why_attention": Older(called={"One vector": "one_vector", "Repeated multiplication": "repeated"}),
    "recurrence": Older(
        opens=dict.fromkeys(("radius", "tanh", "kept", "window_layers", "distance", "reach_seed"), "gradients")
    ),
    "repeated": Older("gradients", {**_DEEPER, "radius": "1.1", "distance": "30", "reach_seed": "3"}, keys=_REPEATED),
}
# Of a real model, in every view that shows one: its heads had keys of their own.
OF_REAL: Mapping[str, str] = {"real_layer": "layer", "real_head": "head"}


def today(name: str, found: Mapping[str, Sequence[str]]) -> tuple[str, Address]:
    """What an address asks for: the view by its short address of today, and its keys by their names of today.

    `name` is that of the page, or the short address of a view; `found` are the parameters, of which those that are no
    keys stay too. What the keys hold is not looked at.
    """
    keys = {key: list(texts) for key, texts in found.items() if texts}
    once = OLDER.get(name, Older())
    opened = next((once.opens[way] for way in _ways(keys) if way in once.opens), name)
    keys = _renamed(keys, {"real_silenced": "silenced", **once.keys})
    named = keys.pop("view", [""])[-1]
    titles = {title: view for view, title in PAGES[name].views.items()} if name in PAGES else {}
    asked = {**once.called, **titles}.get(named, opened)
    then = OLDER.get(asked, Older())
    if asked != name:
        keys = _renamed(keys, then.keys)
    if then.now or asked == name:
        # The layer that was meant is one of the bundled model.
        said = {*keys, "layer"} if "model" in keys else keys
        keys = {key: [text] for key, text in then.meant.items() if key not in said} | keys
    asked = then.now or asked
    return next(iter(PAGES[asked].views)) if asked in PAGES else asked, keys


def read(
    name: str,
    found: Mapping[str, Sequence[str]],
    shown: Callable[[str, str | None], str | None] = lambda view, chosen: chosen,
) -> tuple[str, Address]:
    """The same with only those keys that the app knows, and of their values the valid ones.

    `shown` says which model a view shows where one is chosen: of an older address, which may name a head of the bundled
    model and one of a real model, only the head of the model that is shown counts.
    """
    view, asked = today(name, found)
    if "pinned" in asked:  # a head with its state, and not a picture
        asked.setdefault("pinned_picture", [f"{view}/?{asked['pinned'][-1]}"])
    of_real = {new: asked[old] for old, new in OF_REAL.items() if old in asked}
    keys = _usable(asked)
    if of_real and shown(view, keys.get("model", [None])[-1]) not in (None, BUNDLED):
        keys = {key: texts for key, texts in keys.items() if key not in OF_REAL.values()} | _usable(of_real)
    return view, keys


def _ways(keys: Address) -> Iterator[str]:
    """Keys that may open a view, alone and with their value; none that no control could show."""
    for key, texts in keys.items():
        if key not in KEYS or KEYS[key].holds.clean(texts):
            yield from (key, f"{key}={texts[-1]}")


def _renamed(keys: Address, names: Mapping[str, str]) -> Address:
    """Whoever writes both names of a key means the one of today."""
    return {names[key]: texts for key, texts in keys.items() if key in names} | {
        key: texts for key, texts in keys.items() if key not in names
    }


def _usable(keys: Address) -> Address:
    cleaned = {key: KEYS[key].holds.clean(texts) for key, texts in keys.items() if key in KEYS}
    return {key: texts for key, texts in cleaned.items() if texts}
