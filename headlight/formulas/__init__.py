"""Mathematics with the current numbers in it, as MathML: pure functions of numbers and arrays."""
