"""A model that everyday questions are asked of, and what is changed of it; every change gives a new one."""

import dataclasses
import inspect
from collections.abc import Collection, Iterable, Sequence
from typing import Any, overload

from numpy import ndarray as Array

from headlight.library import spoken
from headlight.library.ablations import Ablation, ablations
from headlight.library.given import refuse_no_run, token_of
from headlight.library.heads import detect, measure
from headlight.library.passes import NAMES, passes
from headlight.library.paths import Into, along_path
from headlight.library.reading import Dialogue, Reader, Text, Written
from headlight.library.run import Run
from headlight.library.runs import Runs
from headlight.library.sweeping import sweep
from headlight.library.writing_on import write_on
from transformer import UNCHANGED, Intervention, LanguageModel, OpenedModel
from transformer.bundled.training_text import times_read
from transformer.counted import real
from transformer.edits import OF_HEADS, Edit, Numbers
from transformer.plan import Plan
from transformer.readings.answer import Word, id_of


class Model:
    """A language model or an encoder; what is changed of it is in `change`."""

    def __init__(
        self, inner: LanguageModel | OpenedModel, change: Intervention = UNCHANGED, dialogue: Dialogue | None = None
    ) -> None:
        self.inner, self.change = inner, change
        self.reader = Reader(inner, dialogue)

    def __repr__(self) -> str:
        plan = self.plan
        edited = map(spoken.edit, self.change.edits)
        fields = sorted(self.change.changed - {edit.kind for edit in self.change.edits})
        changes = "; ".join([*(f"{name}={getattr(self.change, name)!r:.80}" for name in fields), *edited])
        sizes = f"{plan.n_layers} layers of {plan.n_heads} heads, d_model {plan.d_model}"
        return f"<{self.name}: {sizes}{f'; changed: {changes}' if changes else ''}>"

    @property
    def name(self) -> str:
        """Its name."""
        return self.inner.name

    @property
    def plan(self) -> Plan:
        """How it is built: its sizes, and every choice in which families differ."""
        return Plan.of(self.inner.config)

    def id(self, word: int | str) -> int:
        """Give the id of a token, which is written with or without the space before it.

        Args:
            word: an id, or how the token is written.

        Returns:
            The id.

        Raises:
            ValueError: if what is written is no single token, or the model has no such id.

        Example:
            >>> import headlight as hl
            >>> model = hl.open("story")
            >>> model.id(" bear") == model.id("bear")
            True
        """
        return id_of(self.inner, token_of(word))

    def has_read(self, text: str) -> int:
        """Count how often a text stands word for word in what the model was trained on.

        Args:
            text: a sentence, or a part of one.

        Returns:
            How often; 0 for what it has never read.

        Raises:
            ValueError: if nobody has the text that this model was trained on.

        Example:
            >>> import headlight as hl
            >>> model = hl.open("story")
            >>> model.has_read("Once upon a time"), model.has_read("my purple robot ate the moon")
            (6029, 0)
        """
        if not isinstance(text, str) or not text:
            raise ValueError(f"a sentence, or a part of one, is looked up: got {text!r:.60}")
        return times_read(self.inner, text)

    # ---- Running

    @overload
    def run(self, given: str, keep: Sequence[str] | None = None) -> "Run[Model]": ...
    @overload
    def run(self, given: Any, keep: Sequence[str] | None = None) -> Any: ...
    def run(self, given: Any, keep: Sequence[str] | None = None) -> "Run[Model] | Runs":
        """Run a text, or several at once.

        Args:
            given: a text, ids (a list, an array, a tensor), the messages of a dialogue as transformers has them, or a
                list of any of these; or what a tokenizer of transformers gives, whose attention_mask says what is
                padding. To a masked model its mask can be typed, such as [MASK], to others the marks of a dialogue.
            keep: the stages that are kept, such as ("pattern", "residual_out"), or one; all, if it is left out.

        Returns:
            A Run, or Runs of a list, in its order.

        Raises:
            ValueError: if there is nothing to read, an id or a stage is none of the model's, the model has no template
                for messages, or a change does not fit the text. A TextCutWarning says what is cut of a long one.

        Example:
            >>> import headlight as hl
            >>> model = hl.open("story")
            >>> model.run(["bear country", "The king and the"], keep=("pattern",))[1].patterns.shape
            (6, 6, 4, 4)
        """
        keep = keep if keep is None or (isinstance(keep, Collection) and not isinstance(keep, str)) else [keep]
        if keep is not None and (wrong := [name for name in keep if name not in NAMES]):
            raise ValueError(f"a stage is one of {', '.join(NAMES)}, got {wrong[0]!r}")
        runs = self._runs([self.reader.read(each) for each in self.reader.listed(given)], keep)
        return Runs(runs) if self.reader.several(given) else runs[0]

    def _runs(self, texts: Sequence[Text], keep: Sequence[str] | None = None) -> "list[Run[Model]]":
        if len(texts) == 1 and texts[0].plain and keep is None:  # the one that can be padded
            return [Run(self, texts[0], self.inner.trace(texts[0].text, self.change))]
        runs = passes(self.reader, self.change, texts, keep)
        return [Run(self, text, *trace_and_kept) for text, trace_and_kept in zip(texts, runs, strict=True)]

    def generate(self, text: Any, n: int = 20, temperature: float = 0.0, seed: int = 0) -> Written:
        """Write on, token by token, until a mark ends the text or n tokens are written.

        Args:
            text: what `run` takes of one text.
            n: the most tokens that are written.
            temperature: of sampling; 0 takes the most likely one each time.
            seed: of what is drawn.

        Returns:
            The text with what was written after it; after messages the answer alone. Its `.ids` are the tokens of all,
            which are run again where it is: `model.run(model.generate(text))`.

        Raises:
            ValueError: if the model predicts no next token, or reads fewer tokens than these.

        Example:
            >>> import headlight as hl
            >>> hl.open("story").generate("Once upon a", 3)
            'Once upon a time, there'
        """
        return write_on(self.reader, self.change, text, n, temperature, seed)

    # ---- Changing

    def changed(self, **fields: Any) -> "Model":
        """Change more of it, by the fields of an Intervention.

        Args:
            **fields: such as temperature=0.5, mask="none"; silenced={(3, 1)} switches heads off too.

        Returns:
            The changed model.

        Raises:
            ValueError: if a value is out of its range, or the model does not honour the change.

        Example:
            >>> import headlight as hl
            >>> hl.open("story").changed(temperature=0.5)
            <story: 6 layers of 6 heads, d_model 192; changed: temperature=0.5>
        """
        if unknown := sorted(fields.keys() - {*inspect.signature(Intervention).parameters}):
            known = ", ".join(inspect.signature(Intervention).parameters)
            raise ValueError(f"there is no change {unknown[0]!r}. There are {known}.")
        change = dataclasses.replace(self.change, **fields)
        change.refuse_absent(self.plan, self.plan.max_tokens)
        change.require(self.inner.transformer.HONOURS, f"the model {self.name}")
        return Model(self.inner, change, self.reader.dialogue)

    def edit(self, *edits: Edit) -> "Model":
        """Set, add to or scale stages.

        Args:
            *edits: each of a stage of one layer, at a head and a position or at all of them.

        Returns:
            The changed model.

        Raises:
            ValueError: if an edit would do nothing, because a later one undoes it, or its layer or head is not there.

        Example:
            >>> import headlight as hl
            >>> from transformer import Edit
            >>> hl.open("story").edit(Edit("queries", 2, 2.0, "scale", head=5)).run("bear country").top(1)[0][0]
            '.'
        """
        return self.changed(edits=(*self.change.edits, *edits))

    def ablate(
        self,
        heads: Iterable[tuple[int, int]] | tuple[int, int] = (),
        ffns: Iterable[int] | int = (),
        *,
        how: Ablation = "zero",
        over: Sequence[Any] = (),
        seed: int = 0,
    ) -> "Model":
        """Switch off heads and FFNs.

        Args:
            heads: (layer, head) of each, or of one; what is replaced is its context.
            ffns: layers, or one, whose FFN adds something else.
            how: "zero"; "mean", of all positions of the texts `over`; or "resample", what they have at the same
                positions of one of these texts, which needs as many tokens as what is run.
            over: the texts.
            seed: of the text that is drawn.

        Returns:
            The changed model.

        Raises:
            ValueError: if there is no such head or layer, texts are missing, or nothing is switched off.

        Example:
            >>> import headlight as hl
            >>> model, texts = hl.open("story"), ["The king sat down.", "A bear was in the woods."]
            >>> before = model.run("The king and the").top(1)[0][0]
            >>> before, model.ablate((3, 2), ffns=[5], how="mean", over=texts).run("The king and the").top(1)[0][0]
            (' queen', ' little')
        """
        off = ablations(self, heads, ffns, how, over, seed)
        return self.changed(edits=self.change.with_edits(*off).edits)

    def steer(self, vector: Any, layer: int, by: float = 1.0, position: int | None = None) -> "Model":
        """Add a vector to the stream that enters a layer (Turner et al. 2023, activation addition).

        Args:
            vector: [d_model].
            layer: from 0.
            by: the factor; a negative one subtracts.
            position: of one token; every token's, if none is named.

        Returns:
            The changed model.

        Raises:
            ValueError: if there is no such layer, or the vector is of another width.

        Example:
            >>> import headlight as hl
            >>> model = hl.open("story")
            >>> toward = model.run("bear").stage("stream", 3)[-1] - model.run("king").stage("stream", 3)[-1]
            >>> before, after = (each.run("The old man saw a").logit((" bear", " king"))
            ...                  for each in (model, model.steer(toward, layer=3, by=2)))
            >>> after > before
            True
        """
        value = Numbers.of(vector)
        if value.shape != (self.plan.d_model,):
            raise ValueError(f"a vector of {self.plan.d_model} numbers steers this model, got {list(value.shape)}")
        steered = real("by", by) * value.tensor
        return self.edit(Edit("stream", layer, steered, "add", position=position))

    def patch(self, run: Run, stage: str, layer: int, head: int | None = None, position: int | None = None) -> "Model":
        """Put a part of another run in at the same position (Vig et al. 2020, activation patching).

        Args:
            run: where it is taken from; of as many tokens, unless a position is named.
            stage: "queries", "keys", "values", "pattern", "context", "attended", "hidden", "ffn" or "stream".
            layer: from 0.
            head: of a stage of heads; all, if none is named.
            position: of one token; all, if none is named.

        Returns:
            The changed model.

        Raises:
            ValueError: if there is no such stage, layer, head or position.

        Example:
            >>> import headlight as hl
            >>> model = hl.open("story")
            >>> clean, corrupt = "The king and the", "The dog and the"
            >>> patched = model.patch(model.run(clean), "stream", layer=3, position=1)
            >>> patched.run(corrupt).logit(" queen") > model.run(corrupt).logit(" queen")
            True
        """
        refuse_no_run(run)
        if head is not None and stage not in OF_HEADS:
            raise ValueError(f"{stage} is of all heads together: leave head={head} out")
        Edit(stage, layer, 0.0, head=head, position=position).refuse_absent(run.model.plan, len(run))
        value = run.stage(stage, layer)
        value = value if head is None else value[head]
        return self.edit(
            Edit(stage, layer, value if position is None else value[..., position, :], head=head, position=position)
        )

    def sweep(self, clean: Run, corrupt: Any, stage: str, word: Word) -> Array:
        """Patch every part of a stage, one at a time, in one batch from the layer that is patched.

        Args:
            clean: the run that parts are taken from.
            corrupt: what `run` takes of one text, of as many tokens.
            stage: as of `patch`.
            word: an id, or how a token is written, or two of either, whose difference is meant.

        Returns:
            Its logit after the last token, [layer, head] of a stage of heads, else [layer, pos].

        Raises:
            ValueError: if the texts are not of equally many tokens, there is no such stage, or the model predicts no
                next word.

        Example:
            >>> import headlight as hl
            >>> model = hl.open("story")
            >>> found = model.sweep(model.run("The king and the"), "The dog and the", "stream", " queen")
            >>> found.shape, [int(at) for at in found[0].argsort()[-1:]]
            ((6, 4), [1])
        """
        return sweep(self, clean, self.run(corrupt), stage, word)

    def path(
        self, clean: Run, corrupt: Run, sender: tuple[int, int], receiver: tuple[int, int], into: Into = "queries"
    ) -> "Model":
        """Patch the direct way from one head to another alone (Wang et al. 2022, path patching).

        Args:
            clean: the run that the sender's context is taken from.
            corrupt: a run of this model, of as many tokens: what everything else is of.
            sender: (layer, head).
            receiver: of a later layer.
            into: what of the receiver it reaches: "queries", "keys" or "values".

        Returns:
            The changed model, to run the corrupt text with.

        Raises:
            ValueError: if the sender does not come before the receiver, or what it writes is normalized before it is
                added.

        Example:
            >>> import headlight as hl
            >>> model = hl.open("story")
            >>> clean, corrupt = model.run("The king and the"), model.run("The dog and the")
            >>> model.path(clean, corrupt, (0, 2), (3, 2), "keys").run("The dog and the").top(1)[0][0]
            ' cat'
        """
        return self.edit(along_path(self, clean, corrupt, sender, receiver, into))

    # ---- What heads do

    def measured(self, texts: Sequence[Any] | None = None, *, seed: int = 0) -> dict[str, Array]:
        """Measure what every head does, averaged over texts.

        Args:
            texts: what `run` takes; four rows of random tokens that come twice, if left out.
            seed: of these.

        Returns:
            By measure [layer, head]: the weight on each aim, the entropy in nats, and the distance in tokens.

        Raises:
            ValueError: as `run` does.

        Example:
            >>> import headlight as hl
            >>> sorted(hl.open("story").measured(["bear country"]))[:3]
            ['distance', 'entropy', 'itself']
        """
        return measure(self, texts, seed)

    def detect(self, kind: str, texts: Sequence[Any] | None = None, *, seed: int = 0) -> Array:
        """Find heads of a kind: their weight where such a head looks, less what equal weights would have there.

        Args:
            kind: "previous", "duplicate", "induction", "first" or "itself" (Olsson et al. 2022).
            texts: what `run` takes; four rows of random tokens that come twice, if left out.
            seed: of these.

        Returns:
            Weights less chance, [layer, head].

        Raises:
            ValueError: if there is no such kind, and as `run` does.

        Example:
            >>> import headlight as hl
            >>> hl.open("story").detect("previous").shape
            (6, 6)
        """
        return detect(self, kind, texts, seed)
