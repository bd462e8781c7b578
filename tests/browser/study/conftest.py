"""The tabs of newcomers, as in the trials that `make test` runs."""

from tests.browser.test_trials import tabs  # noqa: F401
