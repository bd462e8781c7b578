"""The server, the browser and the tabs of the browser tests."""

from tests.browser.conftest import browser, laptop_tab, profiles, screen, server  # noqa: F401
from tests.browser.test_trials import tabs  # noqa: F401
