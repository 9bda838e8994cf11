"""scripts/parity text: how many characters of scanned pages does Quiver read wrongly, however they lie?"""

import argparse
import tempfile
from pathlib import Path

import cv2

from .letters import error_rate
from .program import check, options, records, run, stop

EUROPEAN = ["eng", "deu", "fra", "ita", "spa", "por"]
# A page, its true text, the languages it is read with, and how many errors it may have; None is not judged.
PAGES = [
    ("phototest.tif", "phototest.gold.txt", ["eng"], 0.02),
    ("phototest_2.tif", "phototest.gold.txt", ["eng"], 0.02),
    ("phototest-rotated-L.png", "phototest.gold.txt", ["eng"], 0.02),
    ("phototest-rotated-R.png", "phototest.gold.txt", ["eng"], 0.02),
    ("phototest-rotated-180.png", "phototest.gold.txt", ["eng"], 0.02),
    ("eurotext.tif", "eurotext.txt", EUROPEAN, 0.02),
    ("eurotext.tif", "eurotext.txt", ["eng"], None),
]
# The pages that are turned here as well, clockwise and in degrees.
TURNED = ("phototest.tif", "eurotext.tif")
ANGLES = (90, 180, 270, 3, -3)
EXPLAIN = """Errors are the letters to change, put in or leave out (Levenshtein), as a share of the true text's, where
any space and line end counts as one space. Six European languages must be installed for eurotext; with English alone
its accents cannot be read, and that row is not judged."""


def arguments() -> argparse.Namespace:
    """What may be asked for."""
    parser = options("text", "Compares quiver run with the true text of pages.", EXPLAIN)
    parser.add_argument("--level", choices=("fast", "accurate"), default="accurate", help="how thoroughly to read")
    return parser.parse_args()


def turned(page: Path, degrees: float, target: Path) -> None:
    """Writes a page turned clockwise on a white sheet that holds all of it."""
    picture = cv2.imread(str(page), cv2.IMREAD_GRAYSCALE)
    if picture is None:
        stop(f"{page} cannot be read")
    height, width = picture.shape
    # OpenCV's angles grow anticlockwise.
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -degrees, 1)
    cosine, sine = abs(matrix[0, 0]), abs(matrix[0, 1])
    size = (round(width * cosine + height * sine), round(width * sine + height * cosine))
    matrix[0, 2] += (size[0] - width) / 2
    matrix[1, 2] += (size[1] - height) / 2
    cv2.imwrite(str(target), cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_CUBIC, borderValue=255))


def copies(ocr: Path, folder: Path) -> list[tuple[Path, str, tuple[str, ...], float | None]]:
    """The pages as they are and turned: file, true text, languages, errors allowed."""
    rows = []
    for name, truth, languages, most in PAGES:
        rows.append((ocr / name, truth, tuple(languages), most))
        for degrees in ANGLES if name in TURNED else ():
            target = folder / f"{Path(name).stem}{degrees:+}.png"
            turned(ocr / name, degrees, target)
            rows.append((target, truth, tuple(languages), most))
    return rows


def read_pages(
    program: Path, photos: list[Path], languages: tuple[str, ...], level: str, folder: Path
) -> dict[str, dict]:
    """Runs Quiver over pages; its records by the files' names."""
    reading = {"engine": "tesseract", "languages": list(languages), "level": level}
    results = run(program, photos, folder / "-".join(languages), [{"name": "text", "task": "text", "text": reading}])
    return {Path(record["source"]["path"]).name: record for record in records(results)}


def text(record: dict) -> tuple[str, float]:
    """What a record says was read, one line a line, and how long that took in milliseconds."""
    lines, time = [], 0.0
    for result in record.get("results", []):
        if result["task"] == "text":
            lines += [line["text"] for line in result.get("texts", [])]
            time += (result.get("timings") or {}).get("infer") or 0
    return "\n".join(lines), time


def main() -> None:
    """Runs, compares, prints, judges."""
    args = arguments()
    check(args)
    ocr = args.cases / "ocr"
    if not ocr.is_dir():
        stop(f"there is no {ocr}; name the cases with --cases or QUIVER_CASES")
    good = True
    with tempfile.TemporaryDirectory(prefix="quiver-text-") as name:
        folder = Path(name)
        rows = copies(ocr, folder)
        print(f"{'page':<28} {'languages':<24} {'errors':>8} {'allowed':>8} {'time':>9}")
        for languages in dict.fromkeys(row[2] for row in rows):
            mine = [row for row in rows if row[2] == languages]
            photos = list(dict.fromkeys(row[0] for row in mine))
            found = read_pages(args.quiver, photos, languages, args.level, folder)
            for page, truth, _, most in mine:
                read, time = text(found.get(page.name, {}))
                wrong = error_rate(read, (ocr / truth).read_text(encoding="utf-8"))
                bad = most is not None and wrong > most
                good = good and not bad
                allowed = "-" if most is None else f"{most:.0%}"
                words = f"{page.name:<28} {'+'.join(languages):<24} {wrong:>8.2%} {allowed:>8} {time:>6.0f} ms"
                print(words + ("  too many" if bad else ""))
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
