"""Count what docs/style.md asks for: words on the screen, in lessons and README, words to replace, dials without help.

python -m tests.wording
"""

import ast
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args

from headlight.reading import assets
from headlight.reading.reader import CannotShow
from headlight.state.places import PAGES
from headlight.state.registry import View, views
from headlight.state.state import DialKind, State

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "style.md"
LONG = 25  # words in a sentence
_LESSONS = assets.FOLDER / "lessons"
# A formula is read as one word, a link by its label, and marks of Markdown are none.
_NO_WORDS = ((r"\$\$?.+?\$\$?", "formula"), (r"\[([^\]]*)\]\([^)]*\)", r"\1"), (r"(?m)^#+ |[*`|]|^\s*[-:]+\s*$", ""))
# A comment, a regular expression, or a text in one of three kinds of quotes.
_OF_SCRIPTS = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?<=[(,=])\s*/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+/"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)""",
    re.DOTALL,
)
_CODE = re.compile(r"`[^`\n]+`")  # the name of a file or of a command is no word
BOARD = 120  # words of a board under a switch
_ASKS = re.compile(r"(What|How|Whose|From which|Which|Who|Where|When|Why|Does|Do|Is|Are|Can)\b")
_DEFAULT = re.compile(r"\b(at first|default)\b", re.IGNORECASE)
_DECIMALS = re.compile(r"\d\.\d+\b.{0,3}of (its|the) (attention|probability)|probability (of )?0\.\d")
# A whole number without a comma, but for a year, a place in code, an id and a seed.
_UNREAD = re.compile(r"(?<![\d.,(\[])(?<!et al\. )(?<!\bid )(?<!seed )\d{4,}(?![\d);])")
_FORMULA = re.compile(r"[·×√]|et al\.")  # or a source
_VERB = re.compile(
    r"\b(add|adds|agree|align|aligns|are|asked|asks|attend|attends|be|become|becomes|begin|begins|bring|brings|can|"
    r"change|changes|choose|click|come|comes|compare|compares|count|counts|cover|covers|cross|depend|depends|"
    r"divide|divided|draw|draws|end|ends|explain|fall|falls|find|fire|fires|flips|follow|follows|gain|get|gets|"
    r"give|gives|go|goes|grows|guess|has|have|hide|hides|hold|holds|is|join|joins|keep|keeps|know|knows|leads|"
    r"learn|let|lets|look|lower|lowers|make|makes|mark|marks|matter|matters|may|means|measure|measured|"
    r"measures|meet|meets|mix|moved|moves|must|name|need|needs|offer|passes|point|predict|predicts|prefers|raise|"
    r"raises|reach|reaches|restores|rises|read|reads|say|says|scales|see|sees|show|shows|sort|sorted|stays|store|sum|sums|switch|take|"
    r"takes|teach|tells|try|turn|turns|types|use|uses|watch|wins|work|write|writes)\b",
    re.IGNORECASE,
)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Words(NamedTuple):
    """How many words stand where in a view."""

    before_the_picture: int
    on_the_screen: int
    in_the_lesson: int


class Said(NamedTuple):
    """A text on the screen: a title, a hint, a note, what a picture says, a sentence, or the help of a control."""

    kind: str
    text: str


class Rule(NamedTuple):
    """What texts of these kinds have to keep, and how that is seen."""

    says: str
    of: tuple[str, ...]
    holds: Callable[[str], object]


class Prose(NamedTuple):
    """A lesson: what is read before its measurements, and its first paragraph."""

    lead: str
    rest: str
    measured: str


def count(text: str) -> int:
    """Count the words of a Markdown text."""
    return sum(bool(re.search(r"\w", word)) for word in _plain(text).split())


def _plain(text: str) -> str:
    for pattern, by in _NO_WORDS:
        text = re.sub(pattern, by, text, flags=re.DOTALL if "$" in pattern else 0)
    return text


def sentences(text: str) -> list[str]:
    """Cut a text into sentences."""
    return re.split(r"(?<=[.?!])\W*\s+(?=\W*[A-Z\d])", text)


