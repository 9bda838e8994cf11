"""Real archery photos (cases/archery): faces, rings, tips and scores that people labelled."""

import json

import numpy as np

from targets.plane import apply
from training.matching import pair

from .plane import circle, ellipse, fit
from .records import faces, impacts, pixels, points
from .tally import Tally, middle, share, table

REACH = 0.03
EDGE = {"wa-10-ring": 1.0, "triple": 0.5}
# NFAA five-spot sheets have no labelled rings: a tip may be so many pixels off there (0.03 of a spot's radius)
PLAIN = 6.0
# it shows the butt of archery-more, which arrows.onnx has learnt from
SAME_BUTT = "AmrBr"


def _whole(face, matrix, size):
    edge = EDGE.get(face["type"], max(ring["d"] for ring in face["rings"]))
    rim = apply(np.linalg.inv(matrix), circle(edge))
    return bool(((rim >= 0) & (rim < size)).all())


def photo(label, record):
    """The tally of one photo."""
    tally, size = Tally(photos=1), (label["width"], label["height"])
    ringed = [face for face in label["faces"] if len(face["rings"]) >= 2]
    planes, found = [fit(face["rings"]) for face in ringed], faces(record)
    whole = 0
    for face, plane in zip(ringed, planes):
        near = [f for f in found if np.hypot(*apply(plane, [f[1]])[0]) < 0.3]
        entire = _whole(face, plane, size)
        whole += entire
        if not near:
            if entire:
                tally.misses.append(f"{label['file']}: no face at {face['center']}")
            continue
        matrix = near[0][2]
        if entire:
            tally.faces += 1
            tally.centre.append(float(np.hypot(*apply(matrix, [face["center"]])[0])))
            for ring in face["rings"]:
                off = np.hypot(*apply(matrix, ellipse(ring["ellipse"])).T) - ring["d"]
                tally.rings.append(float(np.sqrt((off**2).mean())))
    tally.whole = whole
    _tips(tally, label, record, planes)
    return tally


def _tips(tally, label, record, planes):
    said, truth = impacts(record, "arrow"), label["arrows"]
    there, tips = pixels(said), np.array([arrow["tip"] for arrow in truth], float).reshape(-1, 2)
    if planes:
        # every tip is judged in the plane of the labelled face that it is nearest to
        flat = np.stack([apply(plane, tips) for plane in planes]) if len(tips) else np.zeros((len(planes), 0, 2))
        home = np.hypot(flat[..., 0], flat[..., 1]).argmin(0)
        partner, free = np.full(len(said), -1), set(range(len(tips)))
        for i, point in enumerate(there):
            away = {j: np.hypot(*(apply(planes[home[j]], [point])[0] - flat[home[j], j])) for j in free}
            best = min(away, key=away.get, default=None)
            if best is not None and away[best] <= REACH:
                partner[i] = best
                tally.error.append(float(away[best]))
                free.discard(best)
    else:
        partner = pair(there, tips, PLAIN)
    tally.wanted, tally.hits = len(tips), int((partner >= 0).sum())
    if label.get("arrows_complete", True):
        tally.false = int((partner < 0).sum())
        tally.ends, tally.right_ends = 1, int(tally.false == 0 and tally.hits == tally.wanted)
        for row, mine in zip(said, partner):
            tally.claim(row["confidence"], bool(mine >= 0), row["needsReview"])
    for row, mine in zip(said, partner):
        if mine < 0 or truth[mine]["score"] is None:
            continue
        alternatives = [truth[mine]["score"], truth[mine].get("score_alt")]
        right = [points(score) for score in alternatives if score is not None]
        tally.score(points(row["score"]) or 0, right, row["needsReview"])


def archery(records, cases):
    """The section on archery photos of places that no model has seen."""
    title = "### Archery photos (cases/archery, without one with painted boxes and one of the butt of archery-more)"
    labels = cases / "archery" / "labels.json"
    return evaluate(records, labels, title, lambda label: label["file"].split("/")[0], skipped=(SAME_BUTT,))


def more(records, cases, groups=()):
    """The section on the photos that arrows.onnx may learn from; of `groups` alone where some are named."""
    labels = cases / "archery-more" / "labels.json"
    seen = f"groups {', '.join(groups)}, which it has not seen" if groups else "it has learnt from them"
    title = f"### More archery photos (cases/archery-more; {seen})"
    return evaluate(records, labels, title, lambda label: label["group"], groups)


def evaluate(records, labels, title, source, groups=(), skipped=()):
    """The section on photos with labels; `source` names the row that a photo counts in, files that begin with one of
    `skipped` are left out."""
    everything, each = Tally(), {}
    for label in json.loads(labels.read_text()):
        if label.get("overlay_contaminated") or (groups and label.get("group") not in groups):
            continue
        if label["file"].startswith(skipped):
            continue
        tally = photo(label, records.of(label["file"]))
        everything.add(tally)
        each.setdefault(source(label), Tally()).add(tally)
    rows = []
    for name, t in [*each.items(), ("all", everything)]:
        worst = f"{max(t.centre):.4f}" if t.centre else "–"
        row = {
            "source": name,
            "photos": t.photos,
            "whole faces found": f"{t.faces} of {t.whole}",
            "centre, R (median, worst)": f"{middle(t.centre)}, {worst}",
            "rings within 0.02 R": share(sum(ring <= 0.02 for ring in t.rings), len(t.rings)),
            "arrows": t.wanted,
            "recall": t.recall,
            "precision": t.precision,
            "exact score": share(t.exact, t.scored),
            "within one": share(t.near, t.scored),
        }
        rows.append(row)
    t = everything
    tips = f"median {middle(t.error)} R, 95th percentile {middle(t.error, 95)} R from the label."
    near = f"Arrows count as found within {REACH} R. Tips of found arrows: {tips}"
    notes = "\n".join([near, t.review, *(f"- {miss}" for miss in t.misses)])
    return f"{title}\n\n{table(rows)}\n\n{notes}\n\n{t.reliability}"
