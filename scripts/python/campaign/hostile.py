"""Pictures made to do harm: broken on purpose, bombs, other people's finds, and the largest that phones take."""

import collections
import json
import shutil
import subprocess
import sys
import time

from campaign import extremes, memory, pages, papers, pictures
from campaign.bench import ROOT, SMALL, Row, ask
from campaign.mutate import mutants
from campaign.photoruns import CASES, ending, milliseconds, words, work

SHORT, LONG = 2_000, 200_000
BATCH = 2_500
# States of jobs in the queue, by their numbers there.
DONE, FAILED, QUARANTINED = 4, 5, 7


def run(bench):
    """Every row of this campaign."""
    start = seeds(bench)
    yield from mutations(bench, start)
    yield from memory.watched(bench, start)
    yield from pages.rows(bench)
    yield from papers.rows(bench)
    yield from extremes.finds(bench)
    yield from extremes.bombed(bench, start)
    yield from extremes.large(bench)


def seeds(bench):
    """Small pictures of every format: our own, and those that the fuzzing program writes where it was built."""
    found = {
        "rgb.png": pictures.png(48, 32), "deep.png": pictures.png(40, 30, 16, 6),
        "grey.png": pictures.png(40, 30, 1, 0), "palette.png": pictures.png(33, 20, 4, 3),
        "still.gif": pictures.gif(40, 30), "film.gif": pictures.gif(9, 9, 4),
        "strips.tif": pictures.tiff(40, 30), "planes.tif": pictures.tiff(40, 30, planes=True, order=">"),
        "pages.tif": pictures.tiff(20, 10, pages=3), "base.jpg": pictures.jpeg(80, 50),
        "steps.jpg": pictures.jpeg(83, 51, progressive=True), "photo.jpg": SMALL.read_bytes(),
    }
    fuzzer = bench.program.parent / "quiver-fuzz"
    if fuzzer.exists():
        folder = bench.fresh("seeds")
        subprocess.run([fuzzer, "seeds", folder], check=True, capture_output=True, timeout=600)
        found |= {path.name: path.read_bytes() for path in folder.iterdir()}
    for path in sorted((CASES / "hostile").glob("*")) if CASES.exists() else ():
        ending = {".jpeg": ".jpg", ".tiff": ".tif"}.get(path.suffix.lower(), path.suffix.lower())
        if ending in (".jpg", ".png", ".webp", ".gif", ".tif", ".heic", ".avif") and path.stat().st_size < 20_000:
            found[f"case-{path.stem}{ending}"] = path.read_bytes()
    return found


class Tally:
    """What became of all mutated files so far; it can be kept, so that a long run goes on where it was stopped."""

    def __init__(self):
        self.files = self.missing = self.worst = self.memory = self.batches = 0
        self.ends, self.kinds = collections.Counter(), collections.Counter()
        self.crashes, self.broken = [], []
        self.slowest = ""

    def keep(self, path):
        """Writes everything down."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(vars(self)))

    def load(self, path):
        """Goes on from what was written down."""
        for name, value in json.loads(path.read_text()).items():
            setattr(self, name, collections.Counter(value) if isinstance(value, dict) else value)


def mutations(bench, start):
    """Broken files by the thousand through whole runs."""
    wanted = LONG if bench.long else SHORT
    tally, state = Tally(), ROOT / ".build" / "hostile" / f"seed-{bench.seed}.json"
    if bench.long and state.exists():
        tally.load(state)
    began = time.monotonic()
    while tally.files < wanted:
        batch(bench, start, min(BATCH, wanted - tally.files), tally)
        if bench.long:
            tally.keep(state)
            print(f"hostile: {tally.files} files, {words(tally.ends)}; worst {tally.worst:.0f} ms ({tally.slowest}), "
                  f"{tally.memory:.0f} MiB; crashes {len(tally.crashes)}", file=sys.stderr, flush=True)
    if bench.long:
        state.unlink()
    seconds = time.monotonic() - began
    formats = collections.Counter(name.rpartition(".")[2] for name in start)
    yield Row(
        "every file ends in a record, whatever is in it",
        f"{tally.files} broken files from {len(start)} seeds ({words(formats)})",
        f"{len(tally.kinds)} kinds of damage, each at least {min(tally.kinds.values())} times; "
        f"{tally.ends['done']} were still readable, {tally.files - tally.ends['done']} were not",
        f"{tally.missing} without a record; {words(tally.ends)}; worst {tally.worst:.0f} ms; {seconds:.0f} s",
        tally.missing == 0)
    yield Row(
        "no file harms the supervisor", f"{tally.files} broken files in {tally.batches} runs",
        "exit status of every run",
        f"{len(tally.broken)} runs ended otherwise than 0 or 1" + "".join(f"; {text}" for text in tally.broken[:3]),
        not tally.broken)
    yield Row(
        "no file makes a worker die", f"{tally.files} broken files", "the queue counts crashes of workers",
        f"{len(tally.crashes)} photos crashed a worker; workers took {tally.memory:.0f} MiB at most"
        + "".join(f"; {text}" for text in tally.crashes[:5]),
        not tally.crashes)


def batch(bench, start, count, tally):
    """One run over some mutated files."""
    folder = bench.fresh("in")
    names = {}
    source = mutants(start, bench.seed * 1_000_003 + tally.batches)
    while len(names) < count:
        mutant = next(source)
        if mutant.name not in names:
            names[mutant.name] = mutant
            (folder / mutant.name).write_bytes(mutant.data)
            tally.kinds.update(mutant.steps)
    # Every other run also decodes whole pictures and writes them.
    changes = {"output": {"formats": ["jsonl"], "annotate": tally.batches % 2 == 0}}
    process, summary, found, queue = work(bench, folder, "run", changes)
    tally.batches += 1
    tally.files += count
    if process.returncode not in (0, 1):
        tally.broken.append(f"run {tally.batches} ended with {process.returncode}: {process.stderr[-300:]!r}")
    missing = [name for name in names if name not in found]
    tally.missing += len(missing)
    tally.memory = max(tally.memory, summary.get("workerPeakMiB") or 0)
    for name, record in found.items():
        tally.ends[ending(record)] += 1
        if milliseconds(record) > tally.worst:
            tally.worst, tally.slowest = milliseconds(record), keep(bench, folder / name)
    crashed = "SELECT CAST(name AS TEXT), failure_message FROM job WHERE crashes > 0"
    for name, message in ask(queue, crashed) if queue.exists() else ():
        mutant = names[name]
        tally.crashes.append(f"{keep(bench, folder / name)} ({mutant.seed}: {', '.join(mutant.steps)}) {message}")
    for name in missing[:20]:
        keep(bench, folder / name)


def keep(bench, path):
    """Puts a file aside to be looked into; its name."""
    place = ROOT / ".build" / "hostile" / "kept"
    place.mkdir(parents=True, exist_ok=True)
    if path.exists() and bench.long:
        shutil.copy(path, place / path.name)
    return path.name
