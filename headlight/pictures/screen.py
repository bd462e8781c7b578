"""The screen of a view: a board with all pictures as its methods; the file of a picture says what it draws."""

from headlight.pictures import (
    alignment,
    bars,
    beam_tree,
    column_chart,
    curves,
    differences,
    film,
    formula,
    head_grid,
    layer_heads,
    lines,
    listing,
    looks,
    matrix,
    merge_tree,
    paths,
    plane,
    sentence,
    shuffles,
    stacks,
    strips,
    table,
    term_tree,
    tinted_sentences,
    token_chips,
    training_examples,
    wires,
    word_grid,
)
from headlight.pictures.board import Board


class Screen(Board):
    """`screen.bars(...)` draws the bars of `headlight/pictures/bars.py`, and so does each of the others."""

    alignment = alignment.alignment
    bars = bars.bars
    beam_tree = beam_tree.beam_tree
    column_chart = column_chart.column_chart
    curves = curves.curves
    differences = differences.differences
    film = film.film
    formula = formula.formula
    head_grid = head_grid.head_grid
    layer_heads = layer_heads.layer_heads
    lines = lines.lines
    listing = listing.listing
    looks = looks.looks
    matrix_of_cosines = matrix.matrix_of_cosines
    matrix_of_heads = matrix.matrix_of_heads
    matrix = matrix.matrix  # after those of its file: from here on the name is the picture's
    merge_tree = merge_tree.merge_tree
    paths = paths.paths
    plane = plane.plane
    sentence = sentence.sentence
    shuffles = shuffles.shuffles
    stacks = stacks.stacks
    strips = strips.strips
    table = table.table
    term_tree = term_tree.term_tree
    tinted_sentences = tinted_sentences.tinted_sentences
    token_chips = token_chips.token_chips
    training_examples = training_examples.training_examples
    wires = wires.wires
    word_grid = word_grid.word_grid
