"""scripts/parity scene_text: does Quiver read the text in photos that the original reads?"""

import argparse
import hashlib
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps
from rapidocr import RapidOCR

from .letters import similarity
from .program import ROOT, check, listed, options, records, run, stop

DETECTOR = {
    "name": "text",
    "task": "text",
    "text": {"engine": "paddleocr"},
    "model": "ppocr_v4_det",
    "confidence": 0.5,
    "precision": "fp32",
}
# Texts are the same from this similarity on; so many of the original's lines have to be found so.
ALIKE, SHARE = 0.9, 0.95
# The original's own defaults but for the models, which are those that Quiver runs.
MODELS = {"Det": "ppocr_v4_det.onnx", "Rec": "ppocr_v6_rec.onnx", "Cls": "ppocr_cls.onnx"}
FOLDERS = ("people/photos", "documents")
ENDINGS = (".jpg", ".jpeg", ".png")
EXPLAIN = """The original is RapidOCR with the same models, on the same pixels. Lines are paired by their middles, which
may lie half a line's height apart. Similarity is 1 minus Levenshtein's distance over the longer text's length. Lines of
the original that hold nothing but space are left out, as Quiver leaves them out."""


@dataclass
class Line:
    """A line of text: its corners in pixels, what it says, how sure its reader is."""

    corners: list[tuple[float, float]]
    text: str
    score: float

    @property
    def middle(self) -> tuple[float, float]:
        """The mean of the corners."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def height(self) -> float:
        """The length of the shorter side."""
        a, b, _, d = self.corners
        return min(distance(a, b), distance(a, d))


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far apart two points are."""
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def arguments() -> argparse.Namespace:
    """What may be asked for."""
    parser = options("scene_text", "Compares quiver run with the original.", EXPLAIN, results=True)
    parser.add_argument("--models", type=Path, default=ROOT / ".deps" / "models", help="where scripts/models put them")
    return parser.parse_args()


def readings(results: Path) -> dict[str, list[Line]]:
    """The lines of each record by its photo's content; none for a photo that failed."""
    return {
        record["source"]["sha256"]: [
            Line([(c["x"], c["y"]) for c in row["corners"]], row["text"], row["confidence"])
            for row in listed(record, "texts")
        ]
        for record in records(results)
    }


def original(models: Path) -> RapidOCR:
    """The original with the models that Quiver runs."""
    for name in MODELS.values():
        if not (models / name).is_file():
            stop(f"there is no {models / name}; run scripts/models, or name its folder with --models")
    files = {f"{part}.model_path": str(models / name) for part, name in MODELS.items()}
    return RapidOCR(params=files | {"Global.log_level": "error"})


def expected(reader: RapidOCR, photo: Path) -> list[Line]:
    """What the original reads in a photo."""
    with Image.open(photo) as picture:
        pixels = np.array(ImageOps.exif_transpose(picture).convert("RGB"))
    answer = reader(np.ascontiguousarray(pixels[:, :, ::-1]))
    if answer.boxes is None:
        return []
    rows = zip(answer.boxes.tolist(), answer.txts, answer.scores)
    return [Line([(x, y) for x, y in quad], text.strip(), score) for quad, text, score in rows if text.strip()]


def paired(wanted: list[Line], found: list[Line]) -> tuple[list[tuple[Line, Line | None]], list[Line]]:
    """Each wanted line with the free one nearest to it, where that is near; and the lines that are left."""
    free, pairs = list(found), []
    for line in wanted:
        near = min(free, key=lambda other: distance(line.middle, other.middle), default=None)
        if near is not None and distance(line.middle, near.middle) > max(line.height / 2, 4):
            near = None
        if near is not None:
            free.remove(near)
        pairs.append((line, near))
    return pairs, free


def main() -> None:
    """Runs, compares, prints, judges."""
    args = arguments()
    check(args)
    folders = [args.cases / folder for folder in FOLDERS]
    for folder in folders:
        if not folder.is_dir():
            stop(f"there is no {folder}; name the cases with --cases or QUIVER_CASES")
    reader = original(args.models)
    with tempfile.TemporaryDirectory(prefix="quiver-text-") as folder:
        found = readings(args.results or run(args.quiver, folders, Path(folder), [DETECTOR]))
    total = alike = same = more = strays = 0
    scores: list[float] = []
    print(
        "| photo | lines | alike | the same | more than the original | differ |\n| --- | ---: | ---: | ---: | ---: "
        "| --- |"
    )
    for file in sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in ENDINGS):
        name = str(file.relative_to(args.cases))
        key = hashlib.sha256(file.read_bytes()).hexdigest()
        if key not in found:
            stop(f"there is no record of {name}")
        wanted = expected(reader, file)
        pairs, left = paired(wanted, found[key])
        good = [(a, b) for a, b in pairs if b and similarity(a.text, b.text) >= ALIKE]
        exact = sum(a.text == b.text for a, b in good)
        scores += [abs(a.score - b.score) for a, b in good]
        others = [f"{a.text!r}: {b.text if b else None!r}" for a, b in pairs if not b or a.text != b.text]
        others += [f"more: {line.text!r} {line.score:.2f}" for line in left]
        total, alike, same, more = total + len(wanted), alike + len(good), same + exact, more + len(left)
        strays += len(left) if not wanted else 0
        if wanted or left:
            print(f"| {name} | {len(wanted)} | {len(good)} | {exact} | {len(left)} | {'; '.join(others)} |")
    share = alike / max(total, 1)
    print(
        f"\n{alike} of {total} lines are alike ({share:.1%}; asked: {SHARE:.0%}), {same} the same; {more} more than the"
    )
    print(f"original's, {strays} of them in photos in which it reads nothing (asked: 0).")
    if scores:
        print(f"Confidence differs by {sum(scores) / len(scores):.4f} on average, by {max(scores):.4f} at most.")
    raise SystemExit(0 if share >= SHARE and strays == 0 else 1)


if __name__ == "__main__":
    main()
