"""Held-out renders (scripts/model-development/render): everything about them is known."""

import json

import numpy as np

from targets.plane import apply
from training.matching import pair

from .records import faces, impacts, pixels, points
from .tally import Tally, middle, share, table

# an arrow counts as found within this; how near it came is told apart
REACH = 0.03
SHAFT = 5.5


def family(name):
    """Faces that look alike: nobody can tell the size of a ten-ring face from its picture."""
    if name.startswith("field"):
        return "field"
    if name in ("wa-80-5", "wa-40-triple"):
        return "five rings"
    return "wa-10" if name in ("wa-122", "wa-80", "wa-60", "wa-40") else name


def worth(face, distance):
    """The score of a tip at that distance (R), by the line rule with the shaft that the program assumes."""
    distance = max(0.0, distance - SHAFT / face["diameterMm"])
    if distance > face["outlineRadius"]:
        return 0
    if face["type"].startswith("field"):
        return 6 if distance <= 0.1 else 5 - int(np.ceil(distance * 5 - 1e-9) - 1) if distance > 0.2 else 5
    return 10 - min(9, int(np.ceil(distance * 10 - 1e-9)) - 1) if distance > 0 else 10


def right(arrow, truth, plane):
    """The scores that are right for an arrow: of several in one spot of a triple the lowest counts, the others are
    misses."""

    def own(other):
        tip = apply(plane, [[other["tip"]["x"], other["tip"]["y"]]])[0]
        return worth(truth["faces"][arrow["face"]], float(np.hypot(*tip)))

    mine = own(arrow)
    if truth["faces"][arrow["face"]]["type"] != "wa-40-triple" or mine == 0:
        return [mine]
    there = [score for score in (own(a) for a in truth["arrows"] if a["face"] == arrow["face"]) if score > 0]
    if mine > min(there):
        return [0]
    # Of two alike either is the one that counts.
    return [mine, 0] if there.count(mine) > 1 else [mine]


def photo(truth, record):
    """The tally of one photo, by the family of its faces."""
    tally, found = Tally(photos=1), faces(record)
    planes = [np.array(face["homography"]).reshape(3, 3) for face in truth["faces"]]
    for face, plane in zip(truth["faces"], planes):
        if not face["whole"]:
            continue
        tally.whole += 1
        near = [f for f in found if np.hypot(*apply(plane, [f[1]])[0]) < 0.3 * face["outlineRadius"]]
        if near:
            tally.faces += 1
            tally.centre.append(float(np.hypot(*apply(near[0][2], [[face["center"]["x"], face["center"]["y"]]])[0])))
            tally.types.append(family(near[0][0]) == family(face["type"]))
    said = impacts(record, "arrow")
    there = pixels(said)
    judged, others = [], []
    for arrow in truth["arrows"]:
        home = arrow["face"]
        sure = home is not None and truth["faces"][home]["whole"] and arrow["visible"] and not arrow["occluded"]
        (judged if sure else others).append(arrow)
    taken = np.zeros(len(said), bool)
    for number, plane in enumerate(planes):
        mine = [arrow for arrow in judged if arrow["face"] == number]
        tips = apply(plane, [[a["tip"]["x"], a["tip"]["y"]] for a in mine])
        free = np.nonzero(~taken)[0]
        flat = apply(plane, there[free])
        for i, j in zip(free, pair(flat, tips, REACH)):
            if j < 0:
                continue
            taken[i] = True
            tally.hits += 1
            tally.error.append(float(np.hypot(*(apply(plane, [there[i]])[0] - tips[j]))))
            tally.score(points(said[i]["score"]) or 0, right(mine[j], truth, plane), said[i]["needsReview"])
    tally.wanted = len(judged)
    for i in np.nonzero(~taken)[0]:
        spots = np.array([[a["tip"]["x"], a["tip"]["y"]] for a in others], float).reshape(-1, 2)
        scale = np.mean([_pixels(plane, there[i]) for plane in planes]) if planes else 1.0
        tally.false += not (len(spots) and (np.hypot(*(spots - there[i]).T) < REACH * scale).any())
    return tally


def _pixels(plane, point):
    """How many pixels one R is about there."""
    a, b = apply(np.linalg.inv(plane), [apply(plane, [point])[0], apply(plane, [point])[0] + [0.1, 0]])
    return float(np.hypot(*(b - a)) * 10)


def evaluate(records, folder):
    """The section on renders."""
    everything, each = Tally(), {}
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        tally = photo(truth, records.of(truth["photo"]))
        everything.add(tally)
        each.setdefault(truth["kind"], Tally()).add(tally)
    rows = [
        {
            "face": name,
            "photos": t.photos,
            "whole faces found": f"{t.faces} of {t.whole}",
            "type right": share(sum(t.types), len(t.types)),
            "centre, R (median, 95th)": f"{middle(t.centre)}, {middle(t.centre, 95)}",
            "arrows": t.wanted,
            "recall": t.recall,
            "precision": t.precision,
            "tip, R (median, 95th)": f"{middle(t.error)}, {middle(t.error, 95)}",
            "exact score": share(t.exact, t.scored),
            "within one": share(t.near, t.scored),
        }
        for name, t in [*sorted(each.items()), ("all", everything)]
    ]
    rule = f"Arrows count as found within {REACH} R. Scores by the line rule with a shaft of {SHAFT} mm."
    return f"### Renders held out by seed\n\n{table(rows)}\n\n{rule} {everything.review}"
