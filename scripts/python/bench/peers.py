"""Quiver beside imagededup and FiftyOne: bits and near-duplicates, questions and exports of the same photos."""

import json
import os
import shutil
import sys
import time
from pathlib import Path

from bench.folders import QUESTION
from bench.processes import measured, say
from bench.scenes import COPIES, SIZE

# Of 64 bits of photos that are alike so many differ at most, for both peers.
MOST_BITS = 10


def goodness(pairs, count):
    """How many of the pairs of one scene were found, and how many of the found ones are of one scene."""
    size = len(COPIES)
    there = count // size * (size * (size - 1) // 2)
    right = sum(first // size == other // size for first, other in pairs)
    return f"{right / max(there, 1):.3f}", f"{right / max(len(pairs), 1):.3f}"


def grouped(groups):
    """The pairs of photos that stand in one group."""
    return {(first, other) for group in groups for first in group for other in group if first < other}


def dedup(folder):
    """imagededup's own steps, in this process: bits of all files, then the pairs; printed as JSON."""
    from imagededup.methods import PHash  # takes seconds to load, and is needed by this step alone

    method, begun = PHash(verbose=False), time.monotonic()
    used = sum(os.times()[:4])
    bits = method.encode_images(image_dir=folder)
    encoded, begun, used = time.monotonic() - begun, time.monotonic(), sum(os.times()[:4]) - used
    found = method.find_duplicates(encoding_map=bits, max_distance_threshold=MOST_BITS)
    searched = time.monotonic() - begun
    pairs = {tuple(sorted((int(Path(a).stem), int(Path(b).stem)))) for a, others in found.items() for b in others}
    told = {"encoded": encoded, "cpu": used, "searched": searched, "pairs": sorted(pairs), "bits": bits}
    print(json.dumps(told))


def fiftyone(quiver, output, folder, bits, work):
    """What FiftyOne took over the findings that Quiver exports and the bits of imagededup."""
    brought, known = work / "brought", work / "bits.json"
    known.write_text(json.dumps(bits))
    for former in (brought, work / "again"):
        shutil.rmtree(former, ignore_errors=True)
    measured([quiver, "export", "coco", output, "--to", brought, "--link"], strict=True)
    place = work / "fiftyone"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    command = [sys.executable, "-m", "bench.fiftyone_peer", brought / "annotations.json", folder, known, place]
    printed, _, _, memory = measured(command, strict=True)
    # Its database ends a moment after it.
    shutil.rmtree(place, ignore_errors=True)
    return json.loads(printed.splitlines()[-1]) | {"memory": memory}


def numbered(groups):
    """Groups of files' names as groups of their numbers."""
    return [[int(Path(one).stem) for one in group] for group in groups]


def rows(photos, work, run, dedup, others):
    """The table of all three, line by line."""
    theirs, memory = dedup
    quiver, output = run["quiver"], run["output"]
    alike = measured([quiver, "alike", "--format", "json", "--output", output])
    asked = measured([quiver, "find", QUESTION, "--in", output, "--limit", "100"])
    found = int(measured([quiver, "find", QUESTION, "--in", output, "--count"])[0])
    if found != others["found"]:
        say(f"FiftyOne found {others['found']} photos, and Quiver {found}")
        raise SystemExit(2)
    # Removed after it alone: ext4 looks long for inodes where many were given back a moment before.
    exported = measured([quiver, "export", "coco", output, "--to", work / "again", "--link"], strict=True)
    for made in ("again", "brought"):
        shutil.rmtree(work / made)
    groups = numbered(group["photos"] for group in json.loads(alike[0])["groups"])
    good = [
        goodness({tuple(pair) for pair in theirs["pairs"]}, photos),
        goodness(grouped(numbered(others["groups"])), photos),
        goodness(grouped(groups), photos),
    ]
    yield "bits of all photos", f"{theirs['encoded']:.1f} s", "those of imagededup", "while they are processed"
    yield "the whole run with its detector", "", "", f"{run['seconds']:.1f} s"
    yield "CPU of all that", f"{theirs['cpu']:.1f} s", "", f"{run['cpu']:.1f} s"
    yield "findings brought in", "", f"{others['brought']:.1f} s", "while they are processed"
    searched = [f"{seconds:.2f} s" for seconds in (theirs["searched"], others["searched"], alike[1])]
    yield "near-duplicates of known bits", *searched
    yield "photos by a label: how many, and the first 100", "", f"{others['asked']:.2f} s", f"{asked[1]:.2f} s"
    yield "export COCO, with links to the photos", "", f"{others['exported']:.1f} s", f"{exported[1]:.1f} s"
    most = (
        f"{max(one[3] for one in (alike, asked, exported)):.0f} MiB for an answer, {run['memory']:.0f} MiB for the run"
    )
    both = f"{others['memory']:.0f} MiB, its database {others['database']:.0f} MiB"
    yield "most memory of a process", f"{memory:.0f} MiB", both, most
    yield "recall of pairs of a scene", *(one[0] for one in good)
    yield "precision", *(one[1] for one in good)


def beside(quiver, model, folder, count, work):
    """The table of all on the same photos. Quiver's seconds have its start with them, those of the others have not."""
    say("imagededup …")
    printed, _, _, memory = measured([sys.executable, "-m", "bench.curator", "--dedup", folder], strict=True)
    theirs = json.loads(printed.splitlines()[-1])
    say("quiver run …")
    output = work / "out"
    shutil.rmtree(output, ignore_errors=True)
    # Not beside the project's pipeline.json, which has photos scored.
    run = measured([quiver, "run", folder, "--model", model, "--output", output, "--no-annotate"], work, strict=True)
    say("FiftyOne …")
    others = fiftyone(quiver, output, folder, theirs["bits"], work)
    say("quiver alike, find, export …")
    told = dict(zip(("seconds", "cpu", "memory"), run[1:], strict=True), quiver=quiver, output=output)
    print(f"{count:,} photos of {SIZE[0]}x{SIZE[1]}, {len(COPIES)} of each scene; {len(os.sched_getaffinity(0))} cores")
    print("| what | imagededup, PHash | FiftyOne | quiver |\n| --- | --- | --- | --- |")
    for row in rows(count, work, told, (theirs, memory), others):
        print(f"| {' | '.join(row)} |")
    return output
