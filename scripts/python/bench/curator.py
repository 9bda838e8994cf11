"""What a curator waits for: near-duplicates beside imagededup, and questions to a big folder of results."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance

from bench.folders import asked_of_hashes, asked_of_records, grow, grow_hashes

ROOT = Path(__file__).resolve().parents[3]
MODEL = ROOT / "samples" / "models" / "targets.onnx"
SIZE = (640, 480)
# What is made of each scene.
COPIES = ("original", "small", "pressed", "bright", "cut")


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/bench curator", description=__doc__)
    parser.add_argument("--photos", type=int, default=10_000, help="photos beside imagededup (default 10000)")
    parser.add_argument("--records", type=int, default=100_000, help="records that are asked (default 100000)")
    parser.add_argument("--hashes", type=int, default=1_000_000, help="photos without records (default 1000000)")
    parser.add_argument("--quiver", type=Path, default=ROOT / ".build" / "release" / "quiver", help="the program")
    return parser.parse_args()


def say(text):
    """A line of progress; the tables go to standard output."""
    print(text, file=sys.stderr, flush=True)


def measured(command):
    """Runs a command: what it printed, its seconds, its CPU seconds, and its biggest process's MiB."""
    begun = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        say(f"{command[0]} {command[1]} ended with {process.returncode}")
        raise SystemExit(2)
    return printed, time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def scene(number):
    """A picture with the spectrum of photos: the lower a frequency the stronger, with some shapes of clear edges."""
    chance = np.random.default_rng([33, number])
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.float32)
    for cells in (3, 6, 12, 40):
        noise = chance.integers(0, 255, (cells * 3 // 4 + 1, cells, 3), dtype=np.uint8)
        picture += np.asarray(Image.fromarray(noise).resize(SIZE, Image.Resampling.BICUBIC), np.float32) / cells**0.7
    for _ in range(6):
        left, top = chance.integers(0, SIZE[0] - 60), chance.integers(0, SIZE[1] - 60)
        width, height = chance.integers(40, 240), chance.integers(40, 200)
        picture[top : top + height, left : left + width] += chance.uniform(-90, 90, 3)
    low, high = np.percentile(picture[::8, ::8], (1, 99))
    return Image.fromarray(np.clip((picture - low) * 255 / (high - low), 0, 255).astype(np.uint8))


def copies(job):
    """Makes the photo of a scene and its copies that are not there yet."""
    folder, number, count = job
    first = number * len(COPIES)
    files = [folder / f"{one:06d}.jpg" for one in range(first, min(first + len(COPIES), count))]
    if all(file.exists() for file in files):
        return
    (width, height), original = SIZE, scene(number)
    for kind, file in zip(COPIES, files, strict=False):
        picture = original
        if kind == "small":
            picture = original.resize((width // 2, height // 2), Image.Resampling.LANCZOS)
        elif kind == "bright":
            picture = ImageEnhance.Brightness(original).enhance(1.2)
        elif kind == "cut":
            picture = original.crop((width // 20, height // 20, width - width // 20, height - height // 20))
        partial = file.with_suffix(".part")
        picture.save(partial, "JPEG", quality=35 if kind == "pressed" else 90)
        partial.replace(file)


def make(folder, count):
    """Fills the folder once: of each scene a photo and four copies of it."""
    folder.mkdir(parents=True, exist_ok=True)
    scenes = range((count + len(COPIES) - 1) // len(COPIES))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(copies, [(folder, number, count) for number in scenes], chunksize=20))


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
    bits = method.encode_images(image_dir=folder)
    encoded, begun = time.monotonic() - begun, time.monotonic()
    found = method.find_duplicates(encoding_map=bits, max_distance_threshold=10)
    searched = time.monotonic() - begun
    pairs = {tuple(sorted((int(Path(a).stem), int(Path(b).stem)))) for a, others in found.items() for b in others}
    print(json.dumps({"encoded": encoded, "searched": searched, "pairs": sorted(pairs)}))


def beside(quiver, folder, count, work):
    """The table of both on the same photos."""
    say("imagededup …")
    printed, _, cpu, memory = measured([sys.executable, "-m", "bench.curator", "--dedup", folder])
    theirs = json.loads(printed.splitlines()[-1])
    say("quiver run …")
    output = work / "out"
    shutil.rmtree(output, ignore_errors=True)
    run = measured([quiver, "run", folder, "--model", MODEL, "--output", output, "--no-annotate"])
    say("quiver alike …")
    alike = measured([quiver, "alike", "--format", "json", "--output", output])
    groups = [[int(Path(one).stem) for one in group["photos"]] for group in json.loads(alike[0])["groups"]]
    print(f"{count:,} photos of {SIZE[0]}x{SIZE[1]}, {len(COPIES)} of each scene; {len(os.sched_getaffinity(0))} cores")
    print("| what | imagededup, PHash | quiver |\n| --- | --- | --- |")
    print(f"| bits of all photos | {theirs['encoded']:.1f} s | while they are processed |")
    print(f"| the whole run with its detector | | {run[1]:.1f} s |")
    print(f"| CPU of all that | {cpu - theirs['searched']:.1f} s | {run[2]:.1f} s |")
    print(f"| near-duplicates of known bits | {theirs['searched']:.2f} s | {alike[1]:.2f} s |")
    print(f"| most memory of a process | {memory:.0f} MiB | {run[3]:.0f} MiB, `alike` {alike[3]:.0f} MiB |")
    good = goodness({tuple(pair) for pair in theirs["pairs"]}, count), goodness(grouped(groups), count)
    print(f"| recall of pairs of a scene | {good[0][0]} | {good[1][0]} |")
    print(f"| precision | {good[0][1]} | {good[1][1]} |")
    return output


def questions(quiver, count, what, asked, data):
    """The table of what is asked of a big folder, once to warm the files and three times to be timed."""
    print(f"\n{count:,} {what}, the program's start included, median of 3")
    print("| what | seconds | asked for | most memory |\n| --- | --- | --- | --- |")
    for name, most, command in asked:
        say(f"{name} …")
        times = []
        for _ in range(4):
            times.append(measured([quiver, *command])[1:])
            # Removed at the end alone: ext4 looks long for inodes where many were given back in the last minutes.
            if data.exists():
                data.rename(data.with_name(f"set-{len(list(data.parent.glob('set-*')))}"))
        seconds, memory = sorted(one[0] for one in times[1:])[1], max(one[2] for one in times)
        print(f"| {name} | {seconds:.2f} | {most} | {memory:.0f} MiB |")
    for made in data.parent.glob("set-*"):
        shutil.rmtree(made)


def main():
    """Prepares, measures, prints."""
    if sys.argv[1:2] == ["--dedup"]:
        return dedup(sys.argv[2])
    settings = arguments()
    work = ROOT / ".build" / "bench" / "curator"
    folder = work / f"photos-{settings.photos}"
    say(f"{settings.photos} photos in {folder.relative_to(ROOT)} (made once)")
    make(folder, settings.photos)
    output = beside(settings.quiver.resolve(), folder, settings.photos, work)
    say(f"making {settings.hashes} hashes …")
    many = work / "many"
    grow_hashes(output, many, settings.hashes)
    say(f"making {settings.records} records …")
    picture = work / "more.jpg"
    scene(0).save(picture, "JPEG", quality=20)
    grow(output, settings.records, picture.read_bytes())
    quiver, data = settings.quiver.resolve(), work / "set"
    questions(quiver, settings.records, "records", asked_of_records(output, data), data)
    questions(quiver, settings.hashes, "hashes", asked_of_hashes(many), data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
