"""A component of the page alone in the blank page: its real script, and what it tells."""

from typing import Any

from headlight.pictures.scripts import BROWSER
from tests.browser.drawing.glass import Glass

_MOUNT = """async ({ script, html, data, again }) => {
  const stage = document.querySelector("#stage");
  if (!again) {
    const host = document.createElement("div");
    host.attachShadow({ mode: "open" }).innerHTML = html;
    stage.replaceChildren(host);
    window.chosen = [];
  }
  const { default: show } = await import(script);
  const isWaiting = () => Boolean(window.waits); // for a server
  const setTriggerValue = (...event) => window.chosen.push(event);
  show({ parentElement: stage.firstChild.shadowRoot, data, setTriggerValue, isWaiting });
}"""


def address(name: str) -> str:
    """The address of a script of this name in the blank page, in whichever folder it is."""
    (path,) = BROWSER.rglob(f"{name}.js")
    return f"/{path.relative_to(BROWSER)}"


def mount(glass: Glass, name: str, data: dict[str, Any], *, html: str = "", again: bool = False) -> Glass:
    """Put a component into the page, or tell the one that is there something new."""
    html = html or f'<div class="{name}"></div>'
    glass.page.evaluate(_MOUNT, {"script": address(name), "html": html, "data": data, "again": again})
    return glass


def told(glass: Glass) -> list[Any]:
    """The values that were told since this was asked last."""
    return [value for _, value in glass.page.evaluate("chosen.splice(0)")]
