"""Make tokens of what a model is given: a text, ids, messages of a dialogue, or a list of any of these."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np
from tokenizers import models
from torch import Tensor

from transformer import LanguageModel, OpenedModel
from transformer.plan import Plan
from transformer.real.folder import ids_of
from transformer.real.pieces import MASKS, FolderTokenizer, Pieces
from transformer.tokenizer import Token, printable
from transformer.trace import warn_caller


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
        self.padding = padding

    def encode(self, text: str) -> tuple[Token, ...]:
        """Raise a ValueError."""
        raise ValueError("this model came without a tokenizer: give ids instead of a text")

    def text_of(self, id: int) -> str:
        """The number of the token."""
        return f"<{id}>"

    def added_by(self, id: int) -> str:
        """Return the text that the token of this id adds."""
        return self.text_of(id)


class Written(str):
    """A text that a model has written on; `ids` are its tokens, those of what it was given included.

    Run or written on by the model that wrote it, it is these tokens, also where its letters would be cut otherwise.
    """

    ids: list[int]
    tokenizer: Any

    def __new__(cls, text: str, ids: Sequence[int], tokenizer: Any) -> "Written":
        """Keep the ids beside the text."""
        written = super().__new__(cls, text)
        written.ids, written.tokenizer = list(ids), tokenizer
        return written

    def __getnewargs__(self) -> tuple[Any, ...]:  # type: ignore[override]
        return str(self), self.ids, self.tokenizer


def _ids_of(batch: Mapping[str, Any]) -> Any:
    """The ids of what a tokenizer of the transformers library gives.

    Raises:
        ValueError: if it is something else, or of pairs of texts.
    """
    if "input_ids" not in batch:
        raise ValueError(f"a batch of a tokenizer has input_ids, got {', '.join(map(str, batch)) or 'nothing'}")
    if np.any([np.any(np.asarray(row)) for row in batch.get("token_type_ids", ())]):
        raise ValueError("these token_type_ids are of two texts in one: read them with trace_pair of a model's .inner")
    return batch["input_ids"]


def _unpadded(batch: Mapping[str, Any]) -> list[list[int]]:
    """The rows of a batch as a tokenizer of the transformers library gives it, without what its mask hides.

    Raises:
        ValueError: as `_ids_of` does, or if a mask hides something between tokens, or all of a row.
    """
    rows = []
    for number, row in enumerate(_ids_of(batch)):
        ids = np.asarray(row)
        mask = batch["attention_mask"][number] if "attention_mask" in batch else np.ones(len(ids))
        shown = np.asarray(mask, bool)
        (places,) = np.nonzero(shown)
        if len(shown) != len(ids) or not len(places) or places[-1] - places[0] + 1 != len(places):
            raise ValueError("an attention_mask hides the tokens that fill a row up, at one end: this one hides others")
        rows.append(ids[places].tolist())
    return rows


@dataclass(frozen=True, eq=False)
class Reader:
    """Makes tokens of whatever one model is given."""

    inner: LanguageModel | OpenedModel
    dialogue: Dialogue | None = None

    def several(self, texts: Any) -> bool:
        """Whether it is a list of texts, rows of ids or dialogues, and not one of them."""
        if isinstance(texts, str):
            return False
        if isinstance(texts, Mapping):
            return np.ndim(next(iter(_ids_of(texts)), 0)) > 0
        if isinstance(texts, Tensor | np.ndarray):
            return texts.ndim == 2
        if not isinstance(texts, Sequence) or not texts:
            raise ValueError("give a text, ids, messages, or a list of these; got " + (repr(texts)[:60] or "nothing"))
        return not isinstance(texts[0], Mapping) and (isinstance(texts[0], str) or np.ndim(texts[0]) > 0)

    def listed(self, texts: Any, least: int = 1) -> list[Any]:
        """Each of a list of texts, rows of ids or dialogues; of one of them the one. It may be empty with `least` 0."""
        if least == 0 and (texts is None or (isinstance(texts, Sequence) and not texts)):
            return []
        if isinstance(texts, Mapping):
            return list(_unpadded(texts)) if self.several(texts) else [texts]
        return list(texts) if self.several(texts) else [texts]

    def read(self, text: Any) -> Text:
        """The tokens of one text, of one row of ids, or of one dialogue.

        Raises:
            ValueError: if there is nothing to read, an id is none of the model's, or the model has no such tokens.
        """
        if isinstance(text, Written) and text.tokenizer is self.inner.tokenizer:
            return Text(str(text), self.of_ids(text.ids).tokens, False)
        if isinstance(text, str):
            return self._text(text)
        if isinstance(text, Mapping):
            return self.of_ids(_unpadded({name: [row] for name, row in text.items()})[0])
        if isinstance(text, Sequence) and text and isinstance(text[0], Mapping):
            return self._messages(text)
        array = np.asarray(text.detach().cpu() if isinstance(text, Tensor) else text)
        if array.ndim != 1 or not array.size or array.dtype.kind not in "iu":
            raise ValueError("a row of ids is made of one or more whole numbers")
        ids = [int(id) for id in array]
        self._warn_of_padding(ids)
        return self.of_ids(ids)

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
        return tokenizer.decode(list(ids))

    @cached_property
    def mask(self) -> int | None:
        """The id of the token that stands for what a masked model is to fill in."""
        tokenizer = self.inner.tokenizer
        if not isinstance(tokenizer, FolderTokenizer) or Plan.of(self.inner.config).predicts != "masked":
            return None
        return next((id for id in sorted(tokenizer.marks) if tokenizer.added.get(id) in MASKS), None)

    def _text(self, text: str) -> Text:
        tokenizer = self.inner.tokenizer
        if isinstance(tokenizer, FolderTokenizer):
            spelled = {tokenizer.added[id] for id in tokenizer.marks if tokenizer.added.get(id, text + "x") in text}
            if letters := sorted(spelled - tokenizer.typed):
                warn_caller(f"{letters[0]} is read letter by letter in a text: give ids to have it as the mark.")
        tokens = tokenizer.encode(text)
        if not tokens:
            raise ValueError("there is nothing to read in an empty text")
        return Text(text, tokens, True)

    def _messages(self, messages: Sequence[Mapping[str, str]]) -> Text:
        tokenizer = self.inner.tokenizer
        if self.dialogue is None or not isinstance(tokenizer, FolderTokenizer) or isinstance(tokenizer, IdsAlone):
            raise ValueError(f"{self.inner.name} has no template for messages: write them as one text")
        text = self.dialogue.written(messages)
        encoding = tokenizer.marked.encode(printable(text), add_special_tokens=False)
        pairs = zip(encoding.ids, encoding.offsets, strict=True)
        return Text(text, tuple(Token(self.text_of(id), id, *places) for id, places in pairs), False)

    def _warn_of_padding(self, ids: Sequence[int]) -> None:
        """Warn where ids are padded: what they are filled up with would be read as words."""
        padding = getattr(self.inner.tokenizer, "padding", None)
        if padding is None or padding not in ids:
            return
        name = self.text_of(padding)
        at_ends = max(sum(1 for _ in takewhile(lambda id: id == padding, row)) for row in (ids, ids[::-1]))
        # Where the mark that ends a text is what it is filled up with too, one of them is the end.
        if at_ends > 1 or "pad" in name.lower() or isinstance(self.inner.tokenizer, IdsAlone):
            warn_caller(
                f"{name} fills these ids up, and is read as a word: give the whole batch of the tokenizer, which has "
                "an attention_mask, or leave it out."
            )

    def of_ids(self, ids: Sequence[int]) -> Text:
        """The text of ids, of whose tokens none is left out.

        Raises:
            ValueError: if one is none of the model's.
        """
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
