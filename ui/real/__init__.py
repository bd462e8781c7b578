"""Real models: those that were found when the app started, and the pictures of their heads."""
