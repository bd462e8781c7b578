"""The live page: the model runs in the reader's own browser, from one file without a network, or from a folder."""

import argparse
import base64
import dataclasses
import html
import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from safetensors.torch import save

from headlight.outside import live_lesson, live_read, strict
from headlight.pages.start import first_visit
from headlight.parts import orientation, words
from headlight.pictures import Board
from headlight.pictures.design_tokens import palettes
from headlight.pictures.head_grid import ALT as GRID
from headlight.pictures.head_grid import PATTERNS
from headlight.pictures.looks import looks
from headlight.pictures.scripts import BROWSER, OPENING, addresses, inside_script, scripts_of, style_of
from headlight.pictures.standalone import unfilled
from headlight.pictures.tables import ATTENDING
from headlight.reading import assets, sentences
from headlight.reading.reader import EXAMPLE, bundled
from headlight.reading.real_models import BUNDLED, SENTENCE
from headlight.state.address import KEYS, Key
from headlight.state.key_types import Number, OneOf, Switch, Text
from headlight.state.places import PAGES
from headlight.state.registry import find
from headlight.state.state import Dial, State
from transformer import UNCHANGED, Intervention, LanguageModel, TextCutWarning, writing
from transformer.bundled.folders import MODELS, WEIGHTS
from transformer.learning.run import TinyModel
from transformer.roles import HeadRoles

VIEWS = ("start", "all_heads", "attention", "next_word")
_ASKING = ("token_chips", "table", "curves", "merge_tree", "formula", "paths")  # of guesses, game and stories
_PICTURES = tuple(
    f"pictures/{name}" for name in ("looks", "head_grid", "matrix", "bars", "strips", "sentence", *_ASKING)
)
_COMPONENTS = ("components/board", "components/slide", "components/toggles")
_LIVE = BROWSER / "live"
_TYPE = assets.FOLDER / "type"
# The dials of the app, each with the views of the page that have it.
_DIALS: Mapping[tuple[str, str], tuple[str, ...]] = {  # by a view of the app that has the dial, and its key
    **{("attention", key): ("attention",) for key in ("layer", "head")},
    ("all_heads", "output_temperature"): ("all_heads", "next_word"),
    ("all_heads", "attention_temperature"): ("all_heads", "next_word"),
    ("all_heads", "mask"): ("all_heads",),
    ("attention", "orientation"): ("all_heads", "attention"),
    ("all_heads", "scaled"): ("all_heads",),
    ("next_word", "seed"): ("next_word",),
    **{("next_word", key): () for key in ("top_k", "top_p")},  # lines in the picture
}
_TEXTS = ("text", "written", "edited")
_CHOSEN = ("query", "key_position", "question", "guessed")  # in a picture
# Sentences that the app fills in, and the page too.
_FILLED = (
    *("LOOKS", "MASKED", "COUNTED", "COUNT", "NONE_CAN", "DOING", "LOOKING_BACK", "WITHOUT", "GOES", "CUT", "MOVED"),
    *("WRITTEN", "DRAWS", "READS", "DROPPED", "EMPTY", "FULL", "HERO", "STAGE", "TURNED", "MIX"),
    *("AT_ONE", "BEFORE_CUT", "FADED", "WARM", "BROUGHT", "HEAD_NEEDS", "SEVERAL", "NEEDED", "ENOUGH", "ONE_WORD"),
    *("NO_WORD", "FFN_TOO", "ANOTHER", "NO_OTHER"),
    *("UNREAD", "NEVER_THEN", "MOST_THEN", "TIED_THEN", "OTHER_THEN", "TIMES"),
    *("CUT_WORD", "CUT_HEAD"),
    *("WHICH_WORD", "WHAT_NEXT", "ASKED_NEXT", "TYPE_YOUR_OWN"),
)
_STOPPED = ("AT_END", "IN_A_CHARACTER", "UNSEEN", "BOX_FULL", "TEXT_FULL")
_WORDS: Mapping[str, Any] = {
    **{name.lower(): getattr(sentences, name) for name in _FILLED},
    **{name.lower(): getattr(writing, name) for name in _STOPPED},
    **{"grid": GRID, "patterns": PATTERNS},
}


