"""Shooting cards (cases/shooting-cards): photographs that training never saw."""

import numpy as np

from targets.plane import apply
from training.fold import corners, is_held_out, rows_of
from training.matching import pair

from .plane import circle
from .records import faces, impacts, pixels, points
from .tally import Tally, share, table

SIDE = 1008
SCORES = (0, 1, 10, 2, 3, 4, 5, 6, 7, 8, 9)
TARGET, BLACK = 11, 12
DISC = 0.4


def _disc_overlap(matrix, box):
    """IoU of the labelled box with that of the disc which a found face implies."""
    points_ = apply(np.linalg.inv(matrix), circle(DISC))
    low, high = points_.min(0), points_.max(0)
    common = np.prod(np.clip(np.minimum(high, box[2:]) - np.maximum(low, box[:2]), 0, None))
    return common / (np.prod(high - low) + np.prod(box[2:] - box[:2]) - common)


def photo(rows, record):
    """The tally of one card."""
    tally, size = Tally(photos=1), np.array([SIDE] * 4)
    # from the corner of the first pixel to its middle
    boxes = corners(rows) * size - 0.5
    for box in boxes[rows[:, 0] == BLACK]:
        tally.whole += 1
        tally.faces += any(_disc_overlap(matrix, box) > 0.8 for _, _, matrix, _ in faces(record))
    holes = rows[:, 0] < TARGET
    centres, reach = (boxes[holes, :2] + boxes[holes, 2:]) / 2, (boxes[holes, 2:] - boxes[holes, :2]).mean(1) / 2
    truth = [SCORES[int(number)] for number in rows[holes, 0]]
    said = impacts(record, "hole")
    tally.wanted = len(centres)
    for row, mine in zip(said, pair(pixels(said), centres, reach)):
        if mine >= 0:
            tally.hits += 1
            tally.score(points(row["score"]) or 0, [truth[mine]], row["needsReview"])
        else:
            tally.false += 1
    return tally


def held(cases):
    """The photos kept back."""
    return [p for p in sorted((cases / "shooting-cards" / "images").iterdir()) if is_held_out(p.name)]


def evaluate(records, cases):
    """The section on cards."""
    t = Tally()
    for path in held(cases):
        text = cases / "shooting-cards" / "labels" / (path.stem + ".txt")
        t.add(photo(rows_of(text), records.of(path.name)))
    row = {
        "photos": t.photos,
        "black disc found": share(t.faces, t.whole),
        "holes": t.wanted,
        "recall": t.recall,
        "precision": t.precision,
        "exact score": share(t.exact, t.scored),
        "within one": share(t.near, t.scored),
    }
    return f"### Shooting cards (photographs that impacts.onnx never saw)\n\n{table([row])}\n\n{t.review}"