READ = ("title", "hint", "note", "says", "help")
RULES = [
    Rule("a title is a noun or a question with “?”", ("title",), lambda text: "?" in text or not _ASKS.match(text)),
    Rule(
        "a hint has a verb, or is a formula or a source",
        ("hint",),
        lambda text: not text or "?" in text or _FORMULA.search(text) or _VERB.search(text),
    ),
    Rule("no sentence begins with “Of”", READ, lambda text: not re.search(r"(^|[.?!:] )Of\b", text)),
    Rule(
        "a reader may begin at any text: it names what it is about",
        ("title", "hint", "note", "help"),
        lambda text: not re.match(r"(It|Its|They|Their|That)\b", text),
    ),
    Rule("attention and probability are whole percent", READ, lambda text: not _DECIMALS.search(text)),
    Rule("whole numbers have their thousands apart", READ, lambda text: not _UNREAD.search(text)),
    Rule("a tooltip says what turning does, not its default", ("help",), lambda text: not _DEFAULT.search(text)),
    Rule(f"a sentence has at most {LONG} words", READ, lambda text: all(count(x) <= LONG for x in sentences(text))),
]


def prose_sentences(markdown: str) -> list[str]:
    """Cut Markdown into its sentences: headings and tables left out, a formula on lines of its own an end."""
    text = re.sub(r"\$\$.+?\$\$", "\n\n", markdown, flags=re.DOTALL)
    text = re.sub(r"(?m)^(#+ .*|\|.*)$", "\n", text)
    return [each for block in re.split(r"\n\s*\n|\n(?=- )", text) for each in sentences(_plain(block))]


def lesson(name: str) -> Prose:
    """The lesson of a view; the start has none."""
    path = _LESSONS / f"{name}.md"
    lead, _, rest = path.read_text("utf-8").partition("\n\n") if path.exists() else ("", "", "")
    rest, _, measured = rest.partition("## Measured\n")
    return Prose(lead, rest, measured)


def of_view(view: View) -> Words:
    """Count the words of a view as it opens: question and lead, and the headings, hints and notes of its board.

    The question of a page is shown on its first view. Words inside a picture, its labels and the reader's own, are not
    counted.
    """
    page, prose = PAGES[view.page], lesson(view.name)
    asked = count(page.question) if view.name == next(iter(page.views)) else 0
    first = before = asked + count(prose.lead)
    everything = first
    if view.draw:
        try:
            items = list(view.board(State.made(view, {})).items())
        except CannotShow:  # a real model that is not here
            items = []
        seen = False
        for item in items:
            seen = seen or item["kind"] == "picture"
            words = sum(count(item.get(part, "")) for part in ("title", "words"))
            everything += words
            before += 0 if seen else words
    return Words(before, everything, count(prose.rest))


def helps(view: View) -> Iterator[Said]:
    """Say what the tooltips of a view tell as it opens."""
    shown = (dial for dial in view.controls if dial.kind != "hidden")
    return (Said("help", str(dial.looks(State.made(view, {})).get("help", ""))) for dial in shown)


def against_rules(said: Iterable[Said]) -> Iterator[tuple[str, str]]:
    """Name each rule that is broken, with the words that break it."""
    return ((rule.says, text) for kind, text in said for rule in RULES if kind in rule.of and not rule.holds(text))


def broken(board: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Name each rule that a board breaks, that of its length among them, with the words."""
    said = [*said_on(board)]
    yield from against_rules(said)
    if (words := sum(count(text) for _, text in said)) > BOARD:
        yield f"a board has at most {BOARD} words", f"{words}"


def said_on(items: Iterable[Mapping[str, Any]]) -> Iterator[Said]:
    """Say what is read on a board: headings, hints, notes, and what stands with a picture.

    A formula is one word. Not counted are labels in pictures, tables, and texts to be read, such as a translation.
    """
    for item in items:
        header = item.get("header", {})
        if item["kind"] == "heading":
            yield from (Said("title", item["title"]), Said("hint", item["words"]))
        elif item["kind"] == "note":
            yield Said("note", item["words"])
        elif pieces := header.get("says") or (not header.get("large") and header.get("pieces")):
            yield Said("says", "".join(words for words, _ in pieces))


def replaced() -> re.Pattern[str]:
    """Match every word of the left columns of the guide's tables; a row with a bracket needs a reader."""
    found: list[str] = []
    for heading in ("Plain words", "False friends"):
        section = GUIDE.read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
        cells = re.findall(r"^\| (.+?) \|", section, re.MULTILINE)[2:]
        found += [word for cell in cells if "(" not in cell for word in cell.split(", ")]
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, found))})(?![\w-])", re.I)


