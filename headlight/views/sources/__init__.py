"""Sources: every paper that the app names, in full."""
