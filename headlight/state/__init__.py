"""What a reader has set: keys of the address, dials, views, and the session that holds what they stand at."""
