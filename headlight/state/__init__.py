"""The state of a reader: keys of the address, dials, views, and the session that holds their values."""
