"""Scripts of a page: each import leads to a file, by one rule, or is refused in a sentence."""

from pathlib import Path

import pytest

from headlight.pictures.scripts import BROWSER, scripts_of


def written(folder: Path, **texts: str) -> Path:
    """A folder of scripts; `a_b` is a/b.js, and nothing imports d/e.js yet."""
    for name, text in {"d_e": "export const e = 1;\n", **texts}.items():
        path = folder / f"{name.replace('_', '/')}.js"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("text", "inlined"),
    [
        ('import { e } from "../d/e.js";', 'import { e } from "headlight/d/e.js";'),
        ("import e from '../d/e.js';", "import e from 'headlight/d/e.js';"),
        ('import {\n  e,\n  f,\n} from "../d/e.js";', 'import {\ne,\nf,\n} from "headlight/d/e.js";'),
        ('import "../d/e.js";', 'import "headlight/d/e.js";'),
        ('export { e } from "../d/e.js";', 'export { e } from "headlight/d/e.js";'),
        ('const e = () => import("../d/e.js");', 'const e = () => import("headlight/d/e.js");'),
        ("const e = import(`../d/e.js`);", "const e = import(`headlight/d/e.js`);"),
    ],
)
def test_an_import_brings_its_file_and_has_a_name_without_an_address(text: str, inlined: str, tmp_path: Path) -> None:
    folder = written(tmp_path, a_b=f"{text}\n")
    assert scripts_of(["a/b"], folder=folder) == {"a/b.js": f"{inlined}\n", "d/e.js": "export const e = 1;\n"}
    assert scripts_of(["a/b"], inlined=False, folder=folder)["a/b.js"].split() == text.split()


@pytest.mark.parametrize(
    ("text", "inlined"),
    [
        ("const one = (name) => import(`../d/${name}.js`);", "const one = (name) => import(`headlight/d/${name}.js`);"),
        ('import(new URL("../d/e.js", import.meta.url).href);', None),
        ('say(`from "../d/e.js"`, " import " + important("../d/e.js"));', None),
        ('export const where = "../d/e.js", from = "../d/e.js";', None),
        ('export function imports() {\n"../d/e.js";\n}', None),
        ('// import "../d/e.js"\n/* import { e } from "../d/e.js"; */\nlet e;', "let e;"),
        ('/** @type {typeof import("../d/e.js")} */ let e;', "let e;"),
        ("const e = (/** @param {number} n */ n) => n;", "const e = (n) => n;"),
        ("let e; // the reader's `e`", "let e;"),
        ('let e = "a; // b"; let f;', None),
    ],
)
def test_what_is_no_import_or_known_only_later_brings_none(text: str, inlined: str | None, tmp_path: Path) -> None:
    assert scripts_of(["a/b"], folder=written(tmp_path, a_b=f"{text}\n")) == {"a/b.js": f"{inlined or text}\n"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'import { e } from "../d/f.js";',
            "a/b.js imports d/f.js, which is not in {folder}/: correct the path",
        ),
        ('import { e } from "../D/e.js";', "a/b.js imports D/e.js, which is not in {folder}/"),
        ('import { e } from "../d/e";', "a/b.js imports d/e, which is not in"),
        ('import { e } from "../../e.js";', "a/b.js imports ../e.js, which is not in"),
        ('import { e } from "d/e.js";', "a/b.js imports 'd/e.js': write where it is from there, such as ./d/e.js."),
        ('import("https://elsewhere/e.js");', "a/b.js imports 'https://elsewhere/e.js': write"),
        ("const one = (name) => import(name);", "a/b.js imports 'name': write"),
    ],
)
def test_an_import_that_leads_nowhere_is_refused(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError) as refused:
        scripts_of(["a/b"], folder=written(tmp_path, a_b=f"{text}\n"))
    assert str(refused.value).startswith(says.format(folder=tmp_path.name))


def test_two_scripts_of_one_name_where_case_is_not_kept_are_refused(tmp_path: Path) -> None:
    folder = written(tmp_path, a_b='import "./B.js";\n', a_B="\n")
    with pytest.raises(ValueError, match=r"a/b\.js and a/B\.js have one name where case is not kept: rename one"):
        scripts_of(["a/b"], folder=folder)


def test_every_script_can_be_on_a_page() -> None:
    names = [path.relative_to(BROWSER).with_suffix("").as_posix() for path in BROWSER.rglob("*.js")]
    assert scripts_of(names).keys() == {f"{name}.js" for name in names}
