"""The style of every page with its first bytes, so that nothing is painted that a later style would change."""

from html import escape
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from headlight.app import present
from headlight.pictures.design_tokens import STYLE
from headlight.pictures.scripts import LOST, OPENING
from headlight.server import card, card_drawn, moved

_SHOWN, _ASKS = 200, "What comes next, and which word brings it? See where each word attends."  # letters of a sentence
_ALT = "The sentence, a ribbon from its last word to the word that it needs, and the most likely next words"
_HEAD = b"</head>"
_STREAMLITS, _END = b'id="root"', b"</body>"  # at the end: rules count after those that Streamlit puts into the head
_OTHER_ANSWERS = (b"if-none-match", b"if-modified-since", b"accept-encoding")  # no page, or one that cannot be read


def preview(text: str, image: str = "") -> str:
    """Tell what a chat or a network shows beside the link of a sentence; nothing where a link has none.

    `image` is the whole address of its picture; "" where it has none.
    """
    if not text.strip():
        return ""
    said = {
        "og:title": f"“{text[:_SHOWN]}{'…' * (len(text) > _SHOWN)}”",
        "og:description": _ASKS,
        "og:site_name": "Headlight",
        "og:type": "website",
    }
    if image:
        size = {
            "og:image:width": f"{card_drawn.WIDTH}",
            "og:image:height": f"{card_drawn.HEIGHT}",
            "og:image:alt": _ALT,
        }
        said |= {"og:image": image, **size}
    kind = f'<meta name="twitter:card" content="{"summary_large_image" if image else "summary"}">'
    return kind + "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in said.items())


def styled(page: bytes, *, slide: bool, preview: str = "") -> bytes:
    """The page that the browser is given, with our style, its first script and the preview of its link in it.

    A slide has its own style too, until it ends.
    """
    styles = f"<style>{STYLE.read_text('utf-8')}{''.join(map(present.style, ('page', 'print', 'forced')))}</style>"
    if slide:
        styles += f"<style data-slide>{present.style('present')}</style>"
    begins = f"{styles}<script>{OPENING}</script><script>{LOST}</script>"
    return page.replace(_END, begins.encode() + _END).replace(_HEAD, preview.encode() + _HEAD, 1)


class FirstLook:
    """Around Streamlit: puts the style into the page that it gives."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on; what may be a page is read whole before it is given."""
        keys = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        slide, text = "present" in keys, keys.get("text", "")
        # Who makes a preview of a link asks for anything at all, a browser for a page.
        asks = bool(text) or "text/html" in Headers(scope=scope).get("accept", "") if scope["type"] == "http" else False
        if not asks:
            return await self._app(scope, receive, send)
        scope = {**scope, "headers": [header for header in scope["headers"] if header[0] not in _OTHER_ANSWERS]}
        begun: Message | None = None
        body = bytearray()

        async def with_style(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                if Headers(raw=message["headers"]).get("content-type", "").startswith("text/html"):
                    begun = message
                    return
            elif begun:
                body.extend(message.get("body", b""))
                if message.get("more_body"):
                    return
                if _STREAMLITS in body and not moved.is_root(scope):  # Streamlit gives it for what is nowhere
                    return await moved.lead_on(scope)(scope, receive, send)
                if _STREAMLITS in body:
                    said = preview(text, card.address_of(keys, scope))
                    message = {"type": "http.response.body", "body": styled(bytes(body), slide=slide, preview=said)}
                    headers = MutableHeaders(scope=begun)
                    headers["content-length"] = str(len(message["body"]))
                    for name in ("etag", "last-modified"):  # which are of the page without it
                        del headers[name]
                else:
                    message = {"type": "http.response.body", "body": bytes(body)}
                await send(begun)
            await send(message)

        await self._app(scope, receive, with_style)
