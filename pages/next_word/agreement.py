"""Agreement: whether the model says was or were far from the subject, and which noun decides it."""

from headlight.parts import dials, next_words
from headlight.parts.nouns import State, cached, said, view
from headlight.pictures import Labels, Listeners, Screen, Style
from headlight.reading import reader
from transformer import LanguageModel
from transformer.experiments.agreement import BETWEEN, SUBJECTS, VERBS, Agreement, measure, sentence
from transformer.softmax import softmax


@cached(most=4)
def _measured(model: LanguageModel) -> Agreement:
    return measure(model)


@view(box=dials.sentence(sentence(SUBJECTS[0], BETWEEN[-1])), alone="it was trained on the words of these pairs")
def agreement(state: State, screen: Screen) -> None:
    """Draw the measured table, subjects above columns and what comes between before rows; and the sentence's verbs."""
    model, trace = reader.bundled(), state.trace()
    table = _measured(model)
    cells = {
        sentence(subject, between): (row, column)
        for row, subject in enumerate(SUBJECTS)
        for column, between in enumerate(BETWEEN)
    }
    selected = cells.get(state.text.strip())
    measured, following = screen.columns(74, 26, least=(440, 260))
    with measured.headed(
        "Who decides the verb?",
        "Blue: “was”. If the subject decided, each column would have one colour. Choose a cell.",
    ):
        screen.matrix(
            table.log_ratios,
            Labels(
                rows=[subject.removeprefix("The ") for subject in SUBJECTS],
                columns=[between or "(nothing)" for between in BETWEEN],
                noun="ln(p(was) / p(were))",
            ),
            style=Style(scale="diverging", decimals=1, plain=True),
            says=said(
                "**{right} of {all}** verbs agree with their subject. Beside the verb the subject decides. Past "
                "another noun **that noun** weighs more: {nearest:.1f} against {far:.1f}.",
                right=table.right,
                all=table.log_ratios.size,
                far=table.by_subject[1:].mean(),
                nearest=table.by_nearest.mean(),
            ),
            alt="The logarithm of how much more likely was is than were, by subject and by what comes between.",
            key="agreement",
            selected=selected,
            listeners=Listeners(cell=lambda cell: {"text": sentence(SUBJECTS[cell[0]], BETWEEN[cell[1]])}),
            transposed=True,
        )
    with following.headed(state.text.strip() if selected else "After your sentence", "Was or were, of these two?"):
        ids = [model.tokenizer.ids(verb)[0] for verb in VERBS]
        chances = softmax(trace.next_logits[ids])
        alt = "The probabilities of was and were as the next word, of these two alone."
        next_words.draw(screen, model, state.text, ids, chances, alt=alt, key=next_words.KEY)
