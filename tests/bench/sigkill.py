"""Kills Vira at random moments of simulated matches and looks at what is found again.

    python -m tests.bench.sigkill [--kills 180] [--windows 20] [--seed 0]

A child process (`tests.bench.killed`) plays with simulated players and a camera. Half of the kills fall
between the handing over of an action and its acknowledgement. Then the file is opened again: nothing
acknowledged, and nothing that was shown, may be missing; the state must be one that was handed over; and the
cards that still lie on the table, seen anew, must not be announced again. The last line is JSON. Kills with
a window need a display.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from app.playing import Playing
from app.referee.lines import LineType
from app.referee.referee import Referee
from app.store import MatchState, SavedMatch, Store
from tests.bench.killed import digest, shown_of
from tests.bench.players import Table

ROOT = Path(__file__).resolve().parent.parent.parent


# -- the one who kills --------------------------------------------------------------------------------------


@dataclass
class Run:
    """What one child said before it died."""

    submitted: list[dict[str, Any]] = field(default_factory=list)
    acknowledged: dict[int, int] = field(default_factory=dict)
    shown: list[dict[str, Any]] = field(default_factory=list)

    def read(self, line: str) -> None:
        """Takes in one line; the last may be cut off by the kill."""
        what, _, text = line.partition(" ")
        data = json.loads(text)
        match = data["match"]
        if match == 0:
            return
        if what == "S":
            self.submitted.append(data)
        elif what == "A":
            self.acknowledged[match] = max(data["count"], self.acknowledged.get(match, 0))
        else:
            self.shown.append(data)

    @property
    def between(self) -> bool:
        """Whether something was handed over and not yet acknowledged."""
        last = self.submitted[-1]
        return self.acknowledged.get(last["match"], -1) < last["count"]


@dataclass
class Findings:
    """What all kills together brought."""

    kills: int = 0
    between: int = 0
    lost: int = 0
    faults: list[str] = field(default_factory=list)


def play_and_kill(
    path: Path, seed: int, lying: list[list[Any]], rng: Random, *, between: bool, window: bool = False
) -> Run:
    """Lets a child play and kills it: right after it hands something over, or at any moment."""
    how = "window" if window else "headless"
    command = [sys.executable, "-m", "tests.bench.killed", how, str(path), str(seed), json.dumps(lying)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    pipe = process.stdout.fileno()
    text, run = b"", Run()
    after = rng.randrange(2, 60)
    end = float("inf")
    while True:
        ready = select.select([pipe], [], [], max(0.0, min(end - time.monotonic(), 60.0)))[0]
        if not ready or time.monotonic() >= end:
            break
        more = os.read(pipe, 1 << 16)
        if not more:
            raise RuntimeError(f"the child with seed {seed} ended by itself")
        text += more
        said = text.count(b"\nS ") + text.startswith(b"S ")
        if said >= after and end == float("inf"):
            # A commit takes a few milliseconds: killed at once, it is caught on its way.
            if between and text.rsplit(b"\n", 2)[-2].startswith(b"S "):
                end = time.monotonic() + rng.uniform(0.0, 0.001)
            elif not between:
                end = time.monotonic() + rng.uniform(0.0, 0.2)
    process.send_signal(signal.SIGKILL)
    while more := os.read(pipe, 1 << 16):
        text += more
    process.wait()
    process.stdout.close()
    for line in text.decode().split("\n")[:-1]:
        run.read(line)
    return run


def check(path: Path, run: Run, findings: Findings, seed: int) -> list[list[Any]]:
    """Opens the file again and compares; gives what lies on the table."""
    last = run.submitted[-1]
    number = last["match"]

    def fault(sentence: str) -> None:
        findings.faults.append(f"seed {seed}: {sentence}")

    findings.kills += 1
    findings.between += run.between
    store = Store.open(path)
    try:
        if store.notices:
            fault(f"the store had to say {store.notices}")
        stored = {row.id: row for row in store.matches()}
        kept = {match_id: len(store.load(match_id).actions) for match_id in stored}
        for match_id, count in run.acknowledged.items():
            if kept.get(match_id, -1) < count:
                findings.lost += count - max(kept.get(match_id, 0), 0)
                fault(f"{count} actions were acknowledged, {kept.get(match_id)} are there")
        for one in run.shown:
            if kept.get(one["match"], -1) < one["count"]:
                fault(f"{one['count']} actions were shown, {kept.get(one['match'])} are there")
        if number not in stored:
            return [] if number not in run.acknowledged else last["lying"]
        saved = store.load(number)
        match = saved.match()
        told = [one for one in run.submitted if one["match"] == number and one["count"] == len(match.log)]
        if match.log and told and digest(match) != told[-1]["digest"]:
            fault("another state than the one handed over")
        if match.log and not told and len(match.log) > run.submitted[0]["count"]:
            fault(f"a log of {len(match.log)} actions, which was never handed over")
        if stored[number].state is MatchState.RUNNING:
            shown = store.unfinished()
            if shown is None or shown.row.id != number:
                fault("the unfinished match is not offered")
            # While the table is being seen anew, a card that the last kill cost may still be on its way in.
            see_again(saved, run, [one for one in told if one["deed"] != "none"], fault)
    finally:
        store.close()
    return list(last["lying"])


def see_again(saved: SavedMatch, run: Run, told: list[dict[str, Any]], fault: Callable[[str], None]) -> None:
    """Shows the table to a referee that goes on: as of the last kept action, then as it lies now.

    ``told``: what was handed over with as many actions as are kept.
    """
    rng, last = Random(1), run.submitted[-1]
    if told:
        playing = demonstration(saved)
        before, lines = digest(playing.match), len(playing.referee.lines)
        table = Table(rng)
        table.put(told[-1]["lying"])
        table.seen_anew(playing)
        if digest(playing.match) != before:
            fault(f"cards lying there were played again: {playing.match.log[-1].action}")
        asked = sorted(question.key for question in playing.referee.questions)
        # An answer that was not kept is asked for again.
        if asked not in [sorted(one["asked"]) for one in told]:
            fault(f"asked before: {told[-1]['asked']}, asked now: {asked}")
        again = [line for line in playing.referee.lines[lines:] if line.type is not LineType.QUESTION]
        if again:
            fault(f"cards lying there were announced again: {again[0].to_json()}")
    lost = [
        one for one in run.submitted if one["match"] == last["match"] and one["count"] > len(saved.actions)
    ]
    if len(lost) == 1 and last["deed"] == "card" and not last["asked"]:
        # A card laid at the very moment is on the table, if not in the file: it is judged now, or asked
        # about where vision took it for the vira.
        playing = demonstration(saved)
        table = Table(rng)
        table.put(last["lying"])
        table.seen_anew(playing)
        if digest(playing.match) != last["digest"] and not playing.referee.questions:
            fault(f"a card laid at the kill was judged otherwise: {playing.match.log[len(saved.actions) :]}")


def demonstration(saved: SavedMatch) -> Playing:
    """The match as it would be gone on with, without writing anything."""
    return Playing(Referee.resume(saved.match(), saved.table), saved.row.seating, None)


def run_kills(
    kills: int,
    seed: int,
    path: Path,
    *,
    window: bool = False,
    say: Callable[[str], None] = lambda line: None,
) -> Findings:
    """Plays, kills and looks, over and over on the same file; a fault ends nothing."""
    rng, findings = Random(seed), Findings()
    lying: list[list[Any]] = []
    for number in range(kills):
        found = unfinished(path)
        # Where a kill missed its moment the next ones make up for it.
        between = findings.between * 2 <= findings.kills
        this = seed * 1000 + number
        run = play_and_kill(path, this, lying, rng, between=between, window=window)
        if window and found is not None and (not run.shown or run.shown[0]["shown"] != found):
            findings.faults.append(
                f"seed {this}: gone on with, the window showed {run.shown[:1]}, not {found}"
            )
        lying = check(path, run, findings, this)
        where = "between" if run.between else "at rest"
        say(f"kill {number + 1}: {len(run.submitted)} handed over, {where}")
    return findings


def unfinished(path: Path) -> list[Any] | None:
    """What must be shown of the match that can be gone on with; None where there is none."""
    store = Store.open(path)
    saved = store.unfinished()
    store.close()
    return None if saved is None else shown_of(demonstration(saved))


def measured(kills: int, windows: int, seed: int, say: Callable[[str], None] = print) -> Findings:
    """All kills, without and with a window, each on a file of its own."""
    total = Findings()
    for count, window in ((kills, False), (windows, True)):
        with tempfile.TemporaryDirectory() as folder:
            found = run_kills(count, seed, Path(folder) / "vira.sqlite3", window=window, say=say)
        total.kills += found.kills
        total.between += found.between
        total.lost += found.lost
        total.faults += found.faults
    return total


def main() -> int:
    """Measures and prints; 1 where anything was found amiss."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=180, help="without a window")
    parser.add_argument("--windows", type=int, default=20, help="with a window")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    findings = measured(args.kills, args.windows, args.seed)
    for fault in findings.faults:
        print(fault)
    print(f"{findings.between} of {findings.kills} kills between submission and acknowledgement")
    figures = {"sigkills": findings.kills, "actions_lost": findings.lost, "faults": len(findings.faults)}
    print(json.dumps(figures))
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
