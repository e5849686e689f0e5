"""The synthetic table: card art, scenes, crops for the reader, whole filmed hands."""
