"""The shape of every step of attention, with the axis of a batch in front."""

from dataclasses import dataclass

from transformer.config import Config


@dataclass(frozen=True)
class Operation:
    """One array on the way through a layer of attention."""

    name: str
    how: str  # it is computed
    axes: tuple[str, ...]
    shape: tuple[int, ...]


def steps(config: Config, batch: int, n_tokens: int, d_value: int | None = None) -> list[Operation]:
    """The arrays of one layer in their order; learned matrices have no batch axis, all texts share them.

    With `d_value` each value has that many numbers (d_v of Vaswani et al. 2017, section 3.2.2) instead of as many as a
    query: a query must fit a key, while of values only a mean is taken.
    """
    same = d_value is None or d_value == config.d_head
    of_value, all_values, width = ("d_head", "h·d_head", "d_model") if same else ("d_v", "h·d_v", "h·d_v")
    sizes = {
        "B": batch,
        "h": config.n_heads,
        "n": n_tokens,
        "d_model": config.d_model,
        "d_head": config.d_head,
        "h·d_head": config.n_heads * config.d_head,
        "d_v": d_value or config.d_head,
        "h·d_v": config.n_heads * (d_value or config.d_head),
    }

    def step(name: str, how: str, *axes: str) -> Operation:
        return Operation(name, how, axes, tuple(sizes[axis] for axis in axes))

    also = (", W_V", ", V", ", values") if same else ("", "", "")
    steps = [
        step("X", "the normalized residual", "B", "n", "d_model"),
        step(f"W_Q, also W_K{also[0]}", "learned", "d_model", "d_model"),
        step("W_V", "learned", "d_model", width),
        step(f"Q, also K{also[1]}", "X W_Q", "B", "n", "d_model"),
        step("V", "X W_V", "B", "n", width),
        step(f"queries, also keys{also[2]}", "Q cut into h heads", "B", "h", "n", "d_head"),
        step("values", "V cut into h heads", "B", "h", "n", of_value),
        step("scores, scaled, masked, pattern", "queries keysᵀ", "B", "h", "n", "n"),
        step("context", "pattern values", "B", "h", "n", of_value),
        step("contexts side by side", "heads put together", "B", "n", all_values),
        step("W_O", "learned", all_values, "d_model"),
        step("attended", "contexts W_O", "B", "n", "d_model"),
    ]
    return [shown_step for shown_step in steps if not (same and shown_step.name in ("W_V", "V", "values"))]
