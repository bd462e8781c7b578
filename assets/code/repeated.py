import numpy as np

drawn = np.random.default_rng(seed).standard_normal((6, 6))
matrix = drawn + drawn.T
matrix = radius * matrix / abs(np.linalg.eigvalsh(matrix)).max()  # its largest eigenvalue is that, or its negative
x = np.full(6, 6**-0.5)
for _ in range(distance):
    x = matrix @ x
result = np.linalg.norm(x)
