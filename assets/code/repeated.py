import numpy as np

drawn = np.random.default_rng(3).standard_normal((6, 6))
matrix = drawn + drawn.T
matrix = 1.1 * matrix / abs(np.linalg.eigvalsh(matrix)).max()  # its largest eigenvalue is 1.1, or -1.1
x = np.full(6, 6**-0.5)
for _ in range(30):
    x = matrix @ x
result = np.linalg.norm(x)
