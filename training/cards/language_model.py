"""The card of a bundled language model, from the files in its folder."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

from safetensors.numpy import load_file

from training.cards.parts import SOURCES, checksums, table
from training.cards.training_text import text_of
from training.data import TEACHING
from training.head_roles import weights_sha256
from training.near_duplicates import counts as near_duplicates
from transformer.bundled.affine_lens import AFFINE
from transformer.bundled.folders import MODELS
from transformer.bundled.head_lives import LIVES, lives
from transformer.bundled.load import CONFIG, ROLES, WEIGHTS, tokenizer_and_config
from transformer.config import Config
from transformer.roles import HEAD_ROLES

POSITIONS = {
    "none": "none",
    "sinusoidal": "sinusoidal, added to the embeddings (Vaswani et al. 2017)",
    "learned": "learned, added to the embeddings",
    "rotary": "rotary, turning queries and keys (Su et al. 2021)",
}


def weight_counts(path: Path) -> dict[str, int]:
    """How many numbers each part of a model has, in its safetensors file."""
    counts = {"embedding": 0, "positions": 0, "attention": 0, "feed-forward networks": 0, "norms": 0, "unembedding": 0}
    for name, weight in load_file(path).items():
        counts[_part(name)] += weight.size
    return {part: count for part, count in counts.items() if count}


def _part(name: str) -> str:
    if "norm" in name:
        return "norms"
    if "attention" in name:
        return "attention"
    if "mlp" in name:
        return "feed-forward networks"
    return {"embedding.weight": "embedding", "position_embedding.weight": "positions"}.get(name, "unembedding")


@dataclass(frozen=True)
class Facts:
    """All that the card says which is not the same for every model."""

    name: str
    config: Config
    settings: dict  # of training.json
    last: dict  # the line of the log that belongs to the weights
    roles: dict  # head_roles.json
    counts: dict[str, int]  # numbers in each part of the model
    file_bytes: int
    checksum: str  # sha256 of the weights
    long_texts: dict  # long_texts.json, empty where longer texts than in training were not measured
    teaching_lines: int
    lives: dict  # what head_lives.json.gz says of its text, empty where no lives were measured

    @classmethod
    def read(cls, name: str) -> "Facts":
        """The facts of a bundled model.

        Raises:
            ValueError: if its head roles were measured on other weights.
        """
        home = MODELS / name
        training, roles = (json.loads((home / file).read_text(encoding="utf-8")) for file in ("training.json", ROLES))
        checksum = weights_sha256(home)
        if roles["weights_sha256"] != checksum:
            raise ValueError(f"{ROLES} was measured on other weights: run python -m training.head_roles {name} first")
        settings, long_texts = training["settings"], home / "long_texts.json"
        teaching = [path.read_text(encoding="utf-8").splitlines() for path in TEACHING.glob("*.txt")]
        return cls(
            name=name,
            config=tokenizer_and_config(home / CONFIG)[1],
            settings=settings,
            last=[entry for entry in training["log"] if entry["step"] == settings["steps_done"]][-1],
            roles=roles,
            counts=weight_counts(home / WEIGHTS),
            file_bytes=(home / WEIGHTS).stat().st_size,
            checksum=checksum,
            long_texts=json.loads(long_texts.read_text(encoding="utf-8")) if long_texts.exists() else {},
            teaching_lines=sum(bool(line.strip()) for lines in teaching for line in lines),
            lives=dict(found.about) if (found := lives(name)) else {},
        )


def card(facts: Facts) -> str:
    """The text of the card."""
    parts = (
        _purpose,
        _architecture,
        _text,
        _tokenizer,
        _training,
        _losses,
        _long_texts,
        _head_roles,
        _limits,
        _checksums,
    )
    written = (part(facts).strip() for part in parts)
    return "\n\n".join(part for part in written if part) + "\n"


def _purpose(facts: Facts) -> str:
    config, weights = facts.config, sum(facts.counts.values())
    done, planned = facts.last["step"], facts.settings["steps"]
    state = "" if done == planned else f"\n\nIts training was stopped after {done:,} of {planned:,} planned steps."
    return f"""
# Model card: {facts.name}

A decoder-only transformer with {weights / 1e6:.1f} million weights that predicts the next token of simple English text.
It was trained from random weights for Headlight, an app that shows every number inside a transformer while a person
types.{state}

{_twin(facts)}\
**For:** teaching and learning how a transformer works: tokens, embeddings, attention, masking, prediction. It is small
so that every one of its {config.n_layers} layers and {config.n_layers * config.n_heads} attention heads can be looked
at on a laptop.

**Not for:** facts, advice, decisions about people, or text shown to readers without a warning. It has no
knowledge of the world beyond children's stories, old books and everyday sentences."""


