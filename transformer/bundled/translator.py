"""A trained translator with its tokenizer: `translate` a sentence, `trace` a sentence with a translation of it."""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from transformer.brief import Brief
from transformer.bundled.alignment import MeasuredAlignment
from transformer.bundled.folders import ModelFolderError
from transformer.config import Config
from transformer.decoding import search
from transformer.inference import inference
from transformer.recurrent import RecurrentConfig, RecurrentTranslator
from transformer.seq2seq import Seq2Seq
from transformer.tokenizer import Token, Tokenizer
from transformer.trace import warn_if_cut
from transformer.translation import Read, Translation, longest_translation
from transformer.translation_trace import TranslationTrace, of_recurrent, of_seq2seq

# Signs that the training text does not have, each with the one it has instead.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ", "\u202f": " "})


@dataclass(frozen=True, eq=False, repr=False)
class Translator(Brief):
    """A trained model that translates English into French. Safe to share between threads."""

    name: str
    model: Seq2Seq | RecurrentTranslator
    tokenizer: Tokenizer
    alignment: MeasuredAlignment  # how well each head aligns words, as measured by hand-made alignments
    trouble: ModelFolderError | None = None  # why what was measured of the heads is not there

    @property
    def config(self) -> Config | RecurrentConfig:
        """The sizes of the model."""
        return self.model.config

    def translate(
        self, text: str, beams: int = 4, draft: tuple[int, ...] = (), between: Callable[[], object] = lambda: None
    ) -> Translation:
        """Translate a sentence: the text with the highest score in a beam; one beam is greedy.

        Args:
            text: English.
            beams: the width of the beam.
            draft: ids of a guess, such as the translation of a sentence much like this one. It can make the search
                faster; the result is the same.
            between: is called between two steps of the search, and can end it by raising.

        Returns:
            The French, with the search and the trace of the pass over both texts.

        Raises:
            ValueError: if there is nothing but blanks in the text, or `beams` is less than 1.

        Example:
            >>> from transformer import load
            >>> load("translate").translate("The red car").text
            'La voiture rouge'
        """
        source, dropped = self._source(text)
        warn_if_cut(len(source), dropped)
        searched = search(
            self.model,
            [token.id for token in source],
            beams=beams,
            longest=min(longest_translation(len(source)), self.config.max_tokens),
            begin_id=self._begin.id,
            end_id=self._end(text).id,
            never=self.tokenizer.marks - {self.tokenizer.end_id},
            draft=draft,
            between=between,
        )
        french = self.text_of(searched.best.ids)
        target = self._marked(self._tokens(searched.best.ids), french)
        return Translation(text, french, source, target, dropped, beams, searched, self)

    def trace(self, source_text: str, target_text: str) -> TranslationTrace:
        """Compute everything for a sentence and any translation of it, your own or an unfinished one.

        Args:
            source_text: English.
            target_text: French.

        Returns:
            All stages. The last row is what the model would write after the whole target: for `target_text=""`, the
            first token.

        Raises:
            ValueError: if there is nothing but blanks in the source.

        Example:
            >>> from transformer import load
            >>> trace = load("translate").trace("The red car", "la voiture")
            >>> trace.pattern().shape == (len(trace.target), len(trace.source))
            True
        """
        target = self.tokenizer.encode(target_text.translate(_PLAIN)) if target_text.strip() else ()
        return self._trace(Read(source_text, target_text, *self._source(source_text), target))

    def text_of(self, ids: tuple[int, ...]) -> str:
        """The text that token ids stand for, without marks."""
        return self.tokenizer.decode([id for id in ids if id not in self.tokenizer.marks])

    @inference
    def _trace(self, read: Read) -> TranslationTrace:
        kept = read.kept(self.config.max_tokens)
        inputs = (self._begin, *kept)
        ids = (torch.tensor([token.id for token in side]) for side in (read.source, inputs))
        texts_and_tokens = read.told(kept) | {
            "inputs": inputs,
            "target": self._marked(kept, read.target_text),
            "config": self.config,
            "unembedding": self.model.unembedding.weight.detach().numpy(),
        }
        if isinstance(self.model, Seq2Seq):
            return of_seq2seq(self.model.stages(*ids), **texts_and_tokens)
        return of_recurrent(self.model.stages(*(side[None] for side in ids)), **texts_and_tokens)

    def _source(self, text: str) -> tuple[tuple[Token, ...], int]:
        """The tokens of a sentence with the end mark, and how many did not fit."""
        if not text.strip():
            raise ValueError("there is nothing to translate in an empty text")
        tokens = self.tokenizer.encode(text.translate(_PLAIN))
        kept = tokens[: self.config.max_tokens - 1]
        return self._marked(kept, text), len(tokens) - len(kept)

    def _tokens(self, ids: tuple[int, ...]) -> tuple[Token, ...]:
        """Token ids, without marks, as tokens with their places in the text they stand for."""
        ids = tuple(id for id in ids if id not in self.tokenizer.marks)
        before = [self.tokenizer.bytes_of(id) for id in ids]
        lead = int(b"".join(before).startswith(b" "))
        places = [
            max(len(b"".join(before[:count]).decode("utf-8", "ignore")) - lead, 0) for count in range(len(ids) + 1)
        ]
        return tuple(
            Token(self.tokenizer.text_of(id), id, places[number], places[number + 1]) for number, id in enumerate(ids)
        )

    def _marked(self, tokens: tuple[Token, ...], text: str) -> tuple[Token, ...]:
        return (*tokens, self._end(text))

    def _end(self, text: str) -> Token:
        end = self.tokenizer.end_id
        return Token(self.tokenizer.text_of(end), end, len(text), len(text))

    @property
    def _begin(self) -> Token:
        begin = self.tokenizer.begin_id
        assert begin is not None  # checked where the model was loaded
        return Token(self.tokenizer.text_of(begin), begin, 0, 0)
