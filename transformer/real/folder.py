"""A folder of Hugging Face weights, opened: `open_folder` makes a model of it that can trace a text."""

import dataclasses
from functools import cached_property
from pathlib import Path

import torch
from jaxtyping import Int
from torch import Tensor

from transformer.brief import Brief
from transformer.inference import inference, on_processor
from transformer.intervention import UNCHANGED, Intervention
from transformer.model import Stages
from transformer.plan import Plan
from transformer.real import appended, weights
from transformer.real.errors import FolderError
from transformer.real.families import family_of
from transformer.real.family import Family
from transformer.real.packed import pack
from transformer.real.pieces import MASKS, FolderTokenizer
from transformer.real.settings import Settings, place
from transformer.real.stack import Stack
from transformer.real.template import template_of
from transformer.roles import HeadRoles
from transformer.tokenizer import Token
from transformer.trace import Trace, of_stages

MAX_TOKENS = 256  # of one text: a trace keeps two numbers for each pair of tokens, in each head of each layer


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class OpenedModel(Brief):
    """A transformer of one of the families, and its tokenizer. Safe to share between threads."""

    name: str
    transformer: Stack
    tokenizer: FolderTokenizer
    max_tokens: int = MAX_TOKENS
    roles: HeadRoles = dataclasses.field(default_factory=lambda: HeadRoles({}))  # where they were measured

    @cached_property
    def plan(self) -> Plan:
        """How it is built; `max_tokens` is what is traced of a text, where the model itself would read more."""
        plan = self.transformer.plan
        return dataclasses.replace(plan, max_tokens=min(plan.max_tokens, self.max_tokens))

    @property
    def config(self) -> Plan:
        """The plan, under the name that a bundled model has its sizes under."""
        return self.plan

    @inference
    def trace_pair(self, text: str, other: str, change: Intervention = UNCHANGED) -> Trace:
        """Compute everything for two texts that an encoder reads as one, [CLS] text [SEP] other [SEP].

        Each token is told which text it is of by a row of the segment table (Devlin et al. 2019, section 3.2), where
        the model has one: RoBERTa and DistilBERT have marks between the texts alone.

        Args:
            text: the first one.
            other: the second one.
            change: what is changed about the pass.

        Returns:
            All stages of the pass. The text of the trace is both, with a line break between them.

        Raises:
            ValueError: if the model is no encoder, one of the texts has no token, and as `trace` does.
        """
        change.require(self.transformer.HONOURS, f"the model {self.name}")
        if self.plan.causal:
            raise ValueError("two texts are read as one by an encoder, and this model is none: trace one text")
        if not (self.tokenizer.encode(text) and self.tokenizer.encode(other)):
            raise ValueError("there is nothing to trace in an empty text")
        tokens, segments = self.tokenizer.encode_pair(text, other)
        kept = self.tokenizer.cut(tokens, self.plan.max_tokens)
        has_segments = self.plan.segments > 1
        of_kept = [*segments[: len(kept) - 1], segments[-1]]  # its last mark is kept
        rows = torch.tensor(of_kept) if has_segments else None
        stages = self.transformer.stages(ids_of(kept, self.plan), change, segments=rows)
        return self._traced(stages, f"{text}\n{other}", kept, len(tokens), change)

    @inference
    def trace(self, text: str, change: Intervention = UNCHANGED, *, after: Trace | None = None) -> Trace:
        """Compute everything for a text; tokens past plan.max_tokens are dropped and counted.

        Args:
            text: what the model reads.
            change: what is changed about the pass.
            after: an earlier trace of this model. Where the text goes on from its first tokens only the rows of the
                others are computed; the trace is that of a whole pass but for the rounding of float32.

        Returns:
            All stages of the pass, without a batch axis.

        Raises:
            ValueError: if the text has no token, or the intervention names a head or position that does not exist, or
                something that this kind of model does not do, such as padding: a folder does not say with what.
        """
        change.require(self.transformer.HONOURS, f"the model {self.name}")
        tokens = self.tokenizer.encode(text)
        if not tokens:
            raise ValueError("there is nothing to trace in an empty text")
        kept = self.tokenizer.cut(tokens, self.plan.max_tokens)
        unembedding, _ = self.transformer.unembedding_and_bias()
        n_known = 0 if after is None else appended.known(after, kept, change, self.plan, unembedding)
        past = None if after is None or not n_known else appended.past(after, n_known)
        stages = self.transformer.stages(ids_of(kept, self.plan)[n_known:], change, past)
        trace = self._traced(stages, text, kept, len(tokens), change)
        return trace if after is None or not n_known else appended.joined(after, trace, n_known)

    def _traced(self, stages: Stages, text: str, kept: tuple[Token, ...], n_tokens: int, change: Intervention) -> Trace:
        unembedding, bias = self.transformer.unembedding_and_bias()
        return of_stages(
            stages,
            unembedding=unembedding,
            unembedding_bias=bias,
            text=text,
            tokens=kept,
            dropped=n_tokens - len(kept),
            change=change,
            config=self.plan,
        )


