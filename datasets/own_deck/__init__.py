"""A deck of cards of our own drawing: the one that may be committed, shown and bundled."""
