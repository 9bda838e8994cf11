"""Six tasks in photos per second, as a share of what their parts alone allow; each task beside another build."""

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

from bench.whole import PROGRAMS, ROOT, median, run
from peer.bench import export, say
from peer.photos import make


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/bench tasks", description="Measures six tasks on one folder.")
    parser.add_argument("--photos", type=int, default=240, help="how many 12-megapixel photos (default 240)")
    parser.add_argument("--classifier", default="efficientnet_lite0", help="a classifier, by name or file")
    parser.add_argument("--rounds", type=int, default=3, help="how often it all runs; the median counts (default 3)")
    parser.add_argument("--beside", type=Path, metavar="QUIVER", help="only compare each task with another build's")
    parser.add_argument("--folder", type=Path, help="with --beside: photos of your own")
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
    """One whole run: its summary, the mean milliseconds of the photos' parts, and those of each detector's own."""
    output = work / "out"
    shutil.rmtree(output, ignore_errors=True)
    summary = run(None, folder, work, "--config", settings(work, chosen), "--workers", str(workers))
    records = [json.loads(path.read_text()) for path in output.rglob("*.jpg.json")]
    mean = {
        part: sum(record["timings"][part] or 0 for record in records) / len(records)
        for part in ("load", "infer", "decode")
    }
    own = {}
    for record in records:
        for result in record["results"]:
            for part in ("load", "infer", "decode"):
                times = own.setdefault(result["detector"], {})
                times[part] = times.get(part, 0) + (result["timings"][part] or 0) / len(records)
    return summary, mean, own


def beside(args, folder, work):
    """Seconds and the worker's peak memory of each task alone, with one worker, beside another build's."""
    tasks = ["faces", "hands", "pose", "people", "classify", "text", "extract", "barcodes", "document"]
    programs = {"here": PROGRAMS / "quiver", "beside": args.beside.resolve()}
    print(f"{args.rounds} rounds in turns, one worker; the median of each\n")
    print("| task | seconds here | beside | share | peak MiB here | beside |\n| --- | --- | --- | --- | --- | --- |")
    for task in tasks:
        config = settings(work, [{"name": task, "task": task}])
        seen = {name: [] for name in programs}
        for number in range(args.rounds + 1):
            order = list(programs.items())
            for name, program in order if number % 2 else reversed(order):
                ended = run(None, folder, work, "--config", config, "--workers", "1", program=program)
                # The first round compiles models.
                if number:
                    seen[name].append((ended["seconds"], ended["workerPeakMiB"]))
        (own, memory), (other, others) = ([median(column) for column in zip(*seen[n], strict=True)] for n in programs)
        print(f"| {task} | {own:.2f} | {other:.2f} | {own / other:.2f} | {memory:.0f} | {others:.0f} |", flush=True)


def main():
    """Prepares, measures, prints."""
    args = arguments()
    work = ROOT / ".build" / "bench" / "tasks"
    work.mkdir(parents=True, exist_ok=True)
    if args.beside and args.folder:
        return beside(args, args.folder.resolve(), work)
    folder = ROOT / ".build" / "bench" / "photos" / str(args.photos)
    for photo in make(folder, args.photos):
        photo.read_bytes()  # into the file cache, for all rounds alike
    if args.beside:
        return beside(args, folder, work)
    peers = ROOT / ".build" / "bench" / "peer"
    peers.mkdir(parents=True, exist_ok=True)
    chosen = detectors(args, export(peers, "v8n")[0])
    cores = len(os.sched_getaffinity(0))
    start(work, folder, chosen, cores)  # compiles the models, once and for all
    rounds = []
    for number in range(args.rounds):
        # One worker: the parts are what each detector says of itself in the records; the first one decodes the photo.
        own = start(work, folder, chosen, 1)[2]
        parts = {name: sum(times.values()) for name, times in own.items()}
        limit = 1000 / sum(parts.values()) * cores
        # The same without making the models' inputs of the decoded photo, which faces alone do not need.
        decoding = start(work, folder, chosen[2:3], 1)[1]["load"]
        models = sum(times["infer"] + times["decode"] for times in own.values())
        strict = 1000 / (decoding + models) * cores
        whole = start(work, folder, chosen, cores)[0]
        rate = whole["done"] / whole["seconds"]
        rounds.append((rate / limit, rate, limit, parts, rate / strict))
        say(f"round {number + 1}: {rate:.2f} of {limit:.2f} photos/s, {rate / limit:.2f}")
    share, rate, limit, parts, strict = median(rounds)
    print(f"{args.photos} photos of 12 megapixels, {cores} cores, median of {args.rounds} rounds")
    print("| what | figure | asked for |\n| --- | --- | --- |")
    for name, time in parts.items():
        print(f"| {name}{' and decoding the photo' if name == chosen[0]['name'] else ''} | {time:.1f} ms | |")
    print(f"| limit: cores / sum of the parts | {limit:.2f} photos/s | |")
    print(f"| six tasks, start-up included | {rate:.2f} photos/s | |")
    print(f"| share of the limit | {share:.2f} | at least 0.85 |")
    print(f"| the same, inputs not counted among the parts | {strict:.2f} | |")
    return 0 if share >= 0.85 else 1


if __name__ == "__main__":
    sys.exit(main())
