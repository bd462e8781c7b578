"""Plausible one-line bugs in every room of the project, and the study of which of them the tests notice."""

from tests.planted.core import BUGS as CORE

BUGS = CORE
