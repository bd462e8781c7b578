"""Translate: English typed, French written, and where each French word looks meanwhile."""
