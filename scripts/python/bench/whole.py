"""Images per second of whole runs as a share of what decoding and inference alone allow; CPU shares and memory."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from peer.bench import export, say
from peer.photos import make

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = ROOT / ".build" / "release"


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measures whole runs of Quiver.")
    parser.add_argument("--photos", type=int, default=200, help="how many 12-megapixel photos (default 200)")
    parser.add_argument("--model", type=Path, help="a model (default: YOLOv8s with random weights)")
    parser.add_argument("--rounds", type=int, default=3, help="how often it all runs; the median counts (default 3)")
    parser.add_argument("--memory", type=int, default=0, metavar="N", help="watch the memory of workers over N photos")
    parser.add_argument("--beside", type=Path, metavar="QUIVER", help="another build of quiver, in turns with this one")
    return parser.parse_args()


def parts(model, folder):
    """Milliseconds of decoding and of inference, each measured alone."""
    command = [PROGRAMS / "quiver-bench", "photo", "--model", model, "--count", "40", "--json", folder]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def run(model, folder, work, *options, program=PROGRAMS / "quiver"):
    """One whole run; what it says of itself."""
    output = work / "out"
    shutil.rmtree(output, ignore_errors=True)
    command = [program, "run", folder, "--output", output, "--no-annotate"]
    command += ["--model", model] if model else []
    done = subprocess.run([*command, "--format", "json", *options], cwd=work, capture_output=True, text=True)
    if done.returncode:
        say(f"quiver run ended with {done.returncode}: {done.stderr[-2000:]}")
        raise SystemExit(2)
    return json.loads(done.stdout)


def resident(supervisor):
    """Resident megabytes of each worker of a supervisor."""
    sizes = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        except OSError:
            continue  # it has just ended
        if fields["PPid"].strip() == str(supervisor):
            sizes[int(fields["Pid"])] = int(fields["VmRSS"].split()[0]) / 1024
    return sizes


def memory(model, folder, work, count):
    """The workers' memory after 200 photos and near the end: distinct contents made of the same photos."""
    many = work / "many"
    shutil.rmtree(many, ignore_errors=True)
    many.mkdir()
    photos = sorted(folder.glob("*.jpg"))
    for number in range(count):
        data = photos[number % len(photos)].read_bytes()
        # bytes behind the end of a JPEG belong to no pixel, and make another content
        (many / f"{number:05d}.jpg").write_bytes(data + str(number).encode())
    shutil.rmtree(work / "out", ignore_errors=True)
    config = work / "pipeline.json"
    config.write_text(json.dumps({"workers": {"recycle": 1_000_000}, "output": {"path": str(work / "out")}}))
    command = [PROGRAMS / "quiver", "run", many, "--config", config, "--model", model]
    marks = {}
    with subprocess.Popen(command, cwd=work, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        ended = 0
        for line in process.stderr:
            ended += line.startswith("done ")
            if ended in (200, count - 20) and ended not in marks:
                marks[ended] = resident(process.pid)
    shutil.rmtree(many)
    return marks


def beside(other, model, folder, work, rounds):
    """This build's seconds and CPU seconds as shares of another one's: pairs of runs, the order changing with each."""
    ours = PROGRAMS / "quiver"
    shares = []
    run(model, folder, work, program=other)
    for number in range(rounds):
        pair = {}
        for program in (ours, other) if number % 2 else (other, ours):
            ended = run(model, folder, work, program=program)
            pair[program] = ended["seconds"], ended["cpuSeconds"]["supervisor"] + ended["cpuSeconds"]["workers"]
        shares.append([mine / others for mine, others in zip(pair[ours], pair[other], strict=True)])
        say(f"pair {number + 1}: {shares[-1][0]:.3f} of its seconds, {shares[-1][1]:.3f} of its CPU seconds")
    return [sorted(column) for column in zip(*shares, strict=True)]


def median(values):
    """The middle one."""
    return sorted(values)[len(values) // 2]


def main():
    """Prepares, measures, prints."""
    args = arguments()
    work = ROOT / ".build" / "bench" / "whole"
    work.mkdir(parents=True, exist_ok=True)
    folder = ROOT / ".build" / "bench" / "photos" / str(args.photos)
    say(f"{args.photos} photos in {folder} (made once)")
    photos = make(folder, args.photos)
    for photo in photos:
        photo.read_bytes()  # into the file cache, for all rounds alike
    peers = ROOT / ".build" / "bench" / "peer"
    peers.mkdir(parents=True, exist_ok=True)
    model = args.model.resolve() if args.model else export(peers, "v8s")[0]
    cores = len(os.sched_getaffinity(0))

    run(model, folder, work)  # compiles the model, once and for all
    rounds = []
    for number in range(args.rounds):
        alone, whole = parts(model, folder), run(model, folder, work)
        limit = 1000 / (alone["decode"] + alone["infer"]) * cores
        rate = whole["done"] / whole["seconds"]
        rounds.append((rate / limit, rate, limit, alone, whole))
        say(f"round {number + 1}: {rate:.2f} of {limit:.2f} images/s, {rate / limit:.2f}")
    columns = beside(args.beside.resolve(), model, folder, work, args.rounds) if args.beside else []
    share, rate, limit, alone, whole = median(rounds)
    cpu = whole["cpuSeconds"]
    total = cpu["supervisor"] + cpu["workers"]
    size = model.stat().st_size / 2**20
    print(f"{len(photos)} photos of 12 megapixels, {model.name}, {cores} cores, median of {args.rounds} rounds")
    print("| what | figure | asked for |\n| --- | --- | --- |")
    print(f"| decode alone | {alone['decode']:.1f} ms | |")
    print(f"| infer alone, in {alone['precision']} | {alone['infer']:.1f} ms | |")
    print(f"| limit 1 / (decode + infer) x cores | {limit:.2f} images/s | |")
    print(f"| whole run, start-up included | {rate:.2f} images/s | |")
    print(f"| share of the limit | {share:.2f} | at least 0.85 |")
    print(f"| the queue's share of CPU | {100 * cpu['queue'] / total:.2f} % | under 2 % |")
    print(f"| the supervisor's share, hashing included | {100 * cpu['supervisor'] / total:.2f} % | |")
    print(f"| peak memory of a worker | {whole['workerPeakMiB']:.0f} MiB | under {400 + size:.0f} MiB |")
    if args.beside:
        for what, shares in zip(("seconds", "CPU seconds"), columns, strict=True):
            figure = f"{median(shares):.3f} ({shares[0]:.3f} to {shares[-1]:.3f})"
            print(f"| {what} as a share of those of {args.beside.name} | {figure} | at most 1.02 |")
    if args.memory:
        for ended, sizes in memory(model, folder, work, args.memory).items():
            print(f"| workers' memory after {ended} photos | {', '.join(f'{s:.0f}' for s in sizes.values())} MiB | |")


if __name__ == "__main__":
    sys.exit(main())