def live(
    path: str | Path,
    view: str | None = None,
    *,
    model: LanguageModel | TinyModel | None = None,
    app: str = "",
    **values: Any,
) -> Path:
    """Write the live page as one file that needs no network.

    A TextCutWarning says what is left out of a text that is longer than the box of the page, or than its model reads.

    Args:
        path: of the file.
        view: `start`, `all_heads`, `attention` or `next_word`, at which it opens.
        model: another one than the bundled: a moment of one that grows up, or a tiny one from the bench, with its
            alphabet, which has no `start`.
        app: where the whole app can be reached.
        **values: keys of the view, such as `text="bear country", layer=3, head=1`.

    Returns:
        The path of the file.

    Raises:
        ValueError: if there is no such view on the page, or it has no such key, or the key cannot hold the value, or
            nothing can be read in a text.
    """
    facts, weights = facts_of(view, model, app, values), _weights(model)
    path = Path(path).expanduser()
    opened = scripts_of(["live/file"])["live/file.js"]
    styles = {name: style_of(name) for name in (*_COMPONENTS, *_PICTURES)}
    kernels = "".join(
        f'<script type="text/plain" id="{name}">{_base64(kernel)}</script>' for name, kernel in _kernels().items()
    )
    body = (  # after the words of the page, which are all that there is of a file that ends too early
        f"<script>globalThis.headlightStyles = {inside_script(addresses('text/css', styles))};\n{opened}</script>\n"
        f'<script type="importmap">{inside_script({"imports": addresses("text/javascript", _scripts())})}</script>\n'
        f'<script type="application/json" id="facts">{inside_script(facts)}</script>\n'
        f"{kernels}\n"
        '<script type="module" async>import "headlight/live/open.js";</script>\n'
        f'<script type="text/plain" id="weights">{_base64(weights)}</script>'
    )
    letters = f"data:font/woff2;base64,{_base64((_TYPE / 'letters.woff2').read_bytes())}"
    head = f"<style>{_typeface(letters)}{style_of('live/live')}</style>"
    path.write_text(_page(head, body, model, app), "utf-8", newline="")
    return path


def site(folder: str | Path, *, app: str = "", read: bool = True) -> Path:
    """Write the live page as a folder for a static host: the page, and the weights, fetched once it has drawn.

    With `read` the folder has the training text too, 13 MB, which the page fetches once somebody has typed.
    """
    folder = Path(folder).expanduser()
    scripts = scripts_of(("live/host", "shared/page", "pictures/looks_send", *_PICTURES), inlined=False)
    files: dict[str, str | bytes] = {f"scripts/{name}": text for name, text in scripts.items()}
    files["scripts/pages/unfilled.html"] = unfilled(*(name.removeprefix("pictures/") for name in _PICTURES))
    for name in (*_COMPONENTS, *_PICTURES, "shared/send", "live/live"):
        files[f"scripts/{name}.css"] = style_of(name)
    training_text = live_read.files() if read else {}
    facts = facts_of(app=app) | ({"read": live_read.sources()} if training_text else {})
    files |= training_text | {"facts.json": json.dumps(facts, ensure_ascii=False, separators=(",", ":"))}
    files |= {f"{name}.wasm": kernel for name, kernel in _kernels().items()} | {"model.safetensors": _weights(None)}
    files |= {f"type/{file.name}": file.read_bytes() for file in _TYPE.iterdir()}
    files["index.html"] = _page(
        f'<style>{_typeface("type/letters.woff2")}</style><link rel="stylesheet" href="scripts/live/live.css">',
        '<script type="module" src="scripts/live/host.js"></script>',
        None,
        app,
    )
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def _typeface(address: str) -> str:
    """The style by which the page has the letters of the app, with the notice that their licence asks for."""
    notice = "/* © 2023 Adobe, SIL Open Font License 1.1: http://scripts.sil.org/OFL */"
    return f'{notice}@font-face{{font-family:"Source Sans";font-weight:400 600;src:url({address})}}'


def _kernels() -> dict[str, bytes]:
    """The products of the engine in WebAssembly, by their names."""
    return {name: (BROWSER / "engine" / f"{name}.wasm").read_bytes() for name in ("fused", "kernel")}


def _scripts() -> dict[str, str]:
    return {f"headlight/{name}": text for name, text in scripts_of(("live/open", *_PICTURES)).items()}


def _page(head: str, body: str, model: LanguageModel | TinyModel | None, app: str) -> str:
    whole = f'<a id="whole" href="{html.escape(app)}">the whole app</a>' if app else "the whole app, <em>Headlight</em>"
    weights = sum(weight.numel() for weight in (model or bundled()).transformer.parameters())
    trained = ", trained on public-domain and freely licensed small stories, everyday sentences and old books,"
    knows = (
        "It has no knowledge of the world and may write nonsense. Code: Apache License 2.0; the texts have licences of"
    )
    knows += " their own, which the model's card names."
    if model is not None:
        trained = " trained in Headlight" if isinstance(model, LanguageModel) else " of the training bench"
    if isinstance(model, TinyModel):
        knows = f"{model.task.rule} Code: Apache License 2.0."
    runs = f"A transformer with {weights:,} weights{trained} runs in this browser; nothing that you type leaves it."
    about = f"{runs} {html.escape(knows, quote=False)} Many more views are in {whole}."
    page = Template((_LIVE / "live.html").read_text("utf-8"))
    begins = f"<script>{OPENING}</script>"
    return page.substitute(title="Headlight, live", head=head + begins, body=body, about=about)


