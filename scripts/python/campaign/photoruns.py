"""One run of Quiver over a folder of photos, and what became of each."""

import json
import os
from pathlib import Path

from campaign.bench import ROOT

CASES = Path(os.environ.get("QUIVER_CASES", ROOT.parent / "shared" / "cases"))


def work(bench, folder, name, changes, timeout=1800):
    """Runs Quiver over a folder: the process, its summary, every record by its file's name, and the queue."""
    place = bench.fresh(name)
    settings = bench.settings(
        place, **({"output": {"formats": ["jsonl"], "annotate": False}, "retry": {"backoff": "50ms"},
                   "intake": {"patience": "0s"}} | changes))
    queue = place / "queue.sqlite"
    process = bench.run("run", folder, "--config", settings, "--queue", queue, "--format", "json", timeout=timeout)
    return process, *read(process, place), queue


def read(process, place):
    """What a run printed at its end, and every record by its file's name."""
    found = {}
    table = place / "out" / "results.jsonl"
    for line in table.read_text().splitlines() if table.exists() else ():
        record = json.loads(line)
        found[Path(record["source"]["path"]).name] = record
    return json.loads(process.stdout) if process.stdout.startswith("{") else {}, found


def ending(record):
    """How a record ended, in a word: done, or the code of its error."""
    return record["error"]["code"] if record["error"] else record["state"]


def milliseconds(record):
    """How long all stages of a photo took."""
    return sum(value for value in record["timings"].values() if value)


def words(counts, most=12):
    """Counts as a person reads them, the largest first."""
    return ", ".join(f"{count} {name}" for name, count in counts.most_common(most))
