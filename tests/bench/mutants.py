"""Mutants of the engine: mechanical single changes to its rules, of which its tests must kill each.

A mutant is one comparison, constant, operator or branch of the modules below changed. It is killed when a
test fails, or the tests run longer than their limit. Run from the root of the repository:
python -m tests.bench.mutants --list shows what would be drawn.
"""

from __future__ import annotations

import argparse
import ast
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
MODULES = (
    "tricks.py",
    "table.py",
    "state.py",
    "stakes.py",
    "observe.py",
    "settle.py",
    "moves.py",
    "history.py",
    "match.py",
)
"""Trick, hand, stakes and match."""

SEED = 20
COUNT = 60
CPU_SECONDS = 20
"""Processor time one mutant's tests may take."""

WALL_SECONDS = 600
TESTS = ("-k", "not every_hand_at_every_stake and not TestTable")
"""Left out: the exhaustive walk, which is slow, and the hypothesis machine, which is not repeatable."""

_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Mod: ast.FloorDiv,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: where, what, and the whole changed module."""

    module: str
    line: int
    change: str
    source: str


def mutants_of(module: str) -> Iterator[Mutant]:
    """Every mutant of a module, in order of place."""
    text = (ROOT / "engine" / module).read_text(encoding="utf-8")
    sites = len(list(_changes(ast.parse(text))))
    for site in range(sites):
        tree = ast.parse(text)
        node, change = list(_changes(tree))[site]
        told = change()
        yield Mutant(module, node.lineno, told, ast.unparse(ast.fix_missing_locations(tree)))


def _changes(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, _Change]]:
    for node in _code(tree):
        if isinstance(node, ast.Compare):
            for place, operator in enumerate(node.ops):
                if type(operator) in _COMPARE:
                    yield node, _Change(node, "ops", _COMPARE[type(operator)](), place)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, _Change(node, "value", node.value + 1)
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield node, _Change(node, "value", not node.value)
        elif isinstance(node, ast.BoolOp):
            yield node, _Change(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            yield node, _Change(node, "op", _ARITHMETIC[type(node.op)]())
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node, _Change(node, "test", ast.UnaryOp(ast.Not(), node.test))


@dataclass(frozen=True, slots=True)
class _Change:
    node: ast.AST
    field: str
    value: object
    place: int | None = None

    def __call__(self) -> str:
        """Make the change; what it was and is now."""
        before = ast.unparse(self.node).splitlines()[0]
        if self.place is None:
            setattr(self.node, self.field, self.value)
        else:
            getattr(self.node, self.field)[self.place] = self.value
        return f"{before}  ->  {ast.unparse(ast.fix_missing_locations(self.node)).splitlines()[0]}"


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node but annotations, whose change changes nothing."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST):
                yield node
                yield from _code(node)


def drawn(count: int, seed: int) -> list[Mutant]:
    """The mutants drawn by this seed from all there are."""
    every = [mutant for module in MODULES for mutant in mutants_of(module)]
    return Random(seed).sample(every, count)


def unchanged() -> Mutant:
    """The engine as it is: its tests must pass where the mutants are tried, or no death means anything."""
    module = MODULES[0]
    text = (ROOT / "engine" / module).read_text(encoding="utf-8")
    return Mutant(module, 0, "nothing", ast.unparse(ast.parse(text)))


def killed(mutant: Mutant) -> bool:
    """Whether the engine's tests fail with this change (or do not end)."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        shutil.copytree(ROOT / "engine", home / "engine", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "tests" / "engine", home / "tests" / "engine")
        shutil.copytree(ROOT / "docs", home / "docs")
        (home / "engine" / mutant.module).write_text(mutant.source, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--rootdir", folder]
        try:
            done = subprocess.run(
                [*command, *TESTS, str(home / "tests" / "engine")],
                cwd=home,
                env={**os.environ, "PYTHONPATH": folder},
                preexec_fn=_limit,
                timeout=WALL_SECONDS,
                capture_output=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


def main() -> int:
    """Draw, run and report; 1 when one survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--list", action="store_true", help="only show what is drawn")
    parser.add_argument("--skip", type=int, default=0, help="leave the first ones out")
    args = parser.parse_args()
    if not args.list and killed(unchanged()):
        sys.exit("The engine's tests do not pass as it is: mend that first.")
    survivors = 0
    for number, mutant in enumerate(drawn(args.count, args.seed)[args.skip :], start=args.skip + 1):
        fate = "" if args.list else "killed  " if killed(mutant) else "SURVIVES"
        survivors += fate == "SURVIVES"
        print(f"{number:3d} {fate} engine/{mutant.module}:{mutant.line}  {mutant.change}", flush=True)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
