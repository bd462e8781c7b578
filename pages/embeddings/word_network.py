"""Word2Vec as the network it is: one-hot words in, a hidden layer without nonlinearity, a softmax that is cut off."""

from typing import Literal

from headlight.pictures import Screen
from transformer import WordVectors
from transformer.ranking import largest
from transformer.softmax import softmax

Method = Literal["Skip-gram", "CBOW"]
SHOWN = 6  # outputs of the softmax


def show(screen: Screen, vectors: WordVectors, centre: str, around: list[str], method: Method) -> None:
    """The layers from left to right, the last one pale, and the sizes of what is between them."""
    given_words = around if method == "CBOW" and around else [centre]
    alone = given_words == [centre]
    hidden = vectors.vectors[[vectors.index(word) for word in given_words]].mean(axis=0)
    output = softmax(vectors.contexts @ hidden)
    count, width = vectors.vectors.shape
    target = "each word around it" if alone else f"“{centre}”, the word between them"
    screen.heading(
        f"{method} as a network, its last layer cut off",
        "Left to right: words go in, one layer of numbers, a softmax over all words comes out. Pale: what is thrown "
        "away once training is done.",
    )
    left, middle, right = screen.columns(26, 44, 30)
    inputs = list(dict.fromkeys(given_words))
    with left:
        screen.note(
            f"Input: one-hot, {count:,} numbers. 1 for the given words, 0 for the other {count - len(inputs):,}."
        )
        screen.bars(
            [given_words.count(word) / len(given_words) for word in inputs],
            labels=inputs,
            alt="The given words, and the share that each has in the input.",
            key="network_input",
        )
    with middle:
        source = f"the row of “{centre}” in W_in" if alone else f"the mean of {len(given_words)} rows of W_in"
        screen.note(f"Hidden: {width} numbers, {source}. No nonlinearity: what comes in is handed on.")
        screen.strips(
            {"hidden": hidden[None]},
            tokens=[centre if alone else "mean"],
            height=34,
            alt=f"The {width} numbers of the hidden layer.",
            key="network_hidden",
        )
    with right:
        screen.note(f"✂ Softmax: {count:,} probabilities, trained towards {target}. The most likely:")
        order = largest(output, SHOWN)
        screen.bars(
            output[order],
            labels=[vectors.words[row] for row in order],
            faded=range(SHOWN),
            alt="The most likely words of the softmax, the layer that is cut off after training.",
            key="network_output",
            quantity="probability",
        )
    numbers = f"{count * width:,}"
    screen.table(
        {
            "matrix": ["W_in, from input to hidden", "W_out, from hidden to softmax"],
            "shape": [f"{count:,} × {width}", f"{width} × {count:,}"],
            "learned numbers": [numbers, numbers],
            "after training": ["kept: its rows are the word vectors", "cut off, with the softmax: thrown away"],
        },
        formats={"shape": "", "learned numbers": ""},
        faded=[1],
        alt="The two matrices of the network, and what becomes of them.",
        key="network_sizes",
    )
    screen.note(
        f"One softmax needs {count:,} products of {width} numbers, so these vectors were trained without it. Negative "
        "sampling asked of each true pair, and of ten drawn ones, only whether it was true. The app has kept W_out to "
        "show that; the softmax here is what the same two matrices give, and was never trained to be one."
    )
