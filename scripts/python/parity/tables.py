"""Measures tables: what Quiver's layout makes of pictures with truth, cell by cell."""

import json
import sys
import tempfile
from difflib import SequenceMatcher
from pathlib import Path

from PIL import Image

from . import table_pictures as pictures
from .program import check, listed, options, records, run

SIMILAR = 0.9
ASKED = {"ruled": 0.95, "unruled": 0.85, "prose": 1.0, "receipt": 0.85}


def tables_of(images, quiver, folder):
    """The tables that `quiver run` finds in pictures, by the names that they are saved under."""
    photos = folder / "photos"
    photos.mkdir()
    for name, image in images.items():
        image.save(photos / f"{name}.png")
    detectors = [{"name": "words", "task": "text"}, {"name": "layout", "task": "extract", "on": {"detector": "words"}}]
    results = run(quiver, [photos], folder / "run", detectors, fine=(0,))
    return {
        Path(record["source"]["path"]).stem: [
            item["table"] for item in listed(record, "contents") if item["kind"] == "table"
        ]
        for record in records(results)
    }


def similarity(a, b):
    """How alike two texts are, 0 to 1, whatever their spaces."""
    a, b = " ".join(a.split()), " ".join(b.split())
    return 1.0 if a == b else SequenceMatcher(None, a, b, autojunk=False).ratio()


def _place(cell, shift=0):
    return cell["row"] + shift, cell["column"], cell["rowSpan"], cell["columnSpan"]


def compare(truth, found):
    """Cells right, cells in their place, and cells in all: those that are, or those that were found if they are more.

    A table that begins a row or two too early or too late has those rows wrong, not all: the rows are counted from
    where most cells fit.
    """
    right = placed = count = 0
    notes = []
    tables = list(found)
    for table in truth:
        best, most, offset = None, (-1, -1), 0
        for candidate, shift in [(t, s) for t in tables for s in (0, -1, 1, -2, 2)]:
            cells = {_place(c, shift): c for c in candidate["cells"] if c["text"]}
            pairs = [(c, cells[_place(c)]) for c in table["cells"] if _place(c) in cells]
            fits = sum(similarity(a["text"], b["text"]) >= SIMILAR for a, b in pairs)
            if (fits, len(pairs)) > most:
                best, most, offset = candidate, (fits, len(pairs)), shift
        filled = [c for c in best["cells"] if c["text"]] if best else []
        right, placed = right + max(0, most[0]), placed + max(0, most[1])
        count += max(len(table["cells"]), len(filled))
        if best:
            tables.remove(best)
            cells = {_place(c, offset): c["text"] for c in filled}
            for cell in table["cells"]:
                text = cells.pop(_place(cell), None)
                if text is None or similarity(text, cell["text"]) < SIMILAR:
                    notes.append(f"{_place(cell)} {cell['text']!r}: {text!r}")
            notes += [f"{place} too many: {text!r}" for place, text in cells.items()]
    for table in tables:
        cells = [c for c in table["cells"] if c["text"]]
        count += len(cells)
        notes.append(f"a table too many: {[c['text'] for c in cells][:6]}")
    return right, placed, count, notes


def main():
    """Draws the pictures, measures them and those of `--more`, and prints a table."""
    parser = options("tables", __doc__, cases=False)
    parser.add_argument("--more", type=Path, help="a folder of JSON truths that name pictures (receipts)")
    parser.add_argument("--pictures", type=Path, help="the folder that those pictures lie in")
    parser.add_argument("--shift", type=int, default=0, help="draw other pictures of the same kinds, from other seeds")
    parser.add_argument("--words", action="store_true", help="print the cells that differ")
    args = parser.parse_args()
    check(args)
    cases = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pictures.write(folder / "pictures", args.shift)
        cases += sorted((folder / "pictures").glob("*.json"))
        cases += sorted(args.more.glob("*.json")) if args.more else []
        tally, rows, images, truths = {}, [], {}, {}
        for case in cases:
            truth = truths[case.stem] = json.loads(case.read_text())
            place = (args.pictures if args.more and case.parent == args.more else case.parent) / truth["picture"]
            image = Image.open(place).convert("RGB")
            images[case.stem] = image.crop(truth["crop"]) if "crop" in truth else image
        found = tables_of(images, args.quiver, folder)
        for case in cases:
            truth, tables = truths[case.stem], found[case.stem]
            kind = case.stem.rsplit("-", 1)[0]
            right, placed, count, notes = compare(truth["tables"], tables)
            if not truth["tables"]:
                right = placed = int(not tables)
                count = 1
            sums = tally.setdefault(kind, [0, 0, 0])
            for index, value in enumerate((right, placed, count)):
                sums[index] += value
            rows.append(f"| {case.stem} | {count} | {placed} | {right} | {right / max(count, 1):.2f} |")
            if args.words and notes:
                print(case.stem, *notes, sep="\n  ", file=sys.stderr)
    print("| picture | cells | in place | right | share |\n| --- | ---: | ---: | ---: | ---: |")
    print("\n".join(rows))
    print(
        "\n| kind | cells | in place | right | share | asked | holds |\n| --- | ---: | ---: | ---: | ---: | --- | --- |"
    )
    holds = True
    for kind, (right, placed, count) in tally.items():
        share, asked = right / max(count, 1), ASKED.get(kind, 0)
        holds &= share >= asked
        told = "yes" if share >= asked else "NO"
        print(f"| {kind} | {count} | {placed / max(count, 1):.3f} | {right} | {share:.3f} | ≥ {asked} | {told} |")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
