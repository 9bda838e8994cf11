"""scripts/parity pages: are pages of paper found where they are, nowhere else, and can they be read when made flat?"""

import json
import math
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from . import page_scenes
from .program import ROOT, check, failure, listed, options, records, run, stop

DETECTORS = [{"name": "pages", "task": "document", "confidence": 0.5, "enhance": "shadows"}]
# Corners are right where the worst of the four is off by at most this share of the picture's diagonal.
RIGHT = 0.02
# The share of the photos with a page that must be right.
WANTED = 0.9
# Percentage points that a page may lose in the character error rate by having been photographed and made flat.
LOST = 1.0
# Photos among those of other things that do show paper: what is found there is told and not judged.
PAPER = {"hand_pen.jpg", "people_reading.jpg", "text_page.png", "text_receipt_low.jpeg", "text_sign_phone.jpg"}
EXPLAIN = """Errors are those of the worst corner as shares of the picture's diagonal. Photos without a page must have
none. With --text painted photos of the scanned pages in cases/ocr are run as well, and tesseract reads the scans and
the flat pages that Quiver makes of the photos."""


@dataclass
class Found:
    """What a run found in one photo."""

    name: str
    # The confidence and the four corners of each page, the surest first.
    pages: list[tuple[float, list[list[float]]]] = field(default_factory=list)
    # The flat pages' files, in the same order; empty where the run wrote none.
    flat: list[Path] = field(default_factory=list)


def arguments():
    """What may be asked for."""
    parser = options("pages", "Compares the pages that quiver run finds with labels.", EXPLAIN, results=True)
    parser.add_argument("--text", action="store_true", help="read flat pages with tesseract as well (minutes)")
    return parser.parse_args()


def reading(record, results):
    """What a record says of its photo's pages: the one place that knows the form of records."""
    found = Found(name="/".join(Path(record["source"]["path"]).parts[-2:]))
    for page in listed(record, "pages"):
        found.pages.append((page["confidence"], [[corner["x"], corner["y"]] for corner in page["corners"]]))
    crops = (record.get("outputs") or {}).get("crops", [])
    found.flat += [results / name for name in crops if name.endswith("-page.jpg")]
    return found


def readings(results):
    """What was found, by the names of the photos with their folders."""
    found = {}
    for record in records(results):
        if not failure(record):
            one = reading(record, results)
            found[one.name] = one
    return found


def labels(cases):
    """The photos with a page: their size's diagonal is not in the labels, so each has its path as well."""
    rows = {}
    for path in sorted((cases / "documents").glob("contrast_*/*.json")):
        corners = json.loads(path.read_text())["corners"]
        photo = path.with_suffix(".jpeg")
        rows["/".join(photo.parts[-2:])] = (
            photo,
            [corners[c] for c in ("top_left", "top_right", "bottom_right", "bottom_left")],
        )
    holes = ROOT / "Tests" / "PagesTests" / "Fixtures" / "archery-holes.json"
    for name, corners in json.loads(holes.read_text()).items():
        rows[f"archery-holes/{name}"] = (cases / "archery-holes" / name, corners)
    return rows


def others(cases):
    """The photos of other things."""
    people = sorted(path for path in (cases / "people" / "photos").iterdir() if path.is_file())
    return people + sorted((cases / "exif").glob("*.jpg"))


def error(page, corners, diagonal):
    """How far the worst corner is off, whichever corner the page begins with."""
    turned = [page[turn:] + page[:turn] for turn in range(4)]
    return min(max(math.dist(a, b) for a, b in zip(one, corners)) for one in turned) / diagonal


def judge_corners(found, rows):
    """Prints the photos with a page; whether enough of them are right."""
    right = 0
    print("photos with a page                   confidence   worst corner")
    for name, (photo, corners) in rows.items():
        pages = found[name].pages if name in found else []
        if not pages:
            print(f"{name:36}        none")
            continue
        off = error(pages[0][1], corners, page_scenes.diagonal(photo))
        right += off <= RIGHT
        print(f"{name:36} {pages[0][0]:11.2f} {off:13.2%}{'' if off <= RIGHT else '  WRONG'}")
    print(f"right: {right} of {len(rows)}, wanted: {WANTED:.0%}\n")
    return right >= WANTED * len(rows)


def judge_others(found, photos):
    """Prints the photos of other things in which a page was found; whether there are none."""
    wrong = []
    for photo in photos:
        name = "/".join(photo.parts[-2:])
        if name in found and found[name].pages and photo.name not in PAPER:
            wrong.append(name)
            print(f"{name:36} {found[name].pages[0][0]:11.2f}  WRONG")
    print(f"photos without a page: {len(photos)}, with one found all the same: {len(wrong)}\n")
    return not wrong


def judge_text(program, cases, folder):
    """Prints the character error rates; whether no mean one has grown by more than is allowed."""
    scenes = page_scenes.paint(cases, folder / "scenes")
    results = run(program, [folder / "scenes"], folder / "text", DETECTORS, output={"pages": True})
    found = readings(results)
    well = True
    print("scanned page          scan    flat   (character error rates)")
    for scene in scenes:
        one = found.get("/".join(scene.photo.parts[-2:]))
        if not one or not one.flat:
            print(f"{scene.photo.name:18} {scene.scan_error:7.2%}    none  WRONG")
            well = False
            continue
        rate = page_scenes.character_error(one.flat[0], scene.text)
        lost = (rate - scene.scan_error) * 100 > LOST
        well &= not lost
        print(f"{scene.photo.name:18} {scene.scan_error:7.2%} {rate:7.2%}{'  WRONG' if lost else ''}")
    return well


def main():
    """Runs, compares, prints, judges."""
    args = arguments()
    check(args, runs=args.text or not args.results)
    cases = args.cases
    if not (cases / "documents").is_dir():
        stop(f"there are no documents in {cases}; name the cases with --cases or QUIVER_CASES")
    with tempfile.TemporaryDirectory(prefix="quiver-pages-") as folder:
        rows, photos = labels(cases), others(cases)
        every = [photo for photo, _ in rows.values()] + photos
        found = readings(args.results or run(args.quiver, every, Path(folder), DETECTORS, output={"pages": True}))
        well = [judge_corners(found, rows), judge_others(found, photos)]
        if args.text:
            well.append(judge_text(args.quiver, cases, Path(folder)))
    raise SystemExit(0 if all(well) else 1)


if __name__ == "__main__":
    main()
