"""The nouns of a view: how it is declared, what is set in it, what it compares and says."""

from headlight.parts.next_words import Comparison
from headlight.parts.words import Says, capital, count, decimal, escaped, said
from headlight.reading.cache import cached
from headlight.reading.reader import EXAMPLE, CannotShow, Model, bundled, readable
from headlight.reading.real_models import BUNDLED, REAL_MODELS, SENTENCE
from headlight.state.address import Key
from headlight.state.key_types import ListText, Number, OneOf, SomeOf, Switch, Text
from headlight.state.registry import Chart, Entry, Link, view
from headlight.state.state import Button, Choices, Dial, Dials, Label, Pressed, State, chosen_in_picture
