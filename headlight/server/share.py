"""Open the app to the people in the same network: `headlight share`, or make share."""

import socket
import sys
from collections.abc import Sequence

from headlight.server import opened
from headlight.server.opened import PORT

WARNING = """
Anyone on your network can now open Headlight at

    http://{address}:{port}

and with it use this computer's processor. Nothing that they type is kept or sent anywhere, and what they type is not
encrypted on its way. Share it in a network that you trust, and press Ctrl+C when the class is over.
"""


def main(arguments: Sequence[str]) -> None:
    """Say where others find the app, and become its server; further arguments are Streamlit's."""
    address = own_address()
    print(WARNING.format(address=address, port=PORT), flush=True)
    opened.serve(options(address, arguments))


def options(address: str, more: Sequence[str]) -> list[str]:
    """The server's arguments. With its address given, Streamlit asks no stranger for it."""
    return [
        "--server.address=0.0.0.0",
        f"--server.port={PORT}",
        f"--browser.serverAddress={address}",
        *(f"--server.allowedHosts={name}" for name in own_names(address)),
        *more,
    ]


def own_names(address: str) -> list[str]:
    """Every name and address under which this computer may be asked for: its own ones, and those that it alone uses."""
    name = socket.gethostname()
    try:
        addresses = [str(found_address[4][0]) for found_address in socket.getaddrinfo(name, None)]
    except OSError:  # a name that no resolver knows
        addresses = []
    local = [name, socket.getfqdn(), f"{name.partition('.')[0]}.local"]  # .local is what phones ask the network for
    return list(dict.fromkeys(["localhost", "127.0.0.1", "::1", address, *addresses, *local]))


def own_address() -> str:
    """The address of this computer in its network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 1))  # an address that belongs to nobody (RFC 5737); no packet leaves
            return probe.getsockname()[0]
        except OSError:
            return socket.gethostbyname(socket.gethostname())


if __name__ == "__main__":
    main(sys.argv[1:])
