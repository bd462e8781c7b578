"""Arrays in, pictures out: the board on which a view draws, and what its pictures are made of."""

from headlight.pictures.beam_tree import Branch
from headlight.pictures.board import Board, Column
from headlight.pictures.floors import Storey
from headlight.pictures.lines import Heads, Side
from headlight.pictures.looks import Asked, Demonstration, Extras, Next, Then, Words
from headlight.pictures.looks_read import Read, Swap
from headlight.pictures.matrix import Labels, Style
from headlight.pictures.picture import Door, Drawn, OnChoose, Says
from headlight.pictures.plane import Colour, Group
from headlight.pictures.screen import Screen
from headlight.pictures.stacks import Box
from headlight.pictures.term_tree import Level, Term
from headlight.pictures.tinted_sentences import Sentences, Tinted
from headlight.pictures.word_grid import Square
