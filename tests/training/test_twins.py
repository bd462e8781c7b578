"""The twins are trained alike, and measured on longer texts as a loop over places would."""

import numpy as np
import pytest
import torch

from training import train, twins
from training.long_texts import lengthened, loss_by_place
from transformer.config import Config
from transformer.model import Transformer


def tiny(positions: str) -> Transformer:
    torch.manual_seed(0)
    return Transformer(Config(13, 2, 2, 8, 4, 11, max_tokens=7, positions=positions)).eval()


def test_only_the_positions_and_the_folder_differ(tmp_path):
    parsed = {kind: vars(train.parse(twins.options(kind, tmp_path, tmp_path / "runs", 5))) for kind in twins.KINDS}
    for kind, options in parsed.items():
        assert options.pop("positions") == kind
        assert options.pop("run") == tmp_path / "runs" / f"twin-{kind}"
    assert parsed["none"] == parsed["sinusoidal"] == parsed["learned"] == parsed["rotary"]


@pytest.mark.parametrize("kind", ["none", "sinusoidal", "rotary"])
def test_a_lengthened_model_is_the_same_on_short_texts_and_goes_on(kind):
    model = tiny(kind)
    longer = lengthened(model, 23)
    ids = torch.arange(23) % 13
    with torch.no_grad():
        torch.testing.assert_close(longer(ids[:7]), model(ids[:7]))
        torch.testing.assert_close(longer(ids)[:7], model(ids[:7]))  # causal: what follows changes nothing


def test_learned_positions_cannot_be_lengthened():
    with pytest.raises(ValueError, match="there are 7 learned positions, and no row for a later one"):
        lengthened(tiny("learned"), 23)


def test_the_loss_by_place_is_that_of_a_loop():
    model = tiny("rotary")
    windows = np.random.default_rng(0).integers(0, 13, (19, 6))
    found = loss_by_place(model, windows)
    with torch.no_grad():
        probabilities = model(torch.from_numpy(windows[:, :-1])).softmax(-1).numpy()
    for place in range(5):
        each = [-np.log(probabilities[row, place, windows[row, place + 1]]) for row in range(19)]
        assert found[place] == pytest.approx(np.mean(each), abs=1e-5)
