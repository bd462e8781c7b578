"""The Chromium that benchmarks and tests open: where it is, and what it must not ask for."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

# The first is the same browser without a window of its own: a fifth less work for each page.
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge",
)  # fmt: skip
MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
QUIET = [  # a browser that tries to reach its maker at start would be a stray connection on a closed network
    # What is asked of another host fails, and is noted; sites that have the app in a frame are on this machine.
    "--host-resolver-rules=MAP *.site.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """The path of a Chromium: $CHROMIUM, one on the PATH, or the one that Playwright downloaded."""
    named = os.environ.get("CHROMIUM")
    candidates = [named, *map(shutil.which, NAMES), *MAC]
    return next((path for path in candidates if path and Path(path).exists()), None) or _downloaded()


def _downloaded() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None
