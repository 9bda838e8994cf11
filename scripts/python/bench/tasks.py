"""Photos per second of a pipeline of six tasks, as a share of what its parts alone allow."""

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

from bench.whole import ROOT, median, run
from peer.bench import export, say
from peer.photos import make


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/bench tasks", description="Measures six tasks on one folder.")
    parser.add_argument("--photos", type=int, default=120, help="how many 12-megapixel photos (default 120)")
    parser.add_argument("--classifier", default="efficientnet_lite0", help="a classifier, by name or file")
    parser.add_argument("--rounds", type=int, default=3, help="how often it all runs; the median counts (default 3)")
    return parser.parse_args()


def detectors(args, boxes):
    """Six tasks: boxes, classes, faces, meshes, hands, people with masks."""
    return [
        {"name": "boxes", "model": str(boxes)},
        {"name": "classes", "task": "classify", "model": args.classifier},
        {"name": "faces", "task": "faces"},
        {"name": "meshes", "task": "faces", "model": "face_detection_short_range", "mesh": True},
        {"name": "hands", "task": "hands"},
        {"name": "people", "task": "pose", "mask": True},
    ]


def settings(work, chosen):
    """A settings file of these detectors."""
    file = work / "tasks.json"
    file.write_text(json.dumps({"detectors": chosen, "output": {"annotate": False, "formats": ["json"]}}))
    return file


def start(work, folder, chosen, workers):
    """One whole run; its summary and the mean milliseconds of the photos' parts."""
    output = work / "out"
    shutil.rmtree(output, ignore_errors=True)
    summary = run(None, folder, work, "--config", settings(work, chosen), "--workers", str(workers))
    records = [json.loads(path.read_text()) for path in output.rglob("*.jpg.json")]
    mean = {part: sum(record["timings"][part] or 0 for record in records) / len(records)
            for part in ("load", "infer", "decode")}
    return summary, mean


def main():
    """Prepares, measures, prints."""
    args = arguments()
    work = ROOT / ".build" / "bench" / "tasks"
    work.mkdir(parents=True, exist_ok=True)
    folder = ROOT / ".build" / "bench" / "photos" / str(args.photos)
    for photo in make(folder, args.photos):
        photo.read_bytes()  # into the file cache, for all rounds alike
    peers = ROOT / ".build" / "bench" / "peer"
    peers.mkdir(parents=True, exist_ok=True)
    chosen = detectors(args, export(peers, "v8n")[0])
    cores = len(os.sched_getaffinity(0))
    start(work, folder, chosen, cores)  # compiles the models, once and for all
    rounds = []
    for number in range(args.rounds):
        # All need the whole photo; alone a detector of boxes would read less of it.
        load = start(work, folder, chosen[2:3], 1)[1]["load"]
        parts = {}
        for one in chosen:
            mean = start(work, folder, [one], 1)[1]
            parts[one["name"]] = mean["infer"] + mean["decode"]
        limit = 1000 / (load + sum(parts.values())) * cores
        whole = start(work, folder, chosen, cores)[0]
        rate = whole["done"] / whole["seconds"]
        rounds.append((rate / limit, rate, limit, load, parts))
        say(f"round {number + 1}: {rate:.2f} of {limit:.2f} photos/s, {rate / limit:.2f}")
    share, rate, limit, load, parts = median(rounds)
    print(f"{args.photos} photos of 12 megapixels, {cores} cores, median of {args.rounds} rounds")
    print("| what | figure | asked for |\n| --- | --- | --- |")
    print(f"| decode the photo | {load:.1f} ms | |")
    for name, time in parts.items():
        print(f"| {name} alone | {time:.1f} ms | |")
    print(f"| limit: cores / sum of the parts | {limit:.2f} photos/s | |")
    print(f"| six tasks, start-up included | {rate:.2f} photos/s | |")
    print(f"| share of the limit | {share:.2f} | at least 0.85 |")
    return 0 if share >= 0.85 else 1


if __name__ == "__main__":
    sys.exit(main())
