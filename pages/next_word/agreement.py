"""Agreement: whether the model says was or were far from the subject, and which noun decides it."""

from headlight.parts import dials
from headlight.parts.nouns import Comparison, State, cached, said, view
from headlight.pictures import Screen
from headlight.reading import reader
from transformer import LanguageModel
from transformer.experiments.agreement import BETWEEN, SUBJECTS, Agreement, measure, sentence


@cached(most=4)
def _measured(model: LanguageModel) -> Agreement:
    return measure(model)


@view(box=dials.sentence(), alone="it was trained on the words of these pairs")
def agreement(state: State, screen: Screen) -> None:
    """The measured table, subjects above the columns and what stands between before the rows; and the next word."""
    model, trace = reader.bundled(), state.trace()
    found = _measured(model)
    measured, following = screen.columns(52, 48)
    with measured.headed(
        "Was or were?",
        "ln(p(was) / p(were)) after “The”, the noun above a column and the words before a row. Blue: was is "
        "likelier, orange: were. If the subject decided, each column would have one colour; if the nearest noun, "
        "each row. Choose a cell to read it.",
    ):
        screen.matrix(
            found.log_ratios,
            rows=[subject.removeprefix("The ") for subject in SUBJECTS],
            columns=[between or "(nothing)" for between in BETWEEN],
            noun="ln ratio",
            scale="diverging",
            says=said(
                "**{right} of {all}** verbs agree with their subject. Put a singular subject in place of a plural one: "
                "right before the verb it shifts the logarithm by **{near:.2f}**, past another noun by **{far:.2f}**. "
                "Put that noun into the singular: it shifts it by **{nearest:.2f}**, though it is not the subject.",
                right=found.right,
                all=found.log_ratios.size,
                near=found.by_subject[0],
                far=found.by_subject[1:].mean(),
                nearest=found.by_nearest.mean(),
            ),
            alt="The logarithm of how much likelier was is than were, by subject and by what comes between.",
            key="agreement",
            on_cell=lambda cell: {"text": sentence(SUBJECTS[cell[0]], BETWEEN[cell[1]])},
            transposed=True,
        )
    with following.headed("Next word", "After the sentence in the box, which a chosen cell replaces."):
        Comparison(state, trace, trace).likeliest(screen, count=10)
