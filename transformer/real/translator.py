"""An encoder and a decoder from a folder, opened: `open_translator` makes a model that traces a text and its answer."""

import dataclasses
import json
from pathlib import Path

import torch
from jaxtyping import Float, Int
from torch import Tensor

from transformer.brief import Brief
from transformer.decoding import search
from transformer.inference import inference, on_processor
from transformer.plan import Plan
from transformer.real import sentencepiece, weights
from transformer.real.block import CrossBlockStages
from transformer.real.encoder_decoders import ENCODER_DECODERS, of_side
from transformer.real.errors import FolderError
from transformer.real.families import refuse_variants
from transformer.real.folder import MAX_TOKENS, check_tokenizer, ids_of, read_plan
from transformer.real.packed import pack
from transformer.real.pieces import TOKENIZER, FolderTokenizer
from transformer.real.settings import Settings, place
from transformer.real.stack import Stack
from transformer.seq2seq import Seq2SeqStages
from transformer.tokenizer import Token
from transformer.trace import warn_if_cut
from transformer.translation import Read, Translation, longest_translation
from transformer.translation_trace import TranslationTrace, of_seq2seq


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class OpenedTranslator(Brief):
    """A T5 or a Marian, and its tokenizers. Safe to share between threads.

    Like a bundled translator it traces the pass as it is, and takes no Intervention.
    """

    name: str
    encoder: Stack
    decoder: Stack
    tokenizer: FolderTokenizer  # of what is read
    target_tokenizer: FolderTokenizer  # of what is written: the same but in a Marian, which has one for each language
    begin_id: int  # what the decoder reads before the first token of its own
    end_id: int
    max_tokens: int = MAX_TOKENS
    never: frozenset[int] = frozenset()  # what it is kept from writing, rows without a token among it

    @property
    def plan(self) -> Plan:
        """How its decoder is built."""
        return self.decoder.plan

    def trace(self, source_text: str, target_text: str) -> TranslationTrace:
        """Compute everything for a text and any answer to it.

        Args:
            source_text: what the encoder reads.
            target_text: what the decoder has written so far.

        Returns:
            All stages of both stacks. The last row is what would be written after the whole target: for
            `target_text=""`, the first token.

        Raises:
            ValueError: if the source has no token.
        """
        tokenizer = self.target_tokenizer
        target = tuple(token for token in tokenizer.encode(target_text) if token.id not in tokenizer.marks)
        return self._trace(Read(source_text, target_text, *self._source(source_text), target))

    def translate(self, text: str, beams: int = 1, longest: int | None = None) -> Translation:
        """Let the model answer a text, token by token: the answer with the highest score in a beam; one beam is greedy.

        Args:
            text: what the encoder reads, after the words that the model wants ("translate English to German:").
            beams: the width of the beam.
            longest: the most tokens of the answer; twice as many as were read and ten, if left out.

        Returns:
            The answer, with the search and the trace of the pass over both texts.

        Raises:
            ValueError: if the text has no token, or `beams` or `longest` is less than 1.
        """
        source, dropped = self._source(text)
        warn_if_cut(len(source), dropped)
        searched = search(
            _Writing(self),
            [token.id for token in source],
            beams=beams,
            longest=min(longest_translation(len(source)) if longest is None else longest, self._longest),
            begin_id=self.begin_id,
            end_id=self.end_id,
            never=self.never,
        )
        ids = tuple(id for id in searched.best.ids if id != self.end_id)
        answer = self.text_of(ids)
        ends = [len(self.text_of(ids[:count])) for count in range(len(ids) + 1)]
        target = [Token(self.target_tokenizer.text_of(id), id, *ends[at : at + 2]) for at, id in enumerate(ids)]
        target.append(self._mark(self.end_id, len(answer)))
        return Translation(text, answer, source, tuple(target), dropped, beams, searched, self)

    def text_of(self, ids: tuple[int, ...]) -> str:
        """The text that token ids of the answer stand for, without marks."""
        return self.target_tokenizer.decode(ids)

    @property
    def config(self) -> Plan:
        """How its decoder is built, of no more tokens than are read here."""
        return dataclasses.replace(self.plan, max_tokens=self._longest)

    @property
    def _longest(self) -> int:
        return min(self.max_tokens, self.encoder.plan.max_tokens, self.decoder.plan.max_tokens)

    def _source(self, text: str) -> tuple[tuple[Token, ...], int]:
        """The tokens of what is read, and how many did not fit."""
        source = self.tokenizer.encode(text)
        if not source:
            raise ValueError("there is nothing to trace in an empty text")
        kept = self.tokenizer.cut(source, self._longest)
        return kept, len(source) - len(kept)

    @inference
    def _trace(self, read: Read) -> TranslationTrace:
        kept = read.kept(self._longest)
        inputs = (self._mark(self.begin_id, 0), *kept)
        unembedding, bias = self.decoder.unembedding_and_bias()
        return of_seq2seq(
            self.stages(ids_of(read.source, self.encoder.plan), ids_of(inputs, self.plan)),
            **read.told(kept),
            inputs=inputs,
            target=(*kept, self._mark(self.end_id, len(read.target_text))),
            config=self.plan,
            unembedding=unembedding.numpy(),
            unembedding_bias=None if bias is None else bias.numpy(),
        )

    @inference
    def stages(self, source: Int[Tensor, " key"], target: Int[Tensor, " query"]) -> Seq2SeqStages:
        """Every stage up to the unembedding, of the ids that are read and of those that the decoder has written."""
        read = self.encoder.stages(source)
        wrote = self.decoder.stages(target, memory=read.final)
        return Seq2SeqStages(
            source_embedded=read.embedded,
            source_positions=read.positions,
            encoder=read.blocks,
            memory=read.final,
            target_embedded=wrote.embedded,
            target_positions=wrote.positions,
            decoder=wrote.blocks,
            cross=tuple(block.cross for block in wrote.blocks if isinstance(block, CrossBlockStages)),
            final=wrote.final,
        )

    def _mark(self, id: int, offset: int) -> Token:
        return Token(self.target_tokenizer.text_of(id), id, offset, offset)


