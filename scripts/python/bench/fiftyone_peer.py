"""FiftyOne's own steps over the findings and bits of a folder, in this process; it prints what they took as JSON."""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np

from bench.folders import CONFIDENCE, LABEL
from bench.peers import MOST_BITS


def vectors(bits, names):
    """The bits of photos, written as hexadecimal digits, as vectors of ±1."""
    rows = [np.unpackbits(np.frombuffer(bytes.fromhex(bits[name]), np.uint8)) for name in names]
    return np.array(rows, np.float32) * 2 - 1


def measure(coco, photos, bits, work):
    """Brings a COCO file's findings in, asks, looks for near-duplicates, and exports them again."""
    import fiftyone as fo  # takes seconds to load, and its database starts with the first data set
    import fiftyone.brain as fob
    from fiftyone import ViewField

    kind, told = fo.types.COCODetectionDataset, {}

    def timed(what, step):
        begun = time.monotonic()
        result = step()
        told[what] = time.monotonic() - begun
        return result

    data = timed(
        "brought",
        lambda: fo.Dataset.from_dir(
            dataset_type=kind,
            data_path=photos,
            labels_path=coco,
            label_field="found",
            label_types=["detections"],
            progress=False,
        ),
    )
    asked = (ViewField("label") == LABEL) & (ViewField("confidence") > CONFIDENCE)

    def ask():
        view = data.filter_labels("found", asked)
        return view.count(), view.limit(100).values("filepath")

    told["found"] = timed("asked", ask)[0]
    names = [Path(path).name for path in data.values("filepath")]
    by_id = dict(zip(data.values("id"), names, strict=True))
    known = vectors(bits, names)
    # Of vectors of 64 times ±1 each bit that differs adds 2/64 to the cosine distance.
    index = timed(
        "searched",
        lambda: fob.compute_near_duplicates(data, threshold=2 * MOST_BITS / 64, embeddings=known, progress=False),
    )
    # Each photo that stays is named with those that are near it.
    told["groups"] = [[by_id[one], *(by_id[other] for other, _ in near)] for one, near in index.neighbors_map.items()]
    timed(
        "exported",
        lambda: data.export(
            dataset_type=kind,
            data_path=str(work / "data"),
            labels_path=str(work / "labels.json"),
            label_field="found",
            export_media="symlink",
            progress=False,
        ),
    )
    return told


def database_memory(folder):
    """The most MiB that the database of a folder has had."""
    most = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, status = ((process / name).read_text(errors="replace") for name in ("cmdline", "status"))
        except OSError:
            continue
        lines = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
        if str(folder) in command.split("\0") and "mongod" in lines["Name"] and "VmHWM" in lines:
            most = max(most, int(lines["VmHWM"].split()[0]) / 1024)
    return most


def main():
    """Arguments: the COCO file, its photos' folder, the file of their bits, a folder for it."""
    coco, photos, bits, work = sys.argv[1:]
    database = Path(work) / "database"
    os.environ |= {
        "FIFTYONE_DATABASE_DIR": str(database),
        "FIFTYONE_DO_NOT_TRACK": "true",
        # Its package for this system has an older database than it would like, and it works.
        "FIFTYONE_DATABASE_VALIDATION": "false",
    }
    told = measure(coco, photos, json.loads(Path(bits).read_text()), Path(work) / "set")
    memory = database_memory(database)
    if not memory:
        sys.exit("FiftyOne's database is not among the processes")
    print(json.dumps(told | {"database": memory}))


if __name__ == "__main__":
    main()
