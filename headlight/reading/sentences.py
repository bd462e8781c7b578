"""Sentences with values that the app and the live page both fill in; `**` parts what is strong, as in words.said."""

from headlight.reading.real_models import SENTENCE

LOOKS = "**{looking}** (position {query}) gives **{weight}** of its attention to **{looked_at}** (position {key})."
MASKED = "**{looking}** (position {query}) may not attend to **{looked_at}** (position {key}): the cell is masked."
KEEPS = "**{last}** keeps **{weight}** of its attention for itself."
GIVES = "**{last}** gives **{weight}** of its attention to **{word}**, {place}."
BEFORE = "the token before it"
FARTHER = "at position {key}"
COUNTED = "{role}; here {counted}"
COUNT = "{looking} of {of} {doing}"
NONE_CAN = "no word can"
DOING = ("does", "do")  # one word, and several
LOOKING_BACK = ("attends one back", "attend one back")

# What one head is worth at the last position.
WITHOUT = "Without this head, “{word}” has {has:.0f}%."
# Why this word: what brings it, by the kind that a reading names; `hidden` is what is left with that word hidden.
BROUGHT = "“{word}”, **{had}**: {head} brought it from {source}. Hide that word: **{hidden}**."
HEAD_NEEDS = "“{word}”, **{had}**: {head} needs {source} for it. Hide that word: **{hidden}**."
SEVERAL = "“{word}”, **{had}**: several heads use {source}. Hide that word from all of them: **{hidden}**."
NEEDED = "“{word}”, **{had}**: it needs {source}. Hide that word: **{hidden}**."
ENOUGH = "“{word}”, **{had}**: {source} is enough. With no other word in sight: **{hidden}**."
ONE_WORD = "“{word}”, **{had}**: the model has only one word to go on."
NO_WORD = "“{word}”, **{had}**: no earlier word decides. Without {part}, which matters most: **{left}**."
FFN_TOO = "It also needs the FFN of layer {layer}. Without that: **{left}**."
WHICH_WORD = "Which word brings the next one? Tap it."
WHAT_NEXT = "What comes next? Choose."
ASKED_NEXT = "Next: what comes next here? →"
TYPE_YOUR_OWN = "Now type your own sentence."
ANOTHER = "Another word for “{word}”, and what comes then:"
NO_OTHER = "No single token can replace “{word}”."
UNREAD = "Your last token was never read in training: no table could go on."
NEVER_THEN = "“**{end}**” was read **{times}** and never went on with “{word}”: the model does not look that up."
MOST_THEN = "“**{end}**” was read **{times}** and went on with “{word}” most often, {known}: a table would say so too."
TIED_THEN = (
    "“**{end}**” was read **{times}** and went on with “{word}” {known}, as with “{other}”: a table could say both."
)
OTHER_THEN = "“**{end}**” was read **{times}** and went on with “{word}” {known}; a table would say “{other}”."
TIMES = ("once", "twice", "{count} times")
SWITCHED_OFF = "Here {part} is switched off at the last position."
HIDDEN_FROM_ONE = "Here {part} cannot attend to {words} from the last position."
HIDDEN_FROM_ALL = "Here no head can attend to {words} from the last position."
GOES = "“{word}” goes from {had} to {has}."
CUT = "You cut this ribbon: in {head}, “{word}” no longer attends to “{source}”."
CUT_WORD = "You cut “{word}”: no later word attends to it."
CUT_HEAD = "You cut {head}: it hands nothing on."
MOVED = "You moved a ribbon: in {head}, “{word}” attends to “{target}” instead of “{source}”."
WRITTEN = "Written by the model: **{text}**"
AT_ONE = "Dashed: both temperatures at 1, nothing cut."
BEFORE_CUT = "Dashed: before the cut."  # of next words of which top-k or top-p has cut some
FADED = ", outlined as before the cut; faded ones are cut and cannot be drawn."  # who hears the picture
WARM = ", outlined as at temperature 1."
DRAWS = "After this text, seed {seed} draws “**{drawn}**”."

READS = "This model reads"
READS_HERE = "The pictures of this model show"
DROPPED = "{reads} {most} tokens at a time: the last {dropped} tokens of your text are not in the pictures."
EMPTY = "Nothing typed yet: the pictures show the example."
UNREADABLE = "The model cannot read this text, so the pictures show the example."
INSTEAD = "“{label}” holds nothing to read: the pictures use “{example}” until it does."
FULL = f"The box holds {SENTENCE} characters; anything beyond was not taken."

HERO = "The words of the sentence; one of them attends to others. Arrow keys choose another word."
STAGE = "{stage} of layer {layer}, head {head}"
TURNED = "{alt}: {looking}."
MIX = "What {word} gets in {head}: a row for each weighted value, and their sum."
