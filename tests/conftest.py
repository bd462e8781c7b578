"""Every test computes as the app does, on one core: with more, sums are added in another order and differ a little."""

from ui.reading import one_core_each

one_core_each()
