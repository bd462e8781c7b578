"""Attention: one head, from its queries and keys to what it adds, and one of its numbers taken apart."""

from components.board import board
from components.lines import lines
from components.strips import strips
from ui import code, dials, lesson, live_check, one_score, one_value, orientation, page, reading, stages, tokens, words
from ui.follow import shapes


def show() -> None:
    """Draw the view."""
    lesson.lead("attention")
    model = reading.model()
    layer, head = dials.head(model)
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        trace = reading.trace(text)
        attention = trace.layers[layer]
        with dials.row():
            query, key = dials.cell(attention.pattern[head])
        where = f"layer {layer + 1}, head {head + 1}"
        with board(key="to_weights", text=text) as screen:
            tokens.chips(trace, strong=(query, key))
            screen.heading(
                words.head_title(model, layer, head, trace),
                "Three learned matrices turn each token into a query, what "
                "it looks for, a key, what it is found by, and a "
                f"value, what it hands on: {model.config.d_head} numbers each. Look for tokens with like rows.",
            )
            for name, column in zip(("queries", "keys", "values"), screen.columns(1, 1, 1), strict=True):
                with column:
                    alt = f"{name.capitalize()} of {where}: a row for each token, a column for each dimension."
                    strips({name: getattr(attention, name)[head]}, tokens=trace.words, alt=alt, key=name)
            screen.heading(
                "From scores to weights",
                f"{orientation.softmax_direction()} Choose a cell in any of the four to take its number apart below.",
            )
            for pair in (("scores", "scaled"), ("masked", "pattern")):
                for stage, column in zip(pair, screen.columns(1, 1), strict=True):
                    with column:
                        screen.note(f"{stage}: {stages.says(trace, stage)}")
                        stages.picture(trace, layer, head, stage, selected=(query, key), on_cell=dials.choose_cell)
            screen.note(live_check.in_words(trace, layer))
            screen.heading("One number, taken apart", "The chosen cell: why its score is what it is.")
            one_score.picture(trace, layer, head, query, key)
            one_score.sums(screen, trace, layer, head, query, key)
            left, right = screen.columns(55, 45)
            with left:
                one_value.among_keys(screen, trace, layer, head, query)
            with right:
                one_value.in_words(screen, model, trace, layer, head, query, key)
            left, right = screen.columns(1, 1)
            with left:
                screen.heading(
                    "Who looks at whom",
                    "The pattern once more: a thicker line is more weight. Point at a token to see its lines alone.",
                )
                lines(attention.pattern[head], tokens=trace.words, alt=f"Weights of {where}.", key="lines")
            with right:
                screen.heading(
                    "What it brings back",
                    "context = pattern @ values: for each token the mean of the values it looks at, weighted.",
                )
                alt = f"Context of {where}: a row for each token, a column for each dimension."
                strips({"context": attention.context[head]}, tokens=trace.words, alt=alt, key="context")
                screen.note(
                    f"attended: the contexts of all {model.config.n_heads} heads side by side, times "
                    "W_O. It mixes every head "
                    f"of layer {layer + 1}, not this one alone, and is added to the residual stream."
                )
                alt = (
                    f"What all heads of layer {layer + 1} add: a row for each token, a column for "
                    "each of d_model dimensions."
                )
                strips({"attended": attention.attended}, tokens=trace.words, alt=alt, key="attended")
            shapes.show(screen, trace.config, len(trace.tokens))

    sentence_and_pictures()
    with board(key="classroom") as screen:
        shapes.show_classroom(screen)
    code.show(attention="the picture", shapes="the shapes")
    lesson.more("attention")
