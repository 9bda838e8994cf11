"""scripts/parity text: how many characters of scanned pages does Quiver read wrongly, however they lie?"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parents[3]
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
EXPLAIN = """Errors are the letters to change, put in or leave out (Levenshtein), as a share of the true text's, where any space and
line end counts as one space. Six European languages must be installed for eurotext; with English alone its accents
cannot be read, and that row is not judged."""


def arguments() -> argparse.Namespace:
    """What may be asked for."""
    cases = Path(os.environ.get("QUIVER_CASES", ROOT.parent / "shared" / "cases"))
    parser = argparse.ArgumentParser(
        prog="scripts/parity text", description="Compares quiver run with the true text of pages.", epilog=EXPLAIN
    )
    parser.add_argument("--cases", type=Path, default=cases, help="the real cases (default: QUIVER_CASES)")
    parser.add_argument("--quiver", type=Path, default=ROOT / ".build" / "release" / "quiver", help="the quiver to run")
    parser.add_argument("--level", choices=("fast", "accurate"), default="accurate", help="how thoroughly to read")
    return parser.parse_args()


def stop(sentence: str) -> None:
    """Ends with exit status 2: nothing could be compared."""
    print(f"parity: {sentence}", file=sys.stderr)
    raise SystemExit(2)


def errors(text: str, truth: str) -> float:
    """The share of characters that are wrong: Levenshtein's distance over the true text's length."""
    read, wanted = " ".join(text.split()), " ".join(truth.split())
    row = list(range(len(read) + 1))
    for index, letter in enumerate(wanted, 1):
        below = [index]
        for column, other in enumerate(read, 1):
            below.append(min(row[column] + 1, below[-1] + 1, row[column - 1] + (letter != other)))
        row = below
    return row[-1] / max(len(wanted), 1)


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


def run(program: Path, photos: list[Path], languages: tuple[str, ...], level: str, folder: Path) -> dict[str, dict]:
    """Runs Quiver over pages; its records by the files' names."""
    results = folder / "-".join(languages)
    reading = {"engine": "tesseract", "languages": list(languages), "level": level}
    detector = {"name": "text", "task": "text", "text": reading}
    config = folder / "pipeline.json"
    output = {"path": str(results), "annotate": False, "formats": ["json"]}
    config.write_text(json.dumps({"detectors": [detector], "output": output}, indent=1))
    command = [str(program), "run", "--config", str(config), *map(str, photos)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode not in (0, 1):
        stop(f"quiver run ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-2000:]}")
    records = [json.loads(path.read_text()) for path in results.rglob("*.json")]
    return {Path(r["source"]["path"]).name: r for r in records if isinstance(r, dict) and "source" in r}


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
    ocr = args.cases.resolve() / "ocr"
    if not ocr.is_dir():
        stop(f"there is no {ocr}; name the cases with --cases or QUIVER_CASES")
    if not args.quiver.is_file():
        stop(f"there is no {args.quiver}; build it with swift build -c release, or name one with --quiver")
    good = True
    with tempfile.TemporaryDirectory(prefix="quiver-text-") as name:
        folder = Path(name)
        rows = copies(ocr, folder)
        print(f"{'page':<28} {'languages':<24} {'errors':>8} {'allowed':>8} {'time':>9}")
        for languages in dict.fromkeys(row[2] for row in rows):
            mine = [row for row in rows if row[2] == languages]
            photos = list(dict.fromkeys(row[0] for row in mine))
            records = run(args.quiver.resolve(), photos, languages, args.level, folder)
            for page, truth, _, most in mine:
                read, time = text(records.get(page.name, {}))
                wrong = errors(read, (ocr / truth).read_text(encoding="utf-8"))
                bad = most is not None and wrong > most
                good = good and not bad
                allowed = "-" if most is None else f"{most:.0%}"
                words = f"{page.name:<28} {'+'.join(languages):<24} {wrong:>8.2%} {allowed:>8} {time:>6.0f} ms"
                print(words + ("  too many" if bad else ""))
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