def facts_of(
    view: str | None = None,
    model: LanguageModel | TinyModel | None = None,
    app: str = "",
    values: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Collect the facts of the page: sizes and vocabulary, names of heads, keys and dials, and its first picture."""
    reader = model or bundled()
    views = VIEWS[1:] if isinstance(reader, TinyModel) else VIEWS  # the signs of an alphabet are no sentence
    view = view or views[0]
    if view not in views:
        raise ValueError(f"There is no view {view!r} on the live page. There are {', '.join(views)}.")
    config, change = reader.transformer.config, reader.change if isinstance(reader, TinyModel) else UNCHANGED
    roles = HeadRoles({}) if isinstance(reader, TinyModel) else reader.roles
    heads = [[(layer, head) for head in range(config.n_heads)] for layer in range(config.n_layers)]
    head, state = list(roles.best("modifier")), State.of(find(view), **_in_boxes(values or {}))
    strict.refuse_unread(state)
    defaults = _defaults(change)
    return {
        "model": BUNDLED if model is None else model.task.name if isinstance(model, TinyModel) else model.name,
        "config": dataclasses.asdict(config),
        "tokenizer": _tokenizer(reader),
        "names": words.roles_in_words(roles, config.n_layers, config.n_heads),
        "roles": [[roles.of(*head_of_layer) for head_of_layer in layer] for layer in heads],
        "palettes": palettes(),
        "words": _WORDS,
        "turned": {value: _turned(value) for value in ("rows", "columns")},
        "headings": {name: _headings(name) for name in VIEWS},
        "keys": {key: _key(KEYS[key], config, defaults) for key in dict.fromkeys((*_CHOSEN, *defaults, *_TEXTS))}
        | live_lesson.keys(),
        "dials": [_dial(dial, about, config, defaults) for dial, about in _dials().items()],
        "change": _changed(change),
        "views": [{"name": name, "title": PAGES[find(name).page].title, "lead": _lead(name)} for name in views]
        + ([] if model else live_lesson.views()),
        "lesson": None if model else live_lesson.facts(),
        "example": _example(reader),
        "sentence": SENTENCE,
        "head": head,
        "start": {"head": head, "then": None} if model else _start(),
        "brings": model is None,  # the head that decides, and words that flip what follows, are found for it
        "visit": [] if model else first_visit.TEXTS,
        "app": app.rstrip("/"),
        "first": {
            "state": f"{view}{'?' if state.items else ''}{state.written()}",
            "message": "" if model else _base64(_here(strict.boards(state)[0]).message()),
        },
    }


def _lead(view: str) -> str:
    """Return what the app says above a view: the question of its page, then the first paragraph of its lesson."""
    lesson = assets.FOLDER / "lessons" / f"{view}.md"
    opening = lesson.read_text("utf-8").partition("\n\n")[0] if lesson.is_file() else ""
    return f"{PAGES[find(view).page].question} {opening}".replace("*", "").strip()


def _here(board: Board) -> Board:
    """The first board without what the page does not know by itself: what was read in training."""
    for drawn in board.pictures().values():
        if drawn.picture is looks and (read := drawn.header.get("read")):
            read.update({"says": [], "begins": len(drawn.header["words"]), "end": "", "places": []})
    return board


def _in_boxes(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values, and of texts as much as the boxes of the page hold; a TextCutWarning where that is not all."""
    kept = dict(values)
    for key, value in values.items():
        holds = KEYS[key].holds if key in KEYS else None
        if isinstance(holds, Text) and len(str(value)) > holds.most:
            (kept[key],) = holds.clean([str(value)])
            words = f"A box of the live page holds {holds.most} characters: anything beyond is cut off {key}."
            warnings.warn(words, TextCutWarning, stacklevel=4)
    return kept


def _turned(value: str) -> dict[str, str]:
    """Collect the words for the direction in which a matrix is drawn."""
    state = State.of(find("attention"), orientation=value)
    return {
        "looking": orientation.looking(state),
        "direction": orientation.softmax_direction(state),
        "corner": ATTENDING[orientation.transposed(state)],
    }


def _headings(view: str) -> dict[str, dict[str, str]]:
    """By the keys of its pictures the headings of a view above them, where it has them, and what they are called."""
    headings, heading = {}, {"title": "", "words": ""}
    for item in find(view).board(State.of(find(view))).items():
        if item["kind"] == "heading":
            heading = {name: item[name] for name in ("title", "words")}
        elif item["kind"] == "picture":
            headings[item["key"]] = heading | {"alt": item["header"].get("alt", "")}
    return headings


def _tokenizer(model: LanguageModel | TinyModel) -> dict[str, Any]:
    """Collect what cuts a text into tokens: merges, or the characters of an alphabet."""
    if isinstance(model, TinyModel):
        return dataclasses.asdict(model.task.alphabet)
    vocabulary = json.loads(model.tokenizer.bpe.to_str())["model"]
    return {"vocab": vocabulary["vocab"], "merges": vocabulary["merges"]}


def _example(model: LanguageModel | TinyModel) -> str:
    """Return the text to show while nothing is typed; of a task an input with its answer."""
    if isinstance(model, LanguageModel):
        return EXAMPLE
    return model.task.alphabet.written(model.task.read(model.task.example).ids[0]).rstrip(" ·")


def _changed(change: Intervention) -> dict[str, Any]:
    """Return the settings that a model was trained with, without what dials say."""
    settings = dataclasses.asdict(change)
    listed = {name: list(value) if isinstance(value, frozenset) else value for name, value in settings.items()}
    return {name: value for name, value in listed.items() if settings[name] != getattr(UNCHANGED, name)}


def _start() -> dict[str, Any]:
    """Collect the opening of the start, its head, the ribbon that its demonstration moves, and what to find next."""
    drawn = find("start").board(State.of(find("start"))).drawn("looks")
    assert drawn
    *_, source, shown = drawn.header["demonstration"]["edit"]
    moves = [drawn.header["words"][word]["text"] for word in (source, shown)]
    return {"head": drawn.header["head"], "then": drawn.header["then"], "moves": moves}


def _dials() -> dict[Dial[Any], tuple[str, ...]]:
    """The dials, each with the views that have it."""
    return {
        next(dial for dial in find(view).controls if dial.key == key): views for (view, key), views in _DIALS.items()
    }


def _defaults(change: Intervention) -> dict[str, Any]:
    """Where the dials stand at first, for a model that was trained with a change."""
    trained = {"mask": change.mask, "scaled": change.scaled, "attention_temperature": change.temperature}
    asked = {"question": first_visit.QUESTION.default}
    return {dial.key: None if callable(dial.default) else dial.default for dial in _dials()} | trained | asked


def _key(key: Key, config: Any, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a key of the address: its values and its default."""
    holds, default = key.holds, defaults.get(key.name, "" if key.name in _TEXTS else None)
    match holds:
        case Number():
            kind: dict[str, Any] = {"kind": "number", "low": holds.low, "high": holds.high, "step": holds.step}
            kind["whole"] = holds.whole
            kind["most"] = {"layer": config.n_layers, "head": config.n_heads}.get(key.name, holds.high)
        case Switch():
            kind = {"kind": "switch"}
        case OneOf():
            kind = {"kind": "options", "options": list(holds.options)}
        case _:
            kind = {"kind": "text", "most": getattr(holds, "most", SENTENCE)}
    return kind | {"default": default}


def _dial(dial: Dial[Any], views: tuple[str, ...], config: Any, defaults: Mapping[str, Any]) -> dict[str, Any]:
    key = KEYS[dial.key]
    label = dial.label or key.means[0].upper() + key.means[1:]  # of one whose control in the app is a picture
    about = {"key": key.name, "label": label, "help": dial.help, "views": views}
    return _key(key, config, defaults) | about


def _weights(model: LanguageModel | TinyModel | None) -> bytes:
    """The weights as a safetensors file: those of the bundled model as they are, in 16 bits, of another in 32."""
    if model is None:
        return (MODELS / "story" / WEIGHTS).read_bytes()
    state = model.transformer.state_dict()
    if model.transformer.config.tied:
        state.pop("unembedding.weight", None)
    return save({name: weight.contiguous() for name, weight in state.items()})


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the page as a file and as a folder."""
    parser = argparse.ArgumentParser(prog="headlight page", description=__doc__)
    parser.add_argument("--file", default="site/headlight.html", help="the page as one file")
    parser.add_argument("--site", default="site", help="the page as a folder for a static host")
    parser.add_argument("--app", default="", help="where the whole app can be reached")
    options = parser.parse_args(arguments)
    folder, file = site(options.site, app=options.app), live(options.file, app=options.app)
    print(f"{file}: {file.stat().st_size / 1e6:.2f} MB; {folder}: open index.html on a static host")


if __name__ == "__main__":
    main()
