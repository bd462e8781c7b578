"""A verb far from its subject: whether the model says was or were, and which noun decides it."""

from components.bars import bars
from components.board import Board
from components.matrix import matrix
from transformer import LanguageModel, Trace
from transformer.experiments.agreement import BETWEEN, SUBJECTS, Agreement, measure, sentence
from ui import dials, vocabulary
from ui.held import held


@held(most=4)
def _measured(name: str, _model: LanguageModel) -> Agreement:
    return measure(_model)


def choose_sentence(cell: tuple[int, int]) -> None:
    """Write the sentence of a cell into the box."""
    dials.move(text=sentence(SUBJECTS[cell[0]], BETWEEN[cell[1]]))


def show(screen: Board, model: LanguageModel, trace: Trace) -> None:
    """The measured table, subjects above the columns and what stands between before the rows; and the next word."""
    found = _measured(model.name, model)
    measured, following = screen.columns(52, 48)
    with measured:
        screen.heading(
            "Was or were?",
            "ln(p(was) / p(were)) after “The”, the noun above a column and the words before a row. Blue: was is "
            "likelier, orange: were. If the subject decided, each column would have one colour; if the nearest noun, "
            "each row. Choose a cell to read it.",
        )
        matrix(
            found.log_ratios,
            rows=[subject.removeprefix("The ") for subject in SUBJECTS],
            columns=[between or "(nothing)" for between in BETWEEN],
            noun="ln ratio",
            scale="diverging",
            says=said(found),
            alt="The logarithm of how much likelier was is than were, by subject and by what stands between.",
            key="agreement",
            on_cell=choose_sentence,
            transposed=True,
        )
    with following:
        screen.heading("Next word", "After the sentence in the box, which a chosen cell replaces.")
        labels, probabilities = vocabulary.likeliest(model, trace, count=10)
        bars(probabilities, labels=labels, alt="The likeliest next tokens after the sentence.", key="next_word")


def said(found: Agreement) -> list[tuple[str, bool]]:
    """How many verbs are right, what the subject is worth near and far, and what the nearest noun is worth."""
    near, far = found.by_subject[0], found.by_subject[1:].mean()
    return [
        (f"{found.right} of {found.log_ratios.size}", True),
        (" verbs agree with their subject. A singular subject in place of a plural one is worth ", False),
        (f"{near:.2f}", True),
        (" right before the verb and ", False),
        (f"{far:.2f}", True),
        (" past another noun; that noun, singular in place of plural, is worth ", False),
        (f"{found.by_nearest.mean():.2f}", True),
        (", though it is not the subject.", False),
    ]
