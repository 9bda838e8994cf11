"""scripts/parity scene_text: does Quiver read the text in photos that the original reads?"""

import argparse
import hashlib
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .letters import similarity
from .program import check, listed, options, records, run, stop

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
EXPLAIN = """Lines are paired by their middles, which may lie half a line's height apart. Similarity is 1 minus
Levenshtein's distance over the longer text's length. Lines of the original that hold nothing but space are left out, as
Quiver leaves them out."""


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
    return options("scene_text", "Compares quiver run with the original.", EXPLAIN, results=True).parse_args()


def readings(results: Path) -> dict[str, list[Line]]:
    """The lines of each record by its photo's content; none for a photo that failed."""
    return {
        record["source"]["sha256"]: [
            Line([(c["x"], c["y"]) for c in row["corners"]], row["text"], row["confidence"])
            for row in listed(record, "texts")
        ]
        for record in records(results)
    }


def expected(file: Path) -> list[Line]:
    """The lines of one photo's reference."""
    rows = json.loads(file.read_text("utf-8"))["ocr"]["lines"]
    return [
        Line([(x, y) for x, y in row["quad"]], row["text"].strip(), row["score"]) for row in rows if row["text"].strip()
    ]


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
    people = args.cases / "people"
    if not (people / "reference").is_dir():
        stop(f"there are no references in {people}; name the cases with --cases or QUIVER_CASES")
    with tempfile.TemporaryDirectory(prefix="quiver-text-") as folder:
        found = readings(args.results or run(args.quiver, [people / "photos"], Path(folder), [DETECTOR]))
    total = alike = same = more = strays = 0
    scores: list[float] = []
    print(
        "| photo | lines | alike | the same | more than the original | differ |\n| --- | ---: | ---: | ---: | ---: "
        "| --- |"
    )
    for file in sorted((people / "reference").glob("*.json")):
        name = file.name.removesuffix(".json")
        key = hashlib.sha256((people / "photos" / name).read_bytes()).hexdigest()
        if key not in found:
            stop(f"there is no record of {name}")
        wanted = expected(file)
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
