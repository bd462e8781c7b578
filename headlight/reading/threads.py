"""How many cores one visitor's pass through a model may take."""

import sys

import torch
from threadpoolctl import threadpool_limits


def one_core_each() -> None:
    """Visitors are threads: small products run fastest, and fairest to the others, on one core each.

    And a thread that comes back from a product should not wait Python's 5 ms for its turn.
    """
    torch.set_num_threads(1)
    threadpool_limits(1, "blas")  # NumPy's own threads
    sys.setswitchinterval(0.001)
