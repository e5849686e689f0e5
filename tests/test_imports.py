"""Holds the directions of the imports: app to vision and engine, and these two apart from each other."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("app", "datasets", "engine", "vision")
STDLIB = frozenset(sys.stdlib_module_names)

# Longest folder first: what a folder may import beside the standard library and itself.
ALLOWED = {
    "app/referee": {"vision", "engine", "numpy", "cv2"},
    "app/store": {"engine"},
    "app/history": {"engine"},
    "app": {"vision", "engine", "numpy", "cv2", "kivy"},
    "vision/training": {"vision", "datasets", "numpy", "cv2", "torch", "torchvision", "ultralytics", "onnx"},
    "vision": {"numpy", "cv2"},
    "engine": set[str](),
    "datasets": {"vision", "engine", "numpy", "cv2"},
}


def imported(source: str) -> set[str]:
    """Top names of all modules that a file imports, at any depth of the code."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            names.add(node.module or "")
    return {name.split(".")[0] for name in names}


def folder_of(path: str) -> str:
    """The key of ALLOWED that a file falls under."""
    return next(folder for folder in ALLOWED if path.startswith(folder + "/"))


def files() -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for name in OURS for path in (ROOT / name).rglob("*.py"))


def test_there_are_files_in_every_package() -> None:
    assert {path.split("/")[0] for path in files()} == set(OURS)


@pytest.mark.parametrize("path", files())
def test_imports_run_one_way(path: str) -> None:
    folder = folder_of(path)
    own = {folder.split("/")[0]}
    extra = imported((ROOT / path).read_text(encoding="utf-8")) - STDLIB - ALLOWED[folder] - own
    assert not extra, f"{path} may not import {sorted(extra)}"


def test_the_referee_knows_nothing_of_kivy_or_the_screens() -> None:
    for path in (ROOT / "app/referee").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module}
        modules |= {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
        own = {m for m in modules if m.split(".")[0] == "app"}
        assert all(m == "app.referee" or m.startswith("app.referee.") for m in own), f"{path}: {sorted(own)}"


@pytest.mark.parametrize(
    "source, expected",
    [
        ("import kivy.app", {"kivy"}),
        ("def f():\n    from torch import nn", {"torch"}),
        ("from engine import Card", {"engine"}),
    ],
)
def test_the_walker_sees_hidden_imports(source: str, expected: set[str]) -> None:
    assert imported(source) == expected
