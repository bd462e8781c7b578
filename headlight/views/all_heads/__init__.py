"""All heads: the whole model on one screen, repainted with every key."""
