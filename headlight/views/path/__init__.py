"""Ten guesses: from text to the next word, each answered by the model."""
