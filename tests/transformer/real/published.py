"""Tokenizers as published folders have them: the same parts, with a few tokens in the place of their thousands."""

from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

USER = "<｜User｜>"


def bytewise(*added: str, decoder: bool = True, marks: tuple[str, ...] = ("<|endoftext|>",)) -> Tokenizer:
    """Every byte, no merges, then the tokens `added` that are not special: GPT-NeoX, Pythia, Qwen 2."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = Tokenizer(models.BPE({piece: id for id, piece in enumerate([*marks, *alphabet])}, []))
    pieces.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    if decoder:
        pieces.decoder = decoders.ByteLevel()
    pieces.add_special_tokens([*marks])
    pieces.add_tokens([AddedToken(token, special=False, normalized=False) for token in added])
    return pieces


def wordpiece(*words: str) -> Tokenizer:
    """BERT and DistilBERT, uncased."""
    known = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]
    model = models.WordPiece(
        {word: id for id, word in enumerate(known)}, unk_token="[UNK]", max_input_chars_per_word=100
    )
    pieces = Tokenizer(model)
    pieces.normalizer, pieces.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    pieces.decoder = decoders.WordPiece()
    pieces.add_special_tokens(known[:5])
    pieces.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0",
        pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return pieces


def roberta() -> Tokenizer:
    """Every byte between <s> and </s>, and two </s> between two texts."""
    pieces = bytewise(marks=("<s>", "</s>", "<pad>", "<unk>"))  # as `kinds.py` numbers them
    pieces.post_processor = processors.RobertaProcessing(("</s>", 1), ("<s>", 0), add_prefix_space=False)
    return pieces


def unigram(*words: str) -> Tokenizer:
    """CamemBERT and XLM-RoBERTa: a SentencePiece model as tokenizer.json has it, and two </s> between two texts."""
    marks = ["<s>", "</s>", "<pad>", "<unk>"]  # as `kinds.py` numbers them
    letters = [chr(letter) for letter in range(ord("a"), ord("z") + 1)]
    scored = [*((mark, 0.0) for mark in marks), ("▁", -5.0), *((letter, -9.0) for letter in letters)]
    scored += [(f"▁{word}", -2.0 - at / 10) for at, word in enumerate(words)]
    pieces = Tokenizer(models.Unigram(scored, 3, False))
    pieces.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    pieces.decoder = decoders.Metaspace(prepend_scheme="always")
    pieces.add_special_tokens(marks)
    pieces.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 1)]
    )
    return pieces


def sentencepiece(*words: str) -> Tokenizer:
    """Llama 2, Mistral and Gemma: blanks are letters, and what the vocabulary lacks is spelled in bytes."""
    known = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), *words]
    pieces = Tokenizer(
        models.BPE(
            {word: id for id, word in enumerate(known)}, [], unk_token="<unk>", fuse_unk=True, byte_fallback=True
        )
    )
    pieces.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    pieces.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    pieces.add_special_tokens(known[:3])
    pieces.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return pieces
