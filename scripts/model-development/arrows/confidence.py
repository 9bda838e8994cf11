"""Fits the confidence of candidates: logistic regression over what the maps say, on views that training never saw.

The features are those of ArrowConfidence.swift, in its order; the shafts of a photo's other faces, which count there
too, are not known here.
"""

import itertools

import numpy as np

from .decode import candidates
from .view import CELL, RADIUS, SIDE

COUNT = 12
# the place of the distance to the face's centre among the features
DISTANCE = 9
# a candidate is an arrow's tip where a labelled one lies so near, in radii of what scores
REACH = 0.03
RIDGE = 1.0
# so far, in radii of what scores, a tip may be one of the face; and so far beside it all are known where the labels are
# complete
FACE, FARTHEST = 1.06, 1.6
# as ShaftOverlap in ArrowConfidence.swift has it, in cells
OVERLAP_REACH, OVERLAP_FEWEST, OVERLAP_WIDTH, OVERLAP_SLACK, FULL_WEIGHT = 28.0, 6, 2.0, 3.0, 0.75


def _weight(candidate):
    return candidate.score * candidate.factor * min(candidate.support / 0.6, 1)


def _leaning(index, found):
    total = weighed = 0.0
    for other, candidate in enumerate(found):
        if other != index:
            weight = _weight(candidate)
            weighed += weight * float(found[index].along @ candidate.along)
            total += weight
    return weighed / total if total > 0.2 else 0.0


def _length(candidate):
    return OVERLAP_REACH if candidate.nock is None else np.hypot(*(candidate.nock - candidate.tip))


def _overlap(index, found):
    """The largest share of a candidate's shaft that one surer shaft covers, times how sure that one is."""
    mine, most = found[index], 0.0
    length = min(_length(mine), OVERLAP_REACH)
    steps = np.linspace(1, length, max(int(length), OVERLAP_FEWEST))
    points = mine.tip[:, None] + mine.along[:, None] * steps
    for other, theirs in enumerate(found):
        if other == index or theirs.score * theirs.factor <= mine.score * mine.factor:
            continue
        away = points - theirs.tip[:, None]
        distance, aside = theirs.along @ away, np.abs(away[1] * theirs.along[0] - away[0] * theirs.along[1])
        covered = (distance > 0) & (distance < _length(theirs) + OVERLAP_SLACK) & (aside < OVERLAP_WIDTH)
        most = max(most, min(_weight(theirs) / FULL_WEIGHT, 1) * covered.mean())
    return most


def features(found):
    """The features [N, COUNT] of one view's candidates."""
    middle, rows = (SIDE / 2 + 0.5) / CELL - 0.5, []
    for index, c in enumerate(found):
        score = min(max(c.score, 0.01), 0.99)
        depth = np.hypot(*(c.tip - middle)) / (RADIUS / CELL)
        overshadowed = any(o is not c and o.score > c.score and np.hypot(*(o.tip - c.tip)) < 6 for o in found)
        rows.append(
            [
                1,
                np.log(score / (1 - score)),
                c.role,
                min(c.support / 0.6, 1),
                min(c.pair / 0.4, 1),
                np.log(max(c.factor, 0.05)),
                _leaning(index, found),
                overshadowed,
                c.nock is not None,
                depth,
                _overlap(index, found),
                depth > FACE,
            ]
        )
    return np.array(rows, float).reshape(-1, COUNT)


def matched(found, rows):
    """For each candidate 1 where it is a labelled tip (the surest that is), 0 where it is none, -1 where unsure.

    `rows` are the arrows in pixels of the network's view.
    """
    said = np.zeros(len(found))
    free = list(range(len(rows)))
    for index in sorted(range(len(found)), key=lambda i: -found[i].score):
        place = (found[index].tip + 0.5) * CELL - 0.5
        near = [i for i in free if np.hypot(*(rows[i, :2] - place)) <= REACH * RADIUS]
        if near:
            best = min(near, key=lambda i: np.hypot(*(rows[i, :2] - place)))
            free.remove(best)
            said[index] = -1 if rows[best, 5] else 1
    return said


def examples(maps, rows, is_whole):
    """Features and truth of one view's candidates on the face, and beside it where the view's labels are whole."""
    found = candidates(maps)
    x, said = features(found), matched(found, rows)
    known = (said >= 0) & (x[:, DISTANCE] <= (FARTHEST if is_whole else FACE))
    return x[known], said[known]


def fit(x, said, weight=None):
    """The weights of a logistic regression, by Newton's method with a small ridge."""
    weights = np.zeros(COUNT)
    weight = np.ones(len(said)) if weight is None else weight
    ridge = np.diag([1e-6] + [RIDGE] * (COUNT - 1))
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (weight * (chance - said)) + ridge @ weights
        hessian = (x * (weight * chance * (1 - chance))[:, None]).T @ x + ridge
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def chances(x, weights):
    """The confidences of candidates."""
    return 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))


def reliability(chance, said, edges=(0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1.0001)):
    """A Markdown table: of candidates with such a confidence, how many are arrows."""
    lines = ["| confidence | candidates | said | true |", "| --- | --- | --- | --- |"]
    for low, high in itertools.pairwise(edges):
        part = (chance >= low) & (chance < high)
        if part.any():
            lines.append(
                f"| {low:.2f}–{min(high, 1):.2f} | {part.sum()} | {chance[part].mean():.2f} | {said[part].mean():.2f} |"
            )
    return "\n".join(lines)
