"""Every key of the address: what it may hold, what it means, and whether it follows the reader to other pages.

One key has one meaning, one type and one range on every page, so that a link, the back button and what the session
remembers can never bring a page a value that it does not know. `controls.py` draws the control of a key, `session.py`
remembers it.
"""

from dataclasses import dataclass
from typing import Any, Literal

from headlight.reading.found import BUNDLED, FOUND
from headlight.reading.found import SENTENCE as SENTENCE
from headlight.state.holds import Holds, Line, Lines, Number, OneOf, SomeOf, Switch, Text
from headlight.state.story import STORIES
from transformer.learning.plans import EXPERIMENTS
from transformer.roles import HEAD_ROLES, IN_MENUS

# Of the bundled models, whose folders a test compares with these.
TOKENS, D_MODEL = 128, 192
TRANSLATOR_LAYERS, TRANSLATOR_HEADS, PIECES = 3, 6, 96
TWIN_TOKENS, TWIN_D_MODEL = 64, 88
OPENED, PIN = 600, 1500  # characters of the way to a number, and of a pinned picture with its state


# A key follows the reader "to other pages" that are opened from the menu, there "with its model" to views that show the
# same one, "forward", through links too, which otherwise show what they show to a newcomer, or "everywhere", back too.
Follows = Literal["", "to other pages", "with its model", "forward", "everywhere"]


@dataclass(frozen=True)
class Key:
    name: str
    holds: Holds
    means: str
    follows: Follows = ""


AT = "at"  # names the open view
KEYS: dict[str, Key] = {}


def declare(*keys: Key) -> None:
    """Add keys to the table. ValueError for a name that another control owns."""
    for key in keys:
        if key.name in KEYS:
            raise ValueError(f"the address has a key {key.name!r} already ({KEYS[key.name].means})")
        KEYS[key.name] = key


_MANY, _TOKEN = Number(1, 200), Number(0, TOKENS - 1)  # as many as any model has, see `Dial.most`
_PIECE = Number(0, PIECES - 1)
_SEED, _SMALL_SEED = Number(0, 9999), Number(0, 999)
_SENTENCE, _WORD = Text(SENTENCE), Text(40)
# Powers of ten and five steps between them, as on the dial of an amplifier.
_MULTIPLIERS = (
    *(0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7),
    *(1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100),
)
_BETWEEN = range(1, TRANSLATOR_LAYERS + 1)
_TASKS = "induction", "reverse", "copy", "sort", "agreement", "bear", "addition"
_HEADS = tuple(f"{layer}.{head}" for layer in (1, 2) for head in range(1, 5))
_SNAPSHOTS = 0, 20, 50, 100, 200, 350, 500, 800, 1100, 1400, 1700, 2000
_MEASURES = (*(HEAD_ROLES[name].aim for name in IN_MENUS if HEAD_ROLES[name].aim), "entropy", "distance")
BETWEEN = "A → A", "A → B", "B → A", "B → B"  # two sentences that are read as one
STOPS, RECAP = 10, "recap"

