"""What a curator waits for: beside imagededup and FiftyOne on the same photos, and questions to a big folder."""

import argparse
import shutil
import sys
from pathlib import Path

from bench.folders import asked_of_hashes, asked_of_records, grow, grow_hashes
from bench.peers import beside, dedup
from bench.processes import measured, say
from bench.scenes import make, scene

ROOT = Path(__file__).resolve().parents[3]
MODEL = ROOT / "samples" / "models" / "targets.onnx"


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/bench curator", description=__doc__)
    parser.add_argument("--photos", type=int, default=10_000, help="photos beside both peers (default 10000)")
    parser.add_argument("--records", type=int, default=100_000, help="records that are asked (default 100000)")
    parser.add_argument("--hashes", type=int, default=1_000_000, help="photos without records (default 1000000)")
    parser.add_argument("--quiver", type=Path, default=ROOT / ".build" / "release" / "quiver", help="the program")
    return parser.parse_args()


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
    output = beside(settings.quiver.resolve(), MODEL, folder, settings.photos, work)
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
