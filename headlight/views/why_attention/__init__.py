"""Why attention: what came before it, beside it."""
