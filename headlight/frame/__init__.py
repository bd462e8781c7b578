"""What every page shares: the address, dials, the sentence box, lessons, pins."""