declare(
    # Follow the reader from page to page.
    Key("text", _SENTENCE, "the sentence", "to other pages"),
    Key("english", _SENTENCE, "the English to translate", "to other pages"),
    Key("layer", _MANY, "the layer, from 1, up to the last of the model", "with its model"),
    Key("head", _MANY, "the head of that layer, the same way", "with its model"),
    Key("mask", OneOf(("causal", "none", "window")), "which keys a query may look at", "to other pages"),
    Key("scaled", Switch(), "scores are divided by √d_head", "to other pages"),
    Key("attention_temperature", Number(0.1, 4.0, 0.1), "divides the scores of every head", "to other pages"),
    Key("output_temperature", Number(0.1, 3.0, 0.1), "divides the logits", "to other pages"),
    Key("orientation", OneOf(("rows", "columns")), "what queries are in a matrix", "everywhere"),
    Key("more", Switch(), "the pictures beside the main one are shown under it", "everywhere"),
    Key("arithmetic", Switch(), "scores, formulas and evidence are shown under the pictures", "everywhere"),
    Key("code", Switch(), "the code that recomputes them is shown", "everywhere"),
    Key("present", OneOf((1,)), "one view fills the screen", "everywhere"),
    Key("walk", Lines(4000), "the links of a lesson, one a line, or the name of a list that is ready", "everywhere"),
    Key("walk_at", Number(1, 200), "the link of the lesson that is open", "everywhere"),
    Key("pinned_picture", Text(PIN), "a picture and its state, to compare with", "to other pages"),
    # What cells of attention and parts of the model are worth.
    Key("by_effect", Switch(), "the cells of all heads show their effects, not their weights"),
    Key("for_word", _WORD, "the next word that they are worth something for"),
    Key("opened", Text(OPENED), "the numbers that were opened one after another as stage and place, the open one last"),
    Key("against_word", _WORD, "the word whose logit is taken off that of the other"),
    Key("corrupt_text", _SENTENCE, "the sentence into whose run parts of the other are put"),
    Key("noising", Switch(), "parts of that run are put into the first instead"),
    # Heads as lines.
    Key("as_lines", Switch(), "patterns are drawn as lines, several heads at once"),
    Key("other_heads", Line(300), "heads of the layer whose lines are drawn beside the chosen one's, from 1"),
    Key("lines_of", Line(600), "tokens whose lines alone are drawn: q or k with each position"),
    # Places in the sentence, shared by several pages but each page's own.
    Key("query", _TOKEN, "position of the token that looks", "to other pages"),
    Key("key_position", _TOKEN, "position of the token that is looked at"),
    Key("token", _TOKEN, "position of the chosen token"),
    Key("other_token", _TOKEN, "position of the token that it is compared with"),
    # Follow a sentence: tokens, positions, scaling, heads, the block, next word.
    Key("word", Number(0, 999), "which word of the sentence is put together, from 0"),
    Key("map_dimensions", OneOf((2, 3)), "of the map of the embeddings"),
    Key("positions_on", Switch(), "position encodings are added to the embeddings"),
    Key("wave_pairs", SomeOf(tuple(range(D_MODEL // 2)), most=4), "pairs of dimensions drawn as waves"),
    Key("encoded_position", _TOKEN, "the position whose encoding is worked out"),
    Key("multiplier", OneOf(_MULTIPLIERS), "multiplies what goes into the softmax of the open view"),
    Key("numbers", Text(200), "numbers for a softmax"),
    Key("second_reader", Switch(), "a second model reads the sentence of the start too"),
    Key(
        "edited",
        Line(400),
        "attention edited by hand: a ribbon as layer.head.word.from.to, or x at the end for a cut; a weight as "
        "layer.head.query.key=weight; a whole pattern as layer.head=uniform, or =layer.head for another head's",
    ),
    Key("undone", Line(400), "edits that were taken back, the last one last"),
    Key("editing", Switch(), "weights can be set by hand"),
    Key("copied_head", Text(8), "the head whose pattern was copied, as layer.head"),
    Key("pattern_of", _SENTENCE, "another sentence that a head's pattern is taken from"),
    Key("silenced", Line(300), "heads that add nothing, as layer.head"),
    Key("wires", Line(300), "links of the last token whose way to the answer is cut, as layer.head.key"),
    Key("averaged_in", OneOf(("no layer", "this layer", "every layer")), "where the heads' patterns are averaged"),
    Key("off_around", OneOf(("attention", "FFN", "both")), "sublayers without their residual connection"),
    Key("off_in", OneOf(("every layer", "this layer")), "layers in which it is cut"),
    Key("weight_size", OneOf((0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3)), "the deviation of fresh weights, times 1/√fan-in"),
    Key("norm", OneOf(("before attention", "before FFN", "before unembedding")), "which layer norm"),
    Key("norm_factor", OneOf((0.01, 0.1, 0.5, 1, 2, 10, 100)), "multiplies the vector before the norm"),
    Key("norm_shift", Number(-10.0, 10.0, 0.5), "is added to the vector before the norm"),
    Key("dimension", Number(0, 9999), "which number of the normalized vector is worked out"),
    Key("share", Number(-1.0, 2.0, 0.05), "share of one input in a mixture of two"),
    Key("top_k", Number(0, 50), "how many tokens may be drawn, 0 for all"),
    Key("top_p", Number(0.05, 1.0, 0.05), "the probability that the tokens that may be drawn have together"),
    Key("seed", _SEED, "chance in the drawing of a token"),
    Key("written", Text(400), "lengths of the sentence as the model wrote on, step by step"),
    Key("candidate", Number(1, 12), "which likely next token is taken apart, from 1"),
    Key("flow", Switch(), "the flow through the weights of all layers is worked out"),
    Key("lens_reading", OneOf(("as it is", "by a fitted map")), "how the lens reads the stream after a layer"),
    Key("without_itself", Switch(), "the lens leaves out the token's own embedding"),
    # Words and meaning.
    Key("centre", Number(0, 1000), "the word in the middle of the window, from 0"),
    Key("words_around", Number(1, 5), "words of the window to each side"),
    Key("method", OneOf(("Skip-gram", "CBOW")), "which way round words are predicted"),
    Key("list_examples", Switch(), "all training examples of the sentence are listed"),
    Key("projection", OneOf(("PCA", "t-SNE")), "how word vectors become places on the map"),
    Key("frame", OneOf(("near my words", "all words")), "the part of the map that is seen"),
    Key("first", _WORD, "the first word of a sum"),
    Key("minus", _WORD, "the word that is taken from it"),
    Key("plus", _WORD, "the word that is added to it"),
    Key("expected", _WORD, "the word that is expected"),
    Key("left_out", Switch(), "the words of the sum cannot be the answer"),
    Key("text_2", _SENTENCE, "the second sentence to compare"),
    Key("text_3", _SENTENCE, "the third sentence to compare"),
    Key("same_word", Text(60), "the word that is compared in all sentences"),
    Key("pieces", OneOf(("last", "mean")), "which vector is taken for a word of several tokens"),
    # Attention from scratch.
    Key("vectors", OneOf(("length 1", "embedded", "normalized residual")), "X of attention without projections"),
    Key("hide_later", Switch(), "attention without projections has the causal mask"),
    Key("four_words_seed", _SEED, "W_Q, W_K and W_V of four words, drawn at random"),
    Key("four_words", Text(600), "four words and their matrices, edited by hand"),
    Key("one_of_four", Number(1, 8), "which of these words is worked out, from 1"),
    Key("value_width", Number(8, 64, 8), "numbers in a value, where those of a query stay as they are"),
    Key("looked_up", Text(80), "what is looked up in the soft dictionary"),
    Key("look_up_temperature", Number(0.02, 1.0, 0.02), "how softly"),
    Key("entries", Text(400), "the entries of that dictionary"),
    Key("scoring_seed", _SEED, "W_s, W_h and v of the additive scorer, drawn at random"),
    Key("scoring_width", OneOf((8, 16, 32, 64, 128)), "rows of W_s and W_h"),
    Key("scorer", OneOf(("random", "fitted")), "which additive scorer"),
    Key("timed", Switch(), "both ways of scoring are timed on the server"),
    Key("other_text", _SENTENCE, "the other sentence for the dense layer"),
    Key("mixer", OneOf(("least squares", "mean pattern")), "how its fixed weights are found"),
    Key("built_for", Number(4, 16), "positions that it is built for"),
    Key("window_width", Number(2, 8), "positions that a windowed network sees"),
    Key("dilated", Switch(), "its windows skip places"),
    Key("window_layers", Number(1, 6), "its layers, where gradients are measured"),
    Key("from_word", _TOKEN, "where the way between two words begins"),
    Key("to_word", _TOKEN, "where it ends"),
    Key("width", OneOf((64, 192, 512, 1024)), "numbers in a word's vector, for the cost of a layer"),
    Key("radius", Number(0.5, 1.5, 0.05), "spectral radius of the RNN, and of the repeated matrix"),
    Key("tanh", Switch(), "the RNN is not linear"),
    Key("kept", Number(0.5, 0.99, 0.01), "the share of its state that a GRU keeps"),
    Key("distance", Number(1, 63), "where the curves of gradients are read, and how often that matrix is applied"),
    Key("reach_draws", OneOf((8, 64)), "networks of each kind whose gradients are averaged"),
    Key("reach_seed", _SMALL_SEED, "the networks whose gradients are measured, and that matrix, drawn at random"),
    # Experiments.
    Key("d_k", Number(2, 512), "numbers in a random query, and in a random key"),
    Key("vector_seed", _SEED, "random queries and keys"),
    Key("softmax_of", OneOf(("your numbers", "eight Gaussian numbers", "random keys")), "what the softmax is taken of"),
    Key("vector_root", Switch(), "the scores of random keys are divided by √d_k"),
    Key("window", Number(1, 16), "tokens in the window of the mask"),
    Key("padding", Number(0, 6), "end marks written after the text"),
    Key("hide_padding", Switch(), "no other token may look at them"),
    Key("cells", Text(2000), "cells of the mask toggled by hand, as query.key"),
    Key("peeked", _SMALL_SEED, "the letters that they were trained on"),
    Key("letters", Text(24), "letters for these models to read"),
    Key("shuffle", Number(1, 999), "which other order of the words"),
    Key("start", Number(0, 192), "the position at which the text begins"),
    Key("twin", OneOf(("none", "sinusoidal", "learned", "rotary")), "the twin whose positions are drawn"),
    Key("wave", SomeOf(tuple(range(TWIN_D_MODEL)), most=4), "dimensions drawn over the positions"),
    Key("shift", Number(1, TWIN_TOKENS - 1), "by how many positions an encoding is shifted"),
    # Translation.
    Key("cross_layer", OneOf(tuple(map(str, _BETWEEN))), "the layer of the decoder, from 1"),
    Key("cross_head", OneOf((*map(str, range(1, TRANSLATOR_HEADS + 1)), "mean")), "its head, or the mean of all"),
    Key("labels", OneOf(("words", "pieces")), "what labels a row and a column: words or pieces"),
    Key("beams", OneOf(("1", "4")), "unfinished translations that the search keeps"),
    Key("french_piece", _PIECE, "the French piece that looks, from 0"),
    Key("look_cut", Text(24), "the link whose effect is exact: encoder, decoder or cross, and its two pieces, from 0"),
    Key("english_piece", _PIECE, "the English piece that is looked at, from 0"),
    Key("same_french", Switch(), "all three are given the same French"),
    Key("step", Number(1, PIECES), "the French piece that is being written, from 1"),
    Key("french", _SENTENCE, "French of the reader's own"),
    Key("beam_width", Number(0, 6), "hypotheses of the beam that is drawn, 0 for none"),
    Key(
        "box",
        OneOf(
            (
                "encoder embedding",
                *(f"encoder {layer} {part}" for layer in _BETWEEN for part in ("self-attention", "FFN")),
                "memory",
                "decoder embedding",
                *(f"decoder {layer} {part}" for layer in _BETWEEN for part in ("self-attention", "cross", "FFN")),
                "unembedding",
            )
        ),
        "the open box of the encoder and decoder",
    ),
    # The training bench; its tasks are those of transformer/learning, with which a test compares them.
    Key("task", OneOf((*_TASKS, "your own")), "what a tiny model learns"),
    Key("experiment", OneOf(("nothing", *EXPERIMENTS)), "what is changed about how it learns"),
    Key("training_seed", _SEED, "its weights and its examples, drawn at random"),
    Key("steps_a_picture", OneOf((1, 2, 3, 5, 10, 20)), "steps of training between two pictures"),
    Key("solved", Text(120), "an input of the task, on which all heads are drawn"),
    Key("silent", SomeOf(_HEADS), "heads of the tiny model that add nothing, as layer.head"),
    Key("patched", OneOf(("none", *_HEADS)), "the head of the tiny model that looks as on another input"),
    Key("patched_from", Text(120), "that other input"),
    Key("learned_at", Number(1, 3000), "the reader's guess of the step at which it has learned"),
    Key("trains", Switch(), "the run begins by itself"),
    # What learning is: the gradient of a loss, and steps down it.
    Key("loss_of", OneOf(("every word", "one word", "the next word")), "whose loss is differentiated"),
    Key(
        "rate",
        OneOf((0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1)),
        "how far a step goes down the gradient",
    ),
    Key("steps_taken", OneOf((0, 1, 10)), "how many steps down the gradient of the sentence are shown"),
    Key("by_heart", Text(12), "which result of learning by heart is shown"),
    Key("unlearned", _SENTENCE, "a sentence that is not learned while another one is"),
    # The model that grows up; its snapshots are those of its folder, with which a test compares them.
    Key("grown_step", OneOf(_SNAPSHOTS), "the step of training at which it is looked at"),
    Key("grown_head", OneOf(_HEADS), "its head, as layer.head"),
    # Real models: those that the app was started with.
    Key("model", OneOf((BUNDLED, *FOUND)), "the model whose numbers are shown", "to other pages"),
    Key(
        "heads_by",
        OneOf(("their layers", "what they bring", "similar patterns", *_MEASURES)),
        "what all heads are ordered by",
    ),
    Key("measure", OneOf(_MEASURES), "what all heads are compared by"),
    Key(
        "measured_on",
        OneOf(("this sentence", "held-out text", "random words, twice")),
        "the text that they are compared on",
    ),
    Key("found_by", OneOf(("effect", "sharpness", "distance")), "what the finder of heads goes by"),
    Key("found_word", Text(40), "a word that the heads it finds have to do with"),
    Key("random_words_seed", _SMALL_SEED, "these random words"),
    Key(
        "heads_that_look",
        OneOf(("anywhere", *(HEAD_ROLES[name].option for name in IN_MENUS))),
        "which heads are drawn in full, by what they were measured to do",
    ),
    Key("without_first", Switch(), "patterns are drawn without the first token"),
    Key("without_special", Switch(), "patterns are drawn without the tokens that a tokenizer adds"),
    Key("whole_words", Switch(), "patterns are drawn between words, their pieces merged"),
    Key("together", Switch(), "an encoder reads both sentences as one"),
    Key("compared_text", _SENTENCE, "the sentence that an encoder compares with the first"),
    Key("lines_between", OneOf(("all", *BETWEEN)), "which of two sentences looks at which, where lines are drawn"),
    # The course; the guesses of the first path are declared beside its questions.
    Key("stop", OneOf((*range(1, STOPS + 1), RECAP)), "the open stop of the ten guesses, or their recap"),
    Key("story", OneOf(tuple(STORIES)), "the open story", "forward"),
    Key(
        "told", OneOf(tuple(STORIES)), "the story whose deed is done: outlined is what was before it", "to other pages"
    ),
    Key("from_stop", Number(1, STOPS), "the stop of the ten guesses whose link was followed", "everywhere"),
    Key("term", Text(60), "a term of the glossary"),
)


def options(name: str) -> tuple[Any, ...]:
    """The options of a key that has some."""
    holds = KEYS[name].holds
    assert isinstance(holds, OneOf | SomeOf)
    return holds.options
