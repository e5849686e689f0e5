"""What Vira says aloud: phrases, and which of them belong to what has happened. No kivy, nothing is played.

``spoken(record, match)``: the phrases for what an action did, in order. ``turn(match)``: whose turn it is, by
seat and without names. ``PHRASES``: every phrase there is; its words are ``voice.<phrase>`` in the catalogues
and `make voice` renders them, one file a phrase and language. ``clip(language, phrase)``, ``signal(sound)``:
the files. ``Signal``: short sounds that are no words.
"""

from app.voice.clips import Signal, clip, signal, text_of
from app.voice.events import spoken, turn
from app.voice.phrases import PHRASES

__all__ = ["PHRASES", "Signal", "clip", "signal", "spoken", "text_of", "turn"]