@dataclasses.dataclass(frozen=True)
class _Written:
    """The text that was read, and what each hypothesis has written so far."""

    memory: Float[Tensor, "source d_model"]
    rows: tuple[tuple[int, ...], ...]

    def select(self, rows: Int[Tensor, " row"]) -> "_Written":
        return _Written(self.memory, tuple(self.rows[int(row)] for row in rows))


@dataclasses.dataclass(frozen=True)
class _Writing:
    """The model as a search asks it: of each token all that was written is read again."""

    model: OpenedTranslator

    def begin(self, source: Int[Tensor, "batch key"]) -> _Written:
        return _Written(self.model.encoder.stages(source[0]).final, ((),))

    def step(self, state: _Written, ids: Int[Tensor, " batch"]) -> tuple[Tensor, _Written]:
        decoder = self.model.decoder
        rows = tuple((*row, int(id)) for row, id in zip(state.rows, ids, strict=True))
        last = [decoder.stages(torch.tensor(row), memory=state.memory).final[-1] for row in rows]
        return decoder.unembedding(torch.stack(last)), _Written(state.memory, rows)


def _never(home: Path, settings: Settings) -> frozenset[int]:
    """Return the tokens that config.json, or generation_config.json, keeps from being written."""
    path, found = home / "generation_config.json", settings.found.get("bad_words_ids")
    try:
        found = json.loads(path.read_text("utf-8")).get("bad_words_ids", found) if path.is_file() else found
    except (ValueError, AttributeError) as error:
        raise FolderError(f"generation_config.json of {home.name} is damaged: download it once more.") from error
    words = found if isinstance(found, list) else []
    return frozenset(
        word[0] for word in words if isinstance(word, list) and len(word) == 1 and isinstance(word[0], int)
    )


def _alone(home: Path, side: str = "decoder") -> FolderError:
    return FolderError(f"The model {home.name} has no {side}: one side of an encoder with a decoder is not supported.")


@on_processor
def open_translator(path: str | Path, max_tokens: int = MAX_TOKENS) -> OpenedTranslator:
    """Open a folder of a T5, also of version 1.1, or of a Marian, as `open_folder` opens others.

    Args:
        path: of the folder.
        max_tokens: what is read of one text at most.

    Returns:
        The translator with its tokenizers.

    Raises:
        FolderError: as `open_folder` does.
    """
    home = place(path)
    if not home.is_dir():
        raise FolderError(f"There is no folder {home.name}: give the path to one with config.json in it.")
    settings = Settings.read(home)
    kind = settings["model_type"]
    if not isinstance(kind, str) or kind not in ENCODER_DECODERS:
        raise FolderError(
            f"The folder {home.name} holds a model of the kind {kind!r}, which is no encoder with a decoder that is "
            f"supported here. Supported are {', '.join(ENCODER_DECODERS)}."
        )
    refuse_variants(settings)
    if settings.found.get("is_encoder_decoder") is False:
        raise _alone(home)
    tokenizer: FolderTokenizer
    target_tokenizer: FolderTokenizer
    if (home / sentencepiece.SOURCE).is_file() or (kind == "marian" and not (home / TOKENIZER).is_file()):
        tokenizer, target_tokenizer = sentencepiece.load(home)
    else:
        tokenizer = target_tokenizer = FolderTokenizer.load(home)
    settings.hold(weights.shapes(home))
    tensors = weights.read(home)
    stacks = {}
    for side, family in ENCODER_DECODERS[kind].items():
        tensors_of_side = of_side(tensors, side)
        if not any(name.startswith(f"{side}.") for name in tensors_of_side):
            raise _alone(home, side)
        plan = dataclasses.replace(read_plan(family, settings), tied="lm_head.weight" not in tensors_of_side)
        check_tokenizer(plan, settings, tokenizer)
        stacks[side] = weights.filled(plan, weights.renamed(tensors_of_side, family, plan, home.name), home.name)
        pack(stacks[side].blocks)
        weights.hold_alone(stacks[side])
    without = frozenset(id for id in range(stacks["decoder"].plan.vocab_size) if target_tokenizer.piece(id) is None)
    begin, end = settings["decoder_start_token_id"], settings["eos_token_id"]
    if not all(isinstance(id, int) and 0 <= id <= tokenizer.highest_id for id in (begin, end)):
        raise FolderError(f"config.json of {home.name} is damaged: it names marks that the tokenizer does not have.")
    return OpenedTranslator(
        home.name,
        stacks["encoder"],
        stacks["decoder"],
        tokenizer,
        target_tokenizer,
        begin,
        end,
        max_tokens,
        _never(home, settings) | without,
    )
