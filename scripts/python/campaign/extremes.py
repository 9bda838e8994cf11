"""Bombs, other people's finds, and the largest photos that phones take."""

import collections
import os
import shutil
import sys

from campaign import bombs, pictures
from campaign.bench import ROOT, SMALL, Row, age, ask
from campaign.photoruns import CASES, ending, milliseconds, read, words, work


def bombed(bench, seeds):
    """Bombs must be refused by what their headers say."""
    folder, made = bench.fresh("bombs"), bombs.every(seeds)
    for name, data in made.items():
        (folder / name).write_bytes(data)
    plain = bench.fresh("plain")
    (plain / "small.jpg").write_bytes(SMALL.read_bytes())
    usual = work(bench, plain, "plain-run", {"workers": {"count": 1}})[1]["workerPeakMiB"]
    times, peak, ends = {}, 0, {}
    # Three times, since the machine may have other things to do; what counts is how long it takes at best.
    for _ in range(3):
        process, summary, found, _ = work(bench, folder, "bombs-run", {"workers": {"count": 1}})
        peak = max(peak, summary.get("workerPeakMiB", 0))
        for name, record in found.items():
            ends[name] = ending(record)
            times[name] = min(times.get(name, 1e9), milliseconds(record))
    if bench.long:
        for name in sorted(times):
            size = len(made[name])
            print(f"hostile: {name} ({size} bytes): {ends[name]}, {times[name]:.1f} ms", file=sys.stderr)
    slow = max(times.values(), default=0)
    # Too much text is left unread, and the picture is worked.
    allowed = {"text": ["done"], "profile": ["done", "broken"]}
    bad = [name for name in made if ends.get(name) not in allowed.get(name.partition("-")[0], ["limit", "broken"])]
    yield Row(
        "bombs are refused by their headers", f"{len(made)} bombs: {', '.join(made)}",
        f"records: {words(collections.Counter(ends.values()))}" + (f"; not {', '.join(bad)}" if bad else ""),
        f"the slowest took {slow:.0f} ms; all together {peak - usual:.0f} MiB more than a small photo",
        process.returncode in (0, 1) and not bad and slow < 100 and peak - usual < 64)


def finds(bench):
    """Pictures with which others have broken decoders."""
    folder = CASES / "hostile"
    if not folder.exists():
        yield Row("what broke others breaks nothing", "other people's finds", "skipped: set QUIVER_CASES", "-",
                  os.environ.get("CI") != "true")
        return
    place = bench.fresh("finds")
    for path in folder.iterdir():
        shutil.copy(path, place / path.name)
        age(place / path.name)
    process, _, found, queue = work(bench, place, "finds-run", {})
    taken = ask(queue, "SELECT count(*), sum(crashes) FROM job")[0]
    ends = collections.Counter(map(ending, found.values()))
    yield Row(
        "what broke others breaks nothing", f"{len(list(place.iterdir()))} files from other people's tests",
        f"{taken[0]} are pictures by name or content and were taken", f"{words(ends)}; {taken[1]} crashes of workers",
        process.returncode in (0, 1) and len(found) == taken[0] and taken[1] == 0)


LARGE = {"48 MP": (8064, 6048), "108 MP": (12000, 9000), "200 MP": (16320, 12240)}


def large(bench):
    """The largest photos that phones take must pass."""
    sizes = LARGE if bench.long else {"200 MP": LARGE["200 MP"]}
    kinds = {"baseline": False, "progressive": True} if bench.long else {"baseline": False}
    for kind, progressive in kinds.items():
        folder = bench.fresh("large")
        for name, (width, height) in sizes.items():
            (folder / f"{name}.jpg").write_bytes(pictures.jpeg(width, height, progressive))
        if bench.long:
            (folder / "200 MP.png").write_bytes(pictures.png(*LARGE["200 MP"]))
        for annotate in (False, True):
            changes = {"output": {"formats": ["jsonl"], "annotate": annotate}, "workers": {"count": 1}}
            way = kind + (", annotated" if annotate else "")
            yield passed(folder, way, *work(bench, folder, "large-run", changes)[:3])
        place = bench.fresh("score-run")
        scored = bench.run(
            "score", folder, "--output", place / "out", "--queue", place / "queue.sqlite", "--workers", "1",
            "--annotate", "--format", "json", cwd=ROOT)
        yield passed(folder, f"{kind}, scored", scored, *read(scored, place))


def passed(folder, kind, process, summary, found):
    """One row for one way of working large photos."""
    ends = collections.Counter(map(ending, found.values()))
    wanted = sorted(path.name for path in folder.iterdir())
    return Row(
        "photos of 48, 108 and 200 MP pass", f"{', '.join(wanted)}, {kind}", f"records: {words(ends)}",
        f"{summary.get('workerPeakMiB', 0):.0f} MiB of 2048 at most; "
        + ", ".join(f"{name} {milliseconds(record) / 1000:.1f} s" for name, record in sorted(found.items())),
        process.returncode == 0 and ends == {"done": len(wanted)})
