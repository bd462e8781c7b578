"""The questions as GIFT, the text file from which Moodle and others fill a bank of questions."""

import re

from headlight.questions.questions import Questions, numbered, seen_at

_SPECIAL = re.compile(r"([\\~=#{}:])")  # what GIFT reads as its own


def gift(questions: Questions, app: str = "") -> str:
    """Write the questions as GIFT: each answer has its sentence, and after all the fact and the view that shows it.

    Views are linked at the address of the `app`; without one they are named. Comments name each question, its concept,
    and the ideas behind its wrong answers.
    """
    blocks = [f"// {len(questions.items)} questions on transformers, made by Headlight\n$CATEGORY: Headlight"]
    for title, question in numbered(questions):
        ideas = [f"// {option.idea}: {questions.ideas[option.idea]}" for option in question.options if option.idea]
        answers = [
            f"\t{'=' if option.right else '~'}{_safe(option.says)}#{_safe(option.feedback)}"
            for option in question.options
        ]
        tags = " ".join(f"[tag:idea-{option.idea}]" for option in question.options if option.idea)
        lines = [
            f"// [id:{question.id}] {tags}",
            *dict.fromkeys(ideas),
            f"::{_safe(title)}::[plain]{_safe(question.asked)}{{",
            *answers,
            f"\t####{_safe(f'{question.fact} {seen_at(question, app)}')}",
            "}",
        ]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _safe(words: str) -> str:
    return _SPECIAL.sub(r"\\\1", words)
