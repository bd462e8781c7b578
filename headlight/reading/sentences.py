"""Sentences with values that the app and the live page both fill in; `**` parts what is strong, as in words.said."""

from headlight.reading.real_models import SENTENCE

LOOKS = "**{looking}** (position {query}) gives **{weight:.4f}** of its attention to **{looked_at}** (position {key})."
MASKED = "**{looking}** (position {query}) may not attend to **{looked_at}** (position {key}): the cell is masked."
KEEPS = "**{last}** keeps **{weight:.2f}** of its attention for itself."
GIVES = "**{last}** gives **{weight:.2f}** of its attention to **{word}**, {place}."
BEFORE = "the token before it"
FARTHER = "at position {key}"
COUNTED = "{role}; here {counted}"
COUNT = "{looking} of {of} {doing}"
NONE_CAN = "no word can"
DOING = ("does", "do")  # one word, and several
LOOKING_BACK = ("attends one back", "attend one back")

# What one head is worth where the next word is read.
WITHOUT = "Without what it brings to “{last}”, “{word}” has {has:.0f}%."
# Why this word: how sure the model is, where what is strong opens, and what decides.
CERTAIN = "“{word}” is all but certain here: **{had}**."
LIKELIEST = "“{word}” is most likely here, **{had}**, before “{second}”, **{next}**."
HARDLY = "“{word}” is hardly more likely here than “{second}”: **{had}** and **{next}**."
GUESS = "“{word}” is a guess here, **{had}**: {half} words share half of the probability."
ONE_WORD = "{source} is the only word that it can go by."
ALONE = "{source} decides alone: could it attend to no other word, “{word}” would still have **{has}**."
ONE_LOOK = (
    "{head} brings it from {source}: if it could not attend there, “{word}” would have **{has}**; "
    "if no head could, **{hidden}**."
)
SEVERAL = "Several heads bring it from {source}: hidden from all of them here, it leaves “{word}” **{has}**."
ONE_HEAD = "{part} decides, from several words at once: without it here “{word}” has **{has}**."
ONE_FFN = "The {part} decides: “{word}” has **{has}** without it, and **{left}** without {head}, the strongest head."
NO_FFN = (
    "No single part decides: “{word}” has **{has}** without the {part}, and **{left}** without {head}, "
    "the strongest head."
)
NO_HEAD = "No single part decides: “{word}” has **{has}** without {part}, which is worth most here."
SWITCHED_OFF = "Here {part} is switched off at the last position."
HIDDEN_FROM_ONE = "Here {part} cannot attend to {words} from the last position."
HIDDEN_FROM_ALL = "Here no head can attend to {words} from the last position."
GOES = "“{word}” goes from {had:.2f} to {has:.2f}."
CUT = "You cut this ribbon: in {head}, “{word}” no longer attends to “{source}”."
MOVED = "You moved a ribbon: in {head}, “{word}” attends to “{target}” instead of “{source}”."
UNHEARD = "Ribbons that you move in a head that is switched off change nothing: it hands nothing on."
WRITTEN = "Written by the model: {text}"
DRAWS = "After this text, seed {seed} draws “**{drawn}**”."

READS = "This model reads"
READS_HERE = "Of this model the pictures show"
DROPPED = "{reads} {most} tokens at a time: the last {dropped} tokens of your text are not in the pictures."
EMPTY = "Nothing typed yet: the pictures show the example."
UNREADABLE = "The model cannot read this text, so the pictures show the example."
INSTEAD = "“{label}” holds nothing to read: the pictures use “{example}” until it does."
FULL = f"The box holds {SENTENCE} characters; anything beyond was not taken."

HERO = "The words of the sentence; one of them attends to others. Arrow keys choose another word."
STAGE = "{stage} of layer {layer}, head {head}"
TURNED = "{alt}: {looking}."
MIX = "What {word} gets in {head}: a row for each weighted value, and their sum."
