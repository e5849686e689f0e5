"""The one error that the command line shows: a sentence for whoever typed the command."""

from __future__ import annotations


class UserError(Exception):
    """Something given to Vira cannot be used; the message is one sentence saying what and what to do."""