def _twin(facts: Facts) -> str:
    if not facts.name.startswith("twin-"):
        return ""
    return """\
It is one of four twins, `twin-none`, `twin-sinusoidal`, `twin-learned` and `twin-rotary`, which were trained alike: the
same sizes, rates, seed and tokenizer, the same rows in the same order. They differ only in the positional encoding, so
that the app can compare these ways. They are much smaller and much less trained than the model `story`, whose tokenizer
they share.

"""


def sizes(config: Config) -> list[tuple[str, int | str]]:
    """Rows of the table of a model's parts that follow from its config alone."""
    return [
        ("layers", config.n_layers),
        ("heads in each layer", config.n_heads),
        ("d_model, width of the residual stream", config.d_model),
        ("d_head, width of a query, key or value", config.d_head),
        ("d_mlp, units of a feed-forward network", config.d_mlp),
        ("vocabulary", f"{config.vocab_size:,} tokens"),
        ("longest text", f"{config.max_tokens} tokens"),
        ("positions", POSITIONS[config.positions]),
    ]


def _architecture(facts: Facts) -> str:
    config, counts = facts.config, facts.counts
    rows = [
        *sizes(config),
        ("norms", "LayerNorm before each sublayer and before the unembedding"),
        ("nonlinearity", "GELU"),
        ("unembedding", "the embedding, transposed" if config.tied else "weights of its own"),
        *((f"weights: {part}", f"{count:,}") for part, count in counts.items()),
        ("weights in all", f"{sum(counts.values()):,}"),
        ("file", f"`{WEIGHTS}`, 16-bit floats, {facts.file_bytes / 1e6:.1f} MB"),
    ]
    return f"""
## Architecture

{table(("what", "size"), rows)}

sha256 of `{WEIGHTS}`: `{facts.checksum}`"""


def _text(facts: Facts) -> str:
    return text_of(facts.settings, facts.last["tokens"], facts.teaching_lines)


def _tokenizer(facts: Facts) -> str:
    return f"""
## Tokenizer

Byte-level byte-pair encoding with {facts.config.vocab_size:,} tokens, learned on the training part of all sources.
Every text can be written in it and read back. A space is put before each text, so that its first word is the same token
as in the middle of a sentence. One token marks the end of a document; no typed text can produce it."""


def _training(facts: Facts) -> str:
    config, settings, last = facts.config, facts.settings, facts.last
    rows = [
        ("steps", f"{last['step']:,}"),
        (
            "rows in each step",
            f"{settings['rows_per_step']} of {config.max_tokens} tokens, from the start of a paragraph",
        ),
        ("tokens seen", f"{last['tokens'] / 1e6:.1f} million"),
        (
            "optimizer, matrices of the blocks",
            f"Muon (Jordan et al. 2024), rate {settings['matrix_rate']:g}, momentum 0.95, weight decay 0.1",
        ),
        (
            "optimizer, all else",
            f"AdamW, rate {settings['other_rate']:g}, betas 0.9 and 0.99, no weight decay",
        ),
        ("schedule", "linear warmup (100 steps), constant to 40% of the planned steps, then linear decay to zero"),
        ("gradient clipping", "norm 1"),
        ("numbers", "bfloat16 autocast; weights and optimizers in 32 bits"),
        ("dropout", "none"),
        ("seed", settings["seed"]),
        ("time", f"{last['seconds'] / 3600:.1f} hours"),
        ("device", settings["device"].upper()),
        ("torch", settings["torch"]),
    ]
    return f"""
## Training

{table(("what", "setting"), rows)}"""


def _shared(near: dict) -> str:
    return {1: "one shares"}[near["storybooks"]["over_half"]]


def _losses(facts: Facts) -> str:
    near = near_duplicates()["story"]
    settings, last = facts.settings, facts.last
    whole = last["step"] == settings["steps"]
    rows = [
        (
            source.title,
            f"{last['validation'][key]:.2f}",
            f"{math.exp(last['validation'][key]):.0f}",
            f"{settings['validation_tokens_by_source'][key]:,}",
        )
        for key, source in SOURCES.items()
    ]
    return f"""
## Loss on held-out text

Mean of -ln p(next token), in nats a token, at the last step, before the weights were rounded to 16 bits. A model that
knew nothing would have {math.log(settings["config"]["vocab_size"]):.2f}.
{"The whole held-out text was read." if whole else "At most the first 64 windows of each source were read."}

{table(("source", "nats a token", "as unsure as among this many tokens", "held-out tokens"), rows)}

The losses hold for this tokenizer only. The held-out teaching sentences are few, and much like those that were trained
on. Of the held-out Tatoeba sentences {near["tatoeba"]["near"] / near["tatoeba"]["sentences"]:.0%} are one word or less
from a sentence that was trained on. Of the {near["storybooks"]["texts"]} held-out picture-book texts {_shared(near)}
over half of its runs of eight words with the training."""


