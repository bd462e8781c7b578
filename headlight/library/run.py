"""One pass over a text, and the questions that it answers in a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

import numpy as np
import torch
from numpy import ndarray as Array

from headlight.library import spoken
from headlight.library.answers import chances_at, logits_at, place_in
from headlight.library.asked import Asked
from headlight.library.difference import Difference
from headlight.library.given import refuse_no_run, refuse_other_length, token_of, word_of
from headlight.library.lenses import Lens, read
from headlight.library.passes import Kept, OfTokens, stage_of
from headlight.library.reading import Text
from transformer import LanguageModel, Trace, attribution, effects
from transformer.bundled.training_text import ReadEnd, read_end
from transformer.counted import whole
from transformer.inference import inference
from transformer.ranking import largest
from transformer.readings.answer import Word, id_of, logit
from transformer.readings.attribution import Attribution
from transformer.readings.flips import TriedWord, flips
from transformer.readings.patching import Estimated, estimate
from transformer.readings.why import Why, why

if TYPE_CHECKING:
    from headlight.outside.shown import Shown


class Run(Generic[Asked]):
    """A model's pass over one text; `trace` has all its stages, as read-only arrays."""

    def __init__(self, model: Asked, text: Text, trace: Trace, kept: Kept | None = None) -> None:
        self.model = model
        self._text, self._trace, self._kept = text, trace, kept

    def __repr__(self) -> str:
        return f"<run of {self._trace.text[:40]!r}: {len(self)} token{'s' if len(self) > 1 else ''}>"

    def __len__(self) -> int:
        """How many tokens were read."""
        return len(self._trace.tokens)

    @property
    def trace(self) -> Trace:
        """Everything that the pass computed.

        Raises:
            ValueError: if some stages alone were kept.
        """
        if self._kept is not None:
            raise ValueError(f"this run keeps {', '.join(self._kept) or 'no stage'} alone: run the text without keep")
        return self._trace

    @property
    def ids(self) -> list[int]:
        """The id of each token."""
        return [token.id for token in self._trace.tokens]

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens as typed."""
        return self._trace.words

    @property
    def patterns(self) -> Array:
        """The pattern of every head, [layer, head, query, key]."""
        return self.stage("pattern")

    @property
    def logits(self) -> Array:
        """A score for every token at every position, [pos, vocab]."""
        return self._trace.logits

    @property
    def probabilities(self) -> Array:
        """softmax of the logits, [pos, vocab]."""
        return self._trace.probabilities

    def stage(self, name: str, layer: int | None = None) -> Array:
        """Give a stage by its name.

        Args:
            name: of a LayerTrace, or "stream" (what enters a layer), or "ffn" (what its FFN adds).
            layer: from 0; all of them, if none is named.

        Returns:
            Of heads [head, pos, d_head], of a matrix [head, query, key], else [pos, width]; of all layers stacked.

        Raises:
            ValueError: if there is no such stage or layer, or it was not kept.

        Example:
            >>> import headlight as hl
            >>> hl.open("story").run("bear country").stage("queries", layer=2).shape
            (6, 2, 32)
        """
        n_layers = self.model.plan.n_layers
        if layer is None:
            return np.stack([self.stage(name, number) for number in range(n_layers)])
        if not 0 <= (layer := whole("a layer", layer)) < n_layers:
            raise ValueError(f"this model has layers 0 to {n_layers - 1}, got layer {layer}")
        if self._kept is not None and name in self._kept:
            return self._kept[name][layer]
        return self._computed(name, layer)

    @inference
    def _computed(self, name: str, layer: int) -> Array:
        transformer, change = self.model.inner.transformer, self._trace.intervention
        layer_trace = self.trace.layers[layer]
        if name == "ffn":
            return stage_of(transformer, _Units(torch.tensor(layer_trace.hidden)), change, layer, name).numpy()
        return stage_of(transformer, layer_trace, change, layer, name)  # pyrefly: ignore[bad-return]  # arrays of a trace

    # ---- What comes next

    @property
    def position(self) -> int:
        """Where the answer is read: at the last token, or of a masked model at its only mask.

        Raises:
            ValueError: if a masked model was given no mask, or several.
        """
        if self._trace.plan.predicts != "masked":
            return self._trace.last
        masks = [position for position, id in enumerate(self.ids) if id == self.model.reader.mask]
        if len(masks) != 1:
            raise ValueError(f"a masked model fills in one mask, and this text has {len(masks)}: name a position")
        return masks[0]

    def top(self, n: int = 5, position: int | None = None) -> list[tuple[str, float]]:
        """List the most likely tokens.

        Args:
            n: how many.
            position: whose answer; after the last token, or at the mask, if none is named.

        Returns:
            Each as it is written, with its probability.

        Raises:
            ValueError: if the model predicts no token, or a text for a masked model has not one mask.

        Example:
            >>> import headlight as hl
            >>> [word for word, _ in hl.open("story").run("Once upon a").top(2)]
            [' time', ' a']
        """
        chances = chances_at(self._trace, place_in(self, position))
        found = largest(chances, whole("the number of tokens", n, 0))
        return [(self.model.reader.text_of(int(id)), float(chances[id])) for id in found]

    def logit(self, word: Word) -> float:
        """Give the logit of a word after the text, or the difference of two.

        Args:
            word: an id, or how a token is written, or two of either.

        Returns:
            The logit.

        Raises:
            ValueError: if what is written is no single token.

        Example:
            >>> import headlight as hl
            >>> run = hl.open("story").run("Once upon a")
            >>> run.logit((" time", " day")) == run.logit(" time") - run.logit(" day")
            True
        """
        word = word_of(word)
        if self._trace.plan.predicts == "masked":
            row = logits_at(self._trace, self.position).astype(np.float64)
            words = word if isinstance(word, tuple) else (word,)
            first, *second = (float(row[id_of(self.model.inner, name)]) for name in words)
            return first - sum(second)
        return logit(self.model.inner, self._trace, word)

    def lens(
        self,
        word: int | str | None = None,
        *,
        kind: Lens = "logit",
        position: int | None = None,
        over: Sequence[Any] = (),
    ) -> Array:
        """Read the stream before layer 0 and after each layer as if the model stopped there (nostalgebraist 2020).

        Args:
            word: whose rank is asked for; none: the logits of all.
            kind: "logit"; "affine", which sends each stream through a map that was fitted to the last one (of the model
                "story"); "without itself", which takes the token's own embedding off the stream first; or "jacobian",
                which sends each stream on as the layers above do on average over texts (Gurnee et al. 2026).
            position: whose stream; that of the last token, or of the mask, if none is named.
            over: the texts, of the Jacobian lens alone.

        Returns:
            Ranks of the word, 1 for the most likely, [state]; without a word logits, [state, vocab]. A model of n
            layers has n + 1 states, of which the last is its own answer.

        Raises:
            ValueError: if the model predicts no next token, has no norm before its unembedding, or has no such lens; of
                the Jacobian lens if texts are missing or a stage was edited.

        Example:
            >>> import headlight as hl
            >>> run = hl.open("story").run("Once upon a")
            >>> int(run.lens(" time")[-1]), run.lens(kind="jacobian", over=["bear country"]).shape
            (1, (7, 8192))
        """
        asked = None if word is None else token_of(word)
        return spoken.lens(self, read(self, kind, position, over), asked)

    # ---- Why

    def why(self) -> Why:
        """Find what brings the most likely next word: each part, and each earlier word, cut at the last position.

        Returns:
            `.word` is the word that it needs most and `.head` the head that brings it from there; `.kind` says how sure
            that is ("look": that head does; "word": several do; "alone": the last word is enough; "none").
            `.without_words`, `.without_looks` and `.parts.without_heads` are how likely the next word is without each.

        Raises:
            ValueError: if the model says nothing of what comes next, or the pass was changed.

        Example:
            >>> import headlight as hl
            >>> found = hl.open("story").run("She put the key in the").why()
            >>> found.kind, found.head, found.words[found.word].text
            ('look', Head(layer=4, head=0), 'key')
        """
        return spoken.why(self, why(self._again, self.trace))

    def flips(self) -> tuple[TriedWord, ...]:
        """Try plausible words in the place of each word: which change of one word changes the next one?

        Returns:
            The words that are one token, with what was tried in their place, and which of it flips the answer.

        Raises:
            ValueError: if the model is none of the bundled ones, whose speed this needs, or the run was changed.

        Example:
            >>> import headlight as hl
            >>> place = hl.open("story").run("I love my little dog and I love my big").flips()[4]
            >>> place.flips[0].text
            'I love my little cat and I love my big'
        """
        if not isinstance(self.model.inner, LanguageModel):
            raise ValueError(
                f"{self.model.name} is too slow for the hundred texts that this asks for: open a bundled model"
            )
        return spoken.flips(self, flips(self.model.inner, self.trace), *self.top(1)[0])

    def read(self) -> ReadEnd:
        """Look up the longest end of the text that stands word for word in what the model was trained on.

        Returns:
            The end, how often it stands there, which tokens came after it how often, and up to five of its places.

        Raises:
            ValueError: if nobody has the text that this model was trained on.

        Example:
            >>> import headlight as hl
            >>> read = hl.open("story").run("Once upon a time there was a little").read()
            >>> read.end, read.times, read.followed[0]
            ('Once upon a time there was a little', 150, (' girl', 114))
        """
        return read_end(self.model.inner, self.ids)

    def attribution(self, word: Word) -> Attribution:
        """Take the logit of a word apart: who wrote it (Elhage et al. 2021, direct logit attribution).

        Args:
            word: an id, or how a token is written, or two of either, whose difference is meant.

        Returns:
            Shares that sum to `.total`: `.heads` [layer, head], `.looks` [layer, head, key], `.ffns` [layer], and the
            numbers `.embedding`, `.position` and `.biases`.

        Raises:
            ValueError: if something stands between the stream and the logits, or the pass was changed so that the parts
                do not sum.

        Example:
            >>> import headlight as hl
            >>> found = hl.open("story").run("bear country").attribution(" bear")
            >>> found.heads.shape, found.looks.shape
            ((6, 6), (6, 6, 2))
        """
        word = word_of(word)
        return spoken.attribution(self, attribution(self._again, self.trace, word), word)

    def effects(self, word: Word, exact: int = 4) -> Array:
        """Find what cutting each cell of attention takes off the logit of a word.

        Args:
            word: an id, or how a token is written, or two of either, whose difference is meant.
            exact: how many cells are cut and run again; the others are known to first order.

        Returns:
            Logits, [layer, head, query, key]: above 0 this attention raises the logit.

        Raises:
            ValueError: if the model predicts no next word, or a stage was edited.

        Example:
            >>> import headlight as hl
            >>> hl.open("story").run("bear country").effects(" bear").shape
            (6, 6, 2, 2)
        """
        word, exact = word_of(word), whole("the number of cells that are run again", exact, 0)
        return spoken.cells(self, effects(self._again, self.trace, word, exact=exact), word)

    def estimate(self, corrupt: "Run", word: Word) -> Estimated:
        """Estimate what patching each part of this run into another would give (Nanda 2023, attribution patching).

        Args:
            corrupt: the run that parts are put into, over as many tokens.
            word: an id, or how a token is written, or two of either, whose difference is meant.

        Returns:
            Logits to first order: `.residual` [layer, pos] and `.heads` [layer, head].

        Raises:
            ValueError: if the texts are not of equally many tokens, or the model predicts no next word.

        Example:
            >>> import headlight as hl
            >>> model = hl.open("story")
            >>> model.run("bear country").estimate(model.run("dog country"), " bear").heads.shape
            (6, 6)
        """
        refuse_other_length(self, corrupt)
        word = word_of(word)
        return spoken.estimate(corrupt, estimate(corrupt._again, self.trace, corrupt.trace, word), word)

    def diff(self, other: "Run") -> Difference:
        """Compare with another run of the same vocabulary: the same text changed, or another text.

        Args:
            other: the run after the change.

        Returns:
            How much the answer, the patterns and the stream differ.

        Raises:
            ValueError: if the runs are of models that do not have the same tokens.

        Example:
            >>> import headlight as hl
            >>> model = hl.open("story")
            >>> before, after = model.run("bear country"), model.ablate((5, 4)).run("bear country")
            >>> int(before.diff(after).stream[:, -1].argmax())
            5
        """
        refuse_no_run(other)
        if self.model.plan.vocab_size != other.model.plan.vocab_size:
            raise ValueError("these models have other tokens, so their answers cannot be compared")
        return Difference(self, other)

    def show(self, layer: int = 0, head: int = 0, *, vectors: bool = False, counts_from: int = 1) -> "Shown":
        """Draw all heads, and one of them with its lines: in a notebook, or as a page to save.

        Args:
            layer: of the head that is chosen at first, from 0.
            head: the same.
            vectors: whether its queries and keys stand below.
            counts_from: what the first layer and the first head are called on the screen.

        Returns:
            What `headlight.show` gives: `.head`, `.word`, `.save("heads.html")`, `.numbers(key)`; in a live notebook
            it has a slider for the attention temperature, which runs the text again.

        Raises:
            ValueError: if there is no such head, or the run does not keep all stages.

        Example:
            >>> import headlight as hl
            >>> hl.open("story").run("bear country").show().keys
            ['heads', 'pattern', 'lines']
        """
        from headlight.outside.notebook import shown
        from headlight.outside.shown_heads import ShownHeads

        again = self._at_temperature if "temperature" in self.model.inner.transformer.HONOURS else None
        heads = ShownHeads(self.trace, (layer, head), None, None, self.model.name, vectors, counts_from, again)
        return shown(heads)

    def _at_temperature(self, temperature: float | None) -> Trace:
        if temperature is None:
            return self.trace
        return self.model.changed(temperature=temperature)._runs([self._text])[0].trace

    @property
    def _again(self) -> Any:
        """The model for readings that run the text once more: these very tokens."""
        return self.model.inner if self._text.plain else OfTokens(self.model, self._text)


@dataclass(frozen=True)
class _Units:
    """Everything that `stage_of` reads of a layer to say what its FFN adds."""

    hidden: torch.Tensor