def texts() -> dict[str, str]:
    """All that a reader reads, by the file that it is in: lessons, TOML files, documents, texts in code."""
    found = {path.name: path.read_text("utf-8") for path in sorted(_LESSONS.glob("*.md"))}
    for name in ("stories.toml", "path.toml", "glossary.toml", "examples.toml", "questions.toml", "plans.toml"):
        found[name] = "\n".join(_strings(tomllib.loads((assets.FOLDER / name).read_text("utf-8"))))
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "training" / "README.md"]
    documents += [*(ROOT / "docs").glob("*.md"), *(assets.FOLDER / "models").glob("*/CARD.md")]
    found |= {
        str(path.relative_to(ROOT)): " ".join(_CODE.sub("", path.read_text("utf-8")).split())
        for path in documents
        if path.name != GUIDE.name
    }
    for path in (ROOT / "docs" / "examples").glob("*.ipynb"):
        cells = (cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "markdown")
        found[path.name] = "\n".join("".join(cell["source"]) for cell in cells)
    # Each file once: headlight/pages is pages/, by a link.
    code = {path.resolve() for room in ("headlight", "pages", "transformer") for path in (ROOT / room).rglob("*.py")}
    found |= {str(path.relative_to(ROOT)): "\n".join(_shown_by(path)) for path in sorted(code)}
    scripts = [
        path for end in ("js", "html") for path in sorted((ROOT / "headlight/pictures/browser").rglob(f"*.{end}"))
    ]
    return found | {str(path.relative_to(ROOT)): "\n".join(_shown_by_script(path)) for path in scripts}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def _shown_by(path: Path) -> Iterator[str]:
    """The texts of several words in a file of code that are no docstrings; the values inside of them left out."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = (node for node in ast.walk(tree) if isinstance(node, _DOCUMENTED))
    docs = {id(node.body[0].value) for node in nodes if node.body and isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in docs else None
        if isinstance(text, str) and " " in text.strip():
            yield text


def _shown_by_script(path: Path) -> Iterator[str]:
    """The texts of several words in a script or a page, without comments and the values inside of them."""
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        yield re.sub(r"<!--.*?-->|<(style|script).*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)
        return
    for found in re.finditer(_OF_SCRIPTS, text):
        words = re.sub(r"\$\{[^}]*\}", " ", found["text"] or "")
        if " " in words.strip():
            yield words


def silent_controls() -> list[str]:
    """Name the controls that have no tooltip: dials, and controls that a view draws itself.

    Guesses are questions, and a control without a label of its own is explained by the text beside it.
    """
    dials = [
        f"{name}: {dial.label}"
        for name, view in views().items()
        for dial in view.controls
        if dial.kind != "hidden" and not dial.looks(State.made(view, {})).get("help")
    ]
    return dials + [
        f"{path.name}: {ast.unparse(call.args[1])}"
        for path in sorted((ROOT / "pages").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) in {f"controls.{kind}" for kind in get_args(DialKind)}
        and not {"help", "label_visibility"} & {word.arg for word in call.keywords}
    ]


def main() -> None:
    """Print words before the first picture, on the screen and in the lesson of each view; and counts of the whole."""
    by_view = {name: of_view(view) for name, view in views().items()}
    whole = Words(*map(sum, zip(*by_view.values(), strict=True)))
    print(f"{'view':20}{'before the first picture':>26}{'on the screen':>15}{'in the lesson':>15}")
    for name, words in (by_view | {"all": whole}).items():
        print(f"{name:20}{words.before_the_picture:26}{words.on_the_screen:15}{words.in_the_lesson:15}")
    prose = [f"{lesson(name).lead}\n\n{lesson(name).rest}" for name in by_view]
    for what, number in {
        "figures in lessons": sum(len(re.findall(r"\d+(?:[.,]\d+)*", _plain(text))) for text in prose),
        f"their sentences over {LONG} words": sum(
            len(each.split()) > LONG for text in prose for each in prose_sentences(text)
        ),
        "words that the guide replaces": sum(len(replaced().findall(text)) for text in texts().values()),
        "controls without a tooltip": len(silent_controls()),
        "words of README": len((ROOT / "README.md").read_text("utf-8").split()),
    }.items():
        print(f"{what:36}{number:9}")


if __name__ == "__main__":
    main()
