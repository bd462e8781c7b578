"""What a view is made of: how it is declared, what is set in it, what it compares and says."""

from headlight.frame.cache import cached
from headlight.frame.found import BUNDLED, FOUND
from headlight.frame.next_words import Comparison
from headlight.frame.reader import EXAMPLE, CannotShow, Model, bundled, readable
from headlight.frame.registry import Chart, Entry, Link, view
from headlight.frame.state import Button, Choices, Dial, Dials, Label, Pressed, State, Table
from headlight.frame.words import Says, capital, count, decimal, escaped, said
