"""Makes a set of photos for training out of a clone of github.com/ma-haozhe/final-year-project (MIT).

    git clone … CLONE; python -m arrows.halls CLONE FOLDER; scripts/train arrows --photos FOLDER ../shared/cases/archery-more

Its author marked the tips of 476 photos; labels/ma-haozhe.json has our tips and nocks of 63 of them. The photos stay out of
this project.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

REVISIONS = {"60cm": "cdfbeecd816720c3348c9b40caf9ac81be7c747e", "60cm-batch2": "cc64532e3df12bf3c770507f6aa9035f9a783920"}
# an arrow behind others has no tip that can be read there, or two shafts overlap
UNREADABLE = ("60cm/89.jpeg", "60cm/152.jpeg", "60cm/166.jpeg")
# the last photos of each folder are kept back: training leaves this group out
HELD, FIRST_HELD = "halls, kept back", {"60cm": 255, "60cm-batch2": 455}


def _git(clone, *arguments):
    return subprocess.run(["git", "-C", str(clone), *arguments], check=True, capture_output=True).stdout


def author_tips(clone):
    """The tips that the author marked, by the photo's name: pixels of the photo."""
    revision, found = REVISIONS["60cm-batch2"], {}
    names = _git(clone, "ls-tree", "--name-only", revision).decode().split()
    for name in sorted(n for n in names if re.fullmatch(r"project-1-at-.*\.json", n)) + ["286-467.json"]:
        for task in json.loads(_git(clone, "show", f"{revision}:{name}")):
            upload = task.get("file_upload") or task["data"].get("img") or ""
            photo = re.sub(r"^.*?[0-9a-f]{8}-", "", upload.split("/")[-1])
            marks = [mark for last in task["annotations"][-1:] for mark in last["result"]]
            tips = [_pixels(mark) for mark in marks if mark["type"] == "keypointlabels"]
            if tips or photo not in found:
                found[photo] = tips
    return found


def _pixels(mark):
    value = mark["value"]
    return [value["x"] * mark["original_width"] / 100, value["y"] * mark["original_height"] / 100]


def _label(path, arrows):
    folder, name = path.split("/")
    held = int(Path(name).stem) >= FIRST_HELD[folder]
    # neighbours' arrows are in sight and not labelled
    return {"file": path.replace("/", "_"), "group": HELD if held else "halls", "one_face": True, "arrows": arrows}


def make(clone, folder):
    """Writes the photos and labels.json."""
    ours = json.loads((Path(__file__).parent / "labels/ma-haozhe.json").read_text())
    theirs, labels = author_tips(clone), []
    folder.mkdir(parents=True, exist_ok=True)
    for batch, revision in REVISIONS.items():
        for path in _git(clone, "ls-tree", "--name-only", revision, f"{batch}/").decode().split("\n"):
            name = path.split("/")[-1]
            if path in ours:
                rows = [(row[:2], row[2:4] if row[2] is not None else None, bool(row[4])) for row in ours[path]]
            else:
                rows = [(tip, None, False) for tip in theirs.get(name, [])]
            if not re.fullmatch(r"\d+\.jpeg", name) or path in UNREADABLE or not rows:
                continue
            (folder / path.replace("/", "_")).write_bytes(_git(clone, "show", f"{revision}:{path}"))
            arrows = [{"tip": tip, "nock": nock, "unsure": unsure} for tip, nock, unsure in rows]
            labels.append(_label(path, arrows))
    (folder / "labels.json").write_text(json.dumps(labels))
    print(f"{len(labels)} photos, {sum(len(label['arrows']) for label in labels)} arrows in {folder}")


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
