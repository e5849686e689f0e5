"""The catalogues: both languages have the same keys and placeholders, none is missing, none is unused."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from po_files import domain, po_files, words_in

from app.paths import LOCALE
from app.words import LANGUAGES, catalogue
from tools.catalogues import compiled

APP = Path(__file__).resolve().parent.parent.parent / "app"
DOMAINS = [po.stem for po in po_files(LANGUAGES[0])]
FROM_THE_ENGINE = ("trick.", "leads.", "hand.", "penalty.", "problem.", "refused.", "left_out.")
"""Keys that the engine's explanations name; `test_words` holds that none is missing or too many."""

KEYS = sorted(words_in(LANGUAGES[0]))


def source(*endings: str) -> str:
    """All code of the app."""
    files = [path for ending in endings for path in sorted(APP.rglob(f"*.{ending}"))]
    return "\n".join(path.read_text("utf-8") for path in files)


def placeholders(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def asked_for(code: str) -> set[str]:
    """Keys that Python code asks for in whole: ``words("key")``, ``self.words("key")``, ``self("key")``."""
    keys = set()
    for node in ast.walk(ast.parse(code)):
        if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in ("words", "_words", "self") and isinstance(node.args[0].value, str):
            keys.add(node.args[0].value)
    return keys


def beginnings(code: str) -> set[str]:
    """Beginnings of keys made up while the app runs: ``f"problem.{reason}"``, ``"trick." + reason``."""
    filled = re.findall(r'f["\']([a-z_0-9.]+\.)\{', code)
    return {*filled, *re.findall(r'["\']([a-z_0-9.]+\.)["\'] \+', code)}


def test_the_domains_are_there_in_every_language() -> None:
    assert {"vira", "table"} <= set(DOMAINS)
    assert all([po.stem for po in po_files(language)] == DOMAINS for language in LANGUAGES)


@pytest.mark.parametrize("name", DOMAINS)
def test_every_language_has_the_same_keys_and_placeholders(name: str) -> None:
    first, second = (domain(LOCALE / language / "LC_MESSAGES" / f"{name}.po") for language in LANGUAGES)
    assert first.keys() == second.keys()
    assert not [key for key in first if placeholders(first[key]) != placeholders(second[key])]


@pytest.mark.parametrize("name", [name for name in DOMAINS if name != "vira"])
def test_a_key_begins_with_its_domain(name: str) -> None:
    keys = domain(LOCALE / LANGUAGES[0] / "LC_MESSAGES" / f"{name}.po")
    assert not [key for key in keys if not key.startswith(name + ".")]


@pytest.mark.parametrize("po", [po for one in LANGUAGES for po in po_files(one)], ids=lambda po: po.stem)
def test_what_the_app_reads_is_what_is_written(po: Path) -> None:
    assert po.with_suffix(".mo").read_bytes() == compiled(po), "make locale"


@pytest.mark.parametrize("path", sorted(APP.rglob("*.py")), ids=lambda path: str(path.relative_to(APP)))
def test_no_words_are_missing(path: Path) -> None:
    wanted = asked_for(path.read_text("utf-8"))
    assert not wanted - set(KEYS)


def test_no_words_are_missing_on_the_screens() -> None:
    wanted = set(re.findall(r"words\(['\"]([^'\"]+)['\"]", source("kv")))
    assert not wanted - set(KEYS)


def test_no_words_are_there_for_nothing() -> None:
    code = source("py", "kv")
    quoted = set(re.findall(r"[\"']([a-z_0-9.]+)[\"']", code.lower()))
    made_up = (*beginnings(code), *FROM_THE_ENGINE)
    assert not [key for key in KEYS if key.lower() not in quoted and not key.startswith(made_up)]


def test_the_walkers_see_keys() -> None:
    assert asked_for("self.words('a.b', card=1); words(f'c.{d}')") == {"a.b"}
    assert beginnings("words(f\"c.{d}\"); words('e.' + f)") == {"c.", "e."}


def test_a_key_without_words_is_an_error() -> None:
    with pytest.raises(KeyError):
        catalogue("en")["table.no_such_thing"]
    assert "table.no_such_thing" not in catalogue("en")
    assert catalogue("en").get("table.no_such_thing") == ""


def test_a_key_written_twice_or_without_words_is_refused(tmp_path: Path) -> None:
    po = tmp_path / "x.po"
    for text in ('msgid "x.a"\nmsgstr "1"\n\nmsgid "x.a"\nmsgstr "1"\n', 'msgid "x.a"\nmsgstr ""\n'):
        po.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"x\.a"):
            compiled(po)
