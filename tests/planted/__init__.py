"""Plausible one-line bugs in every room of the project, and the study of which of them the tests notice."""

from tests.planted.core import BUGS as CORE
from tests.planted.formulas import BUGS as FORMULAS
from tests.planted.grids import BUGS as GRIDS
from tests.planted.learning import BUGS as LEARNING
from tests.planted.live import BUGS as LIVE
from tests.planted.pictures import BUGS as PICTURES
from tests.planted.pinned import BUGS as PINNED
from tests.planted.readings_and_experiments import BUGS as READINGS
from tests.planted.real import BUGS as REAL
from tests.planted.screen import BUGS as SCREEN
from tests.planted.scripts import BUGS as SCRIPTS
from tests.planted.training import BUGS as TRAINING
from tests.planted.translation import BUGS as TRANSLATION
from tests.planted.views import BUGS as VIEWS

BUGS = (
    CORE
    + REAL
    + READINGS
    + FORMULAS
    + SCREEN
    + VIEWS
    + TRANSLATION
    + LEARNING
    + LIVE
    + PINNED
    + PICTURES
    + GRIDS
    + SCRIPTS
    + TRAINING
)
