"""Makes a set of photos for training out of a clone of github.com/ma-haozhe/final-year-project (MIT).

    git clone … CLONE; scripts/model-development/photos halls CLONE FOLDER
    scripts/model-development/train arrows --photos FOLDER ../shared/cases/archery-more

Its author marked the tips of 476 photos. labels/ma-haozhe.json has what we added to 428 of them, by eye: the other
ends, and arrows that were passed over. A row is an arrow: its tip, its other end, whether the tip is hidden, whether
the other end is the nock (1) or the place where the shaft leaves the picture (0); `complete` tells that no arrow in
sight is missing. The photos stay out of this project.
"""

import argparse
import json
import re
import subprocess
from pathlib import Path

from .photos import arrows

REVISIONS = {
    "60cm": "cdfbeecd816720c3348c9b40caf9ac81be7c747e",
    "60cm-batch2": "cc64532e3df12bf3c770507f6aa9035f9a783920",
}
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


def _label(path, rows, is_complete):
    folder, name = path.split("/")
    held = int(Path(name).stem) >= FIRST_HELD[folder]
    group = HELD if held else "halls"
    return {"file": path.replace("/", "_"), "group": group, "one_face": not is_complete, "arrows": arrows(rows)}


def make(clone, folder):
    """Writes the photos and labels.json."""
    ours = json.loads((Path(__file__).parent / "labels/ma-haozhe.json").read_text())
    theirs, labels = author_tips(clone), []
    folder.mkdir(parents=True, exist_ok=True)
    for batch, revision in REVISIONS.items():
        for path in _git(clone, "ls-tree", "--name-only", revision, f"{batch}/").decode().split("\n"):
            name = path.split("/")[-1]
            our = ours.get(
                path, {"complete": False, "arrows": [[*tip, None, None, 0, 0] for tip in theirs.get(name, [])]}
            )
            if not re.fullmatch(r"\d+\.jpeg", name) or path in UNREADABLE or not our["arrows"]:
                continue
            (folder / path.replace("/", "_")).write_bytes(_git(clone, "show", f"{revision}:{path}"))
            labels.append(_label(path, our["arrows"], our["complete"]))
    (folder / "labels.json").write_text(json.dumps(labels))
    print(f"{len(labels)} photos, {sum(len(label['arrows']) for label in labels)} arrows in {folder}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="scripts/model-development/photos halls",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("clone", type=Path, help="the clone")
    parser.add_argument("folder", type=Path, help="where photos and labels.json go")
    args = parser.parse_args()
    make(args.clone, args.folder)
