"""A server as it is asked under a name, by a page of its own or by a stranger's."""

import http.client

STREAM = "/_stcore/stream"
_WEBSOCKET = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol": "streamlit",
}


def asked(port: int, path: str, *names: str, origin: str | None = None, post: bool = False) -> tuple[int, str]:
    """Status and words of the answer to a request that calls the server by these names.

    It comes from a page of its own, or from one of the `origin`; a post says an empty object.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest("POST" if post else "GET", path, skip_host=True)
    for name in names:
        connection.putheader("Host", name)
    for each in [origin] if origin is not None else [f"http://{name}" for name in names]:
        connection.putheader("Origin", each)
    for key, value in (_WEBSOCKET if path.endswith(STREAM) else {}).items():
        connection.putheader(key, value)
    if post:
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", "2")
    connection.endheaders(b"{}" if post else None)
    answer = connection.getresponse()
    words = "" if answer.status == 101 else answer.read().decode()
    connection.close()
    return answer.status, words
