"""What a view draws on: a board with all pictures as its methods; the file of a picture says what it draws."""

import headlight.pictures.alignment
import headlight.pictures.bars
import headlight.pictures.column_chart
import headlight.pictures.curves
import headlight.pictures.differences
import headlight.pictures.film
import headlight.pictures.formula
import headlight.pictures.head_grid
import headlight.pictures.layer_heads
import headlight.pictures.lines
import headlight.pictures.listing
import headlight.pictures.looks
import headlight.pictures.matrix
import headlight.pictures.merge_steps
import headlight.pictures.paths
import headlight.pictures.plane
import headlight.pictures.search_step
import headlight.pictures.sentence
import headlight.pictures.stacks
import headlight.pictures.strips
import headlight.pictures.table
import headlight.pictures.token_chips
import headlight.pictures.training_examples
import headlight.pictures.wires
import headlight.pictures.word_grid
from headlight.pictures.board import Board


class Screen(Board):
    """`screen.bars(...)` draws the bars of `headlight/pictures/bars.py`, and so does each of the others."""

    alignment = headlight.pictures.alignment.alignment
    bars = headlight.pictures.bars.bars
    column_chart = headlight.pictures.column_chart.column_chart
    curves = headlight.pictures.curves.curves
    differences = headlight.pictures.differences.differences
    film = headlight.pictures.film.film
    formula = headlight.pictures.formula.formula
    head_grid = headlight.pictures.head_grid.head_grid
    layer_heads = headlight.pictures.layer_heads.layer_heads
    lines = headlight.pictures.lines.lines
    listing = headlight.pictures.listing.listing
    looks = headlight.pictures.looks.looks
    matrix = headlight.pictures.matrix.matrix
    matrix_of_cosines = headlight.pictures.matrix.matrix_of_cosines
    matrix_of_heads = headlight.pictures.matrix.matrix_of_heads
    merge_steps = headlight.pictures.merge_steps.merge_steps
    paths = headlight.pictures.paths.paths
    plane = headlight.pictures.plane.plane
    search_step = headlight.pictures.search_step.search_step
    sentence = headlight.pictures.sentence.sentence
    stacks = headlight.pictures.stacks.stacks
    strips = headlight.pictures.strips.strips
    table = headlight.pictures.table.table
    token_chips = headlight.pictures.token_chips.token_chips
    training_examples = headlight.pictures.training_examples.training_examples
    wires = headlight.pictures.wires.wires
    word_grid = headlight.pictures.word_grid.word_grid
