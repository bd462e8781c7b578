import torch

from transformer.experiments.reach import drawn, inputs_of

drawing, words = drawn(seed=1, draws=1, layers=1), inputs_of(trace.embedded[: to_word + 1])[0]
W, U = 0.9 * drawing.recurrent[0], drawing.inputs[0]  # W has the spectral radius 0.9


def last_state(words):
    state = torch.zeros(len(W))
    for word in words:
        state = torch.tanh(state @ W + word @ U)
    return state


jacobian = torch.autograd.functional.jacobian(last_state, words)  # [number of the state, word, number of the word]
result = jacobian.norm(dim=(0, 2))  # of the RNN: what is left of each word, from the first on
