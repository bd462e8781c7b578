"""The screen of a view: a board with all pictures as its methods. Written by `contract.py`."""

from headlight.pictures import (
    alignment,
    bars,
    beam_tree,
    column_chart,
    curves,
    differences,
    film,
    floors,
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
    word_grid,
)
from headlight.pictures.board import Board
from headlight.pictures.picture import Method


class Screen(Board):
    """`screen.bars(...)` draws the bars of `headlight/pictures/bars.py`, and so does each of the others."""

    alignment = Method(alignment.alignment)
    bars = Method(bars.bars)
    beam_tree = Method(beam_tree.beam_tree)
    column_chart = Method(column_chart.column_chart)
    curves = Method(curves.curves)
    differences = Method(differences.differences)
    film = Method(film.film)
    floors = Method(floors.floors)
    formula = Method(formula.formula)
    head_grid = Method(head_grid.head_grid)
    layer_heads = Method(layer_heads.layer_heads)
    lines = Method(lines.lines)
    listing = Method(listing.listing)
    looks = Method(looks.looks)
    matrix_of_cosines = Method(matrix.matrix_of_cosines)
    matrix_of_heads = Method(matrix.matrix_of_heads)
    matrix = Method(matrix.matrix)
    merge_tree = Method(merge_tree.merge_tree)
    paths = Method(paths.paths)
    plane = Method(plane.plane)
    sentence = Method(sentence.sentence)
    shuffles = Method(shuffles.shuffles)
    stacks = Method(stacks.stacks)
    strips = Method(strips.strips)
    table = Method(table.table)
    term_tree = Method(term_tree.term_tree)
    tinted_sentences = Method(tinted_sentences.tinted_sentences)
    token_chips = Method(token_chips.token_chips)
    training_examples = Method(training_examples.training_examples)
    word_grid = Method(word_grid.word_grid)
