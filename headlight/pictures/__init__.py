"""Array in, picture out: what a view draws with."""

from headlight.pictures.alignment import alignment
from headlight.pictures.bars import bars
from headlight.pictures.board import Board, Column, Drawn, OnChoose, collecting, note, tell
from headlight.pictures.columns import columns
from headlight.pictures.curves import curves
from headlight.pictures.differences import differences
from headlight.pictures.film import film
from headlight.pictures.formula import formula
from headlight.pictures.head_grid import head_grid
from headlight.pictures.layer_heads import layer_heads
from headlight.pictures.lines import Heads, Side, lines
from headlight.pictures.listing import listing
from headlight.pictures.looks import Then, looks
from headlight.pictures.matrix import Says, matrix, of_cosines, of_heads
from headlight.pictures.merge_steps import merge_steps
from headlight.pictures.paths import paths
from headlight.pictures.plane import Colour, Group, plane
from headlight.pictures.search_step import Continuation, search_step
from headlight.pictures.sentence import sentence
from headlight.pictures.stacks import Box, stacks
from headlight.pictures.strips import strips
from headlight.pictures.table import table
from headlight.pictures.tinted_sentences import Sentences, Tinted, tinted_sentences
from headlight.pictures.token_chips import token_chips
from headlight.pictures.training_examples import training_examples
from headlight.pictures.wires import Wire, wires
from headlight.pictures.word_grid import Cell, word_grid
