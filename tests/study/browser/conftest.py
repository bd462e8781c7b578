"""The server, the browser and the tabs of the browser tests."""

from tests.browser.classroom.conftest import students, teacher, teachers_page  # noqa: F401
from tests.browser.conftest import browser, laptop_tab, profiles, screen, server  # noqa: F401
from tests.browser.test_pages import opened, walk  # noqa: F401
from tests.browser.test_share_items import alone, desk  # noqa: F401
from tests.browser.test_trials import tabs  # noqa: F401
