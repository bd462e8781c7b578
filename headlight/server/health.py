"""The address /health: the model reads one word, and its numbers are checked."""

import numpy as np
from starlette.requests import Request
from starlette.responses import JSONResponse

from headlight.reading import log, reader
from headlight.reading.real_models import BUNDLED
from transformer.readings.check import check_all

WORD = "bear"


def answer(_request: Request) -> JSONResponse:
    """200 when the model reads a word and its numbers are right, else 503; Streamlit's own answers without a model."""
    try:
        trace = reader.loaded().trace(WORD)
    except Exception as error:  # whatever it is, the server is not well, and the log says why
        log.log("health", error)
        return JSONResponse({"status": "the model cannot be run"}, 503)
    sums = trace.probabilities.sum(-1)
    if not check_all(trace).passed or not np.allclose(sums, 1, atol=1e-5):  # NaN is not close to 1
        return JSONResponse({"status": "the model's numbers are wrong"}, 503)
    return JSONResponse({"status": "ok", "model": BUNDLED, "tokens": len(trace.tokens)})
