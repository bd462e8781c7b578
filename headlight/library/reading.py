"""Make tokens of what a model is given: a text, ids, messages of a dialogue, or a list of any of these."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from tokenizers import models
from torch import Tensor

from transformer import LanguageModel, OpenedModel
from transformer.plan import Plan
from transformer.real.folder import ids_of
from transformer.real.pieces import FolderTokenizer, Pieces
from transformer.tokenizer import Token, printable

_MASKS = ("[MASK]", "<mask>")


class Text(NamedTuple):
    """One text as a model reads it."""

    text: str
    tokens: tuple[Token, ...]
    plain: bool  # whether the tokenizer makes these tokens of the text by itself


@dataclass(frozen=True)
class Dialogue:
    """How the messages of a dialogue become one text: a template of Jinja, and the marks that it names."""

    template: str
    marks: Mapping[str, str]

    def written(self, messages: Sequence[Mapping[str, str]]) -> str:
        """The text, up to where the answer begins.

        Raises:
            ValueError: if the template refuses the messages, or Jinja is not installed.
        """
        try:
            from jinja2 import TemplateError
            from jinja2.sandbox import ImmutableSandboxedEnvironment
        except ModuleNotFoundError as error:
            raise ValueError("messages are written by a template of Jinja: pip install jinja2") from error

        def refuse(words: str) -> None:
            raise TemplateError(words)

        environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
        try:
            template = environment.from_string(self.template, globals={"raise_exception": refuse})
            return template.render(messages=list(messages), add_generation_prompt=True, **self.marks)
        except TemplateError as error:
            raise ValueError(f"the template of this model cannot write these messages: {error}") from error


class IdsAlone(FolderTokenizer):
    """The tokenizer of a live model that came without one: it reads no text, and writes a token as its number."""

    def __init__(self, vocab_size: int, padding: int | None) -> None:
        super().__init__(Pieces(models.BPE()))
        self.vocab_size, self.highest_id = vocab_size, -1
        self.marks = frozenset() if padding is None else frozenset({padding})

    def encode(self, text: str) -> tuple[Token, ...]:
        """Raise a ValueError."""
        raise ValueError("this model came without a tokenizer: give ids instead of a text")

    def text_of(self, id: int) -> str:
        """The number of the token."""
        return f"<{id}>"

    def added_by(self, id: int) -> str:
        """Return the text that the token of this id adds."""
        return self.text_of(id)


@dataclass(frozen=True, eq=False)
class Reader:
    """Makes tokens of whatever one model is given."""

    inner: LanguageModel | OpenedModel
    dialogue: Dialogue | None = None

    def several(self, texts: Any) -> bool:
        """Whether it is a list of texts, rows of ids or dialogues, and not one of them."""
        if isinstance(texts, str):
            return False
        if isinstance(texts, Tensor | np.ndarray):
            return texts.ndim == 2
        if not isinstance(texts, Sequence) or not texts:
            raise ValueError("give a text, ids, messages, or a list of these; got " + (repr(texts)[:60] or "nothing"))
        return not isinstance(texts[0], Mapping) and (isinstance(texts[0], str) or np.ndim(texts[0]) > 0)

    def listed(self, texts: Any) -> list[Any]:
        """Each of a list of texts, rows of ids or dialogues; of one of them the one."""
        return list(texts) if self.several(texts) else [texts]

    def read(self, text: Any) -> Text:
        """The tokens of one text, of one row of ids, or of one dialogue.

        Raises:
            ValueError: if there is nothing to read, an id is none of the model's, or the model has no such tokens.
        """
        if isinstance(text, str):
            return self._text(text)
        if isinstance(text, Sequence) and text and isinstance(text[0], Mapping):
            return self._messages(text)
        array = np.asarray(text.detach().cpu() if isinstance(text, Tensor) else text)
        if array.ndim != 1 or not array.size or array.dtype.kind not in "iu":
            raise ValueError("a row of ids is made of one or more whole numbers")
        return self._ids([int(id) for id in array])

    def text_of(self, id: int) -> str:
        """How a token is written; its number, where the tokenizer has none for this row of the embedding."""
        try:
            return self.inner.tokenizer.text_of(id)
        except ValueError:
            return f"<{id}>"

    def decoded(self, ids: Sequence[int]) -> str:
        """The text of these ids, with the marks in it left out where a folder's tokenizer has any."""
        tokenizer = self.inner.tokenizer
        if isinstance(tokenizer, IdsAlone):
            return " ".join(map(str, ids))
        return (
            tokenizer.pieces.decode(list(ids))
            if isinstance(tokenizer, FolderTokenizer)
            else tokenizer.decode(list(ids))
        )

    @cached_property
    def mask(self) -> int | None:
        """The id of the token that stands for what a masked model is to fill in."""
        tokenizer = self.inner.tokenizer
        if not isinstance(tokenizer, FolderTokenizer) or Plan.of(self.inner.config).predicts != "masked":
            return None
        return next((id for id in sorted(tokenizer.marks) if tokenizer.added.get(id) in _MASKS), None)

    @cached_property
    def _marked(self) -> Pieces:
        """Return the same tokenizer, to which a mark that is spelled in a text is one."""
        tokenizer = self.inner.tokenizer
        return Pieces.from_str((tokenizer.pieces if isinstance(tokenizer, FolderTokenizer) else tokenizer.bpe).to_str())

    def _text(self, text: str) -> Text:
        tokenizer = self.inner.tokenizer
        if self.mask is not None and self.text_of(self.mask) in text:
            return self._with_marks(text, around=True)
        tokens = tokenizer.encode(text)
        if not tokens:
            raise ValueError("there is nothing to read in an empty text")
        return Text(text, tokens, True)

    def _with_marks(self, text: str, around: bool) -> Text:
        encoding = self._marked.encode(printable(text), add_special_tokens=around)
        pairs = zip(encoding.ids, encoding.offsets, strict=True)
        return Text(text, tuple(Token(self.text_of(id), id, *places) for id, places in pairs), False)

    def _messages(self, messages: Sequence[Mapping[str, str]]) -> Text:
        if self.dialogue is None or isinstance(self.inner.tokenizer, IdsAlone):
            raise ValueError(f"{self.inner.name} has no template for messages: write them as one text")
        return self._with_marks(self.dialogue.written(messages), around=False)

    def _ids(self, ids: Sequence[int]) -> Text:
        rows = self.inner.config.vocab_size
        if wrong := [id for id in ids if not 0 <= id < rows]:
            raise ValueError(f"this model has tokens 0 to {rows - 1}, got {wrong[0]}")
        tokens, end = [], 0
        for id in ids:
            text = self.text_of(id)
            tokens.append(Token(text, id, end, end + len(text)))
            end += len(text)
        return Text("".join(token.text for token in tokens), tuple(tokens), False)

    def cut(self, text: Text) -> tuple[tuple[Token, ...], int]:
        """The tokens that the model reads of it, and how many are dropped."""
        tokenizer, most = self.inner.tokenizer, self.inner.config.max_tokens
        kept = tokenizer.cut(text.tokens, most) if isinstance(tokenizer, FolderTokenizer) else text.tokens[:most]
        ids_of(kept, Plan.of(self.inner.config))  # a token without a row is refused here
        return kept, len(text.tokens) - len(kept)