def _long_texts(facts: Facts) -> str:
    measured, longest = facts.long_texts, facts.config.max_tokens
    if not measured:
        return ""
    span, losses = measured["span"], measured["losses"]
    rows = [
        (f"{first} to {last}", f"{sum(part) / len(part):.2f}")
        for first, last in (
            (0, longest // 2),
            (longest // 2, longest),
            (longest, 2 * longest),
            (2 * longest, 3 * longest),
        )
        if (part := losses[first // span : last // span])
    ]
    beyond = (
        f"It has no positions from {longest} on, and reads no longer text."
        if len(losses) * span == longest
        else f"It was trained on texts of {longest} tokens: what stands below the second row is beyond its training."
    )
    return f"""
## Loss by place, in texts of {measured["tokens"]} tokens

{table(("places", "nats a token"), rows)}

Measured on {measured["windows"]} windows of held-out text ({_titles(measured["sources"])}). {beyond}"""


def _head_roles(facts: Facts) -> str:
    text, heads = facts.roles["text"], facts.roles["heads"]
    rows = [
        (
            HEAD_ROLES[role].means,
            f"layer {best['layer'] + 1}, head {best['head'] + 1}",
            f"{best['score']:.2f}",
            f"{best['baseline']:.2f}",
            sum(head["role"] == role for head in heads),
        )
        for role, best in facts.roles["best"].items()
    ]
    mixed = sum(head["role"] is None for head in heads)
    return f"""
## What its heads do

Layers and heads count from 1 here, as on the screen; `{ROLES}` counts from 0. The score is the mean weight that
a head puts on the keys of a role, over all queries from place {text["first_query"] + 1} on that have such a key.
Measured on {text["windows"]} windows of {text["tokens_per_window"]} tokens of held-out text
({_titles(text["sources"])}); induction
on {text["repeated_sequences"]} rows of {text["repeated_tokens"]} random tokens that come twice; modifiers on
{text["noun_phrases"]} noun phrases in sentences of the project's own that it was not trained on. The baseline is the
same mean after each query's weights were shuffled among the keys that it may look at.

{table(("role", "best head", "score", "baseline", "heads with this role"), rows)}

A head has a role if that is its highest score, at least {text["least_score"]:g}, and at least {text["least_ratio"]:g}
times its baseline, and if its sharpest looks bear it out: of the tenth with the largest weights at least
{text["least_sharpest"]:.0%} go there (for modifiers, to the token before). A head that finds modifiers also gives
them {text["least_more"]:g} times what all tokens give the token before. {mixed} of {len(heads)} heads have no role:
they do a mixture of things, or something that was not measured. A role says where a head looks, not what the model does
with what it finds there.{_lives(facts)}"""


def _lives(facts: Facts) -> str:
    if not facts.lives:
        return ""
    sources = ", ".join(f"{SOURCES[source].title} ({SOURCES[source].licence})" for source in facts.lives["sources"])
    return f"""

`{LIVES}` has sentences in which each head looks sharply and faintly, with what was counted over
{facts.lives["looks"]:,} looks. They are held-out text, shortened to {facts.lives["most_tokens"]} tokens, of
{sources};
none of TinyStories. `{AFFINE}` has an affine map for each layer, fitted to the training text by
least squares, by which the stream can be read early."""


def _titles(sources: list[str]) -> str:
    return ", ".join(SOURCES[source].title for source in sources)


def _limits(facts: Facts) -> str:
    return f"""
## Limits and biases

- It reads and writes English alone, at most {facts.config.max_tokens} tokens at a time, and knows no facts that can be
  relied on.
- TinyStories has few names (Lily, Tim, Ben, Tom, Mia), happy ends with a moral, and "Once upon a time" or "One day" at
  most beginnings; the model continues text in that manner.
- A large share of the Tatoeba sentences is about Tom, Mary and Boston.
- The old books carry the language and the views of 1719 to 1930, with racist and colonial passages. The filter knows
  words, not ideas: views that are put in other words stay, and the model can repeat them. Read what it writes before
  showing it to children.
- How it writes of women and men, of peoples and of trades follows those sources, and was not measured.
- A weight of attention shows where a head looks. It does not by itself explain a prediction."""


def _checksums(facts: Facts) -> str:
    return f"""
{checksums("Checksums of the training text", facts.settings)}

The teaching sentences and the list of offensive words stand in the project's own `training` folder, where
`training/README.md` tells how to make this model again."""