def ids_of(tokens: tuple[Token, ...], plan: Plan) -> Int[Tensor, " pos"]:
    """The rows of the embedding that these tokens are.

    Raises:
        ValueError: if one of them has none: a tokenizer may have tokens past the embedding, such as a [PAD].
    """
    for token in tokens:
        if token.id >= plan.vocab_size:
            raise ValueError(
                f"the model has no row for the token {token.text!r}: it is number {token.id} of the tokenizer, and the "
                f"embedding has rows 0 to {plan.vocab_size - 1}. Leave it out of the text."
            )
    return torch.tensor([token.id for token in tokens])


@on_processor
def open_folder(path: str | Path, max_tokens: int = MAX_TOKENS, name: str | None = None) -> OpenedModel:
    """Open a folder as Hugging Face has them: config.json, tokenizer.json, and weights whole or in shards.

    The kinds that can be opened are in `families.py`; weights are computed with in float32, whatever they are stored
    in. Nothing is downloaded. Weights are safetensors or a pytorch_model.bin, of which only numbers are read.

    Args:
        path: of the folder.
        max_tokens: what is traced of one text at most.
        name: the model's; the folder's, if none is given.

    Returns:
        The model with its tokenizer.

    Raises:
        FolderError: if a file is missing or damaged, or the model is of a kind or variant that is not supported. Its
            message says which, and what to do.
    """
    home = place(path)
    if not home.is_dir():
        raise FolderError(f"There is no folder {home.name}: give the path to one with config.json in it.")
    settings = Settings.read(home)
    if name is not None:
        settings = Settings(settings.found, name)
    family = family_of(settings)
    tokenizer = FolderTokenizer.load(home)
    if (dialogue := template_of(home)) is not None:
        tokenizer.let_type(dialogue.words, whole=True)
    settings.hold(weights.shapes(home))
    return opened(settings, family, weights.read(home), tokenizer, max_tokens)


def opened(
    settings: Settings,
    family: Family,
    tensors: dict[str, Tensor],
    tokenizer: FolderTokenizer,
    max_tokens: int,
    *,
    shared: bool = False,
) -> OpenedModel:
    """The model of what was read; the memory of tensors that are shared with another model is left to both.

    Raises:
        FolderError: if its parts do not fit each other.
    """
    plan = read_plan(family, settings)
    check_tokenizer(plan, settings, tokenizer)
    if weights.classify(tensors):  # what it says it says of texts, so its embedding is not for saying tokens
        plan = dataclasses.replace(plan, tied=False)
        tensors = {name: tensor for name, tensor in tensors.items() if not name.startswith("head.")}  # of ModernBERT's
    renamed = weights.renamed(tensors, family, plan, settings.name)
    stack = weights.filled(plan, renamed, settings.name)
    if tokenizer.padding is None and isinstance(padding := settings.found.get("pad_token_id"), int):
        tokenizer.padding = padding
    if stack.plan.predicts == "masked":
        tokenizer.let_type(" ".join(MASKS))
    if not shared:
        pack(stack.blocks)
        weights.hold_alone(stack)
    return OpenedModel(settings.name, stack, tokenizer, max_tokens)


def read_plan(family: Family, settings: Settings) -> Plan:
    """The plan of the settings.

    Raises:
        FolderError: if a setting is damaged or not supported.
    """
    try:
        return family.plan(settings)
    except FolderError:
        raise
    except ValueError as error:  # what a Plan says of sizes that do not go together
        raise settings.damaged(str(error)) from error
    except ArithmeticError as error:
        raise settings.damaged("one of its numbers is too large, or too small, to compute with") from error


def check_tokenizer(plan: Plan, settings: Settings, tokenizer: FolderTokenizer) -> None:
    """Raise a FolderError if the tokenizer is of another model: it has tokens that the plan does not know.

    Those that were added to it afterwards may be unknown to the model, such as a [PAD] that nobody trained, unless they
    stand around each text.
    """
    unknown = tokenizer.needed_past(plan.vocab_size)
    if unknown is not None:
        raise FolderError(
            f"tokenizer.json of {settings.name} has a token {unknown} where the model knows "
            f"{plan.vocab_size}: the two are of different models."
        )
    if plan.first_place and plan.first_place - 1 not in tokenizer.marks:  # such a token would get no place of its own
        raise FolderError(
            f"config.json of {settings.name} says pad_token_id {plan.first_place - 1}, which is no mark of its "
            "tokenizer: the two are of different models."
        )
