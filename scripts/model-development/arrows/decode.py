"""From maps to candidate arrows: the same rules as in Sources/Targets/Arrows, for fitting and measuring.

Coordinates are in cells. A place is a tip or a nock, never both; a shaft has one tip.
"""

from dataclasses import dataclass

import cv2
import numpy as np

LEAST_TIP, LEAST_NOCK, MOST = 0.08, 0.1, 60
SHORTEST, LEAST_AGREEMENT, LEAST_SHARE = 4.0, 0.15, 0.6
SENSE_SHARE, DIRECTIONS, REACHES = 0.4, 96, (8, 16, 28)
_ANGLES = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
_WAYS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])[:, :, None]


@dataclass
class Candidate:
    """A place where a shaft may enter the face; see ArrowCandidate.swift."""

    tip: np.ndarray
    nock: np.ndarray | None
    score: float
    role: float
    support: float
    pair: float
    factor: float
    along: np.ndarray


def peaks(heat, least):
    """Local maxima [x, y, score], placed between cells by a parabola through logarithms."""
    mask = (heat >= cv2.dilate(heat, np.ones((3, 3)))) & (heat > least)
    rows, columns = np.nonzero(mask)
    order = np.argsort(-heat[rows, columns], kind="stable")[:MOST]
    logs = np.log(np.clip(heat, 1e-4, 1))

    def shift(before, here, after):
        bend = before - 2 * here + after
        return float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < -1e-6 else 0.0

    found = []
    for row, column in zip(rows[order], columns[order]):
        dx = dy = 0.0
        if 0 < column < heat.shape[1] - 1 and 0 < row < heat.shape[0] - 1:
            dx = shift(*logs[row, column - 1 : column + 2])
            dy = shift(*logs[row - 1 : row + 2, column])
        found.append((column + dx, row + dy, heat[row, column]))
    return np.array(found).reshape(-1, 3)


def _sample(plane, x, y):
    x, y = np.atleast_2d(np.asarray(x, np.float32)), np.atleast_2d(np.asarray(y, np.float32))
    return cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)


def _agreement(maps, x, y, along):
    double = _sample(maps[5], x, y) * (along[0] ** 2 - along[1] ** 2) + _sample(maps[6], x, y) * 2 * along[0] * along[1]
    sense = -(_sample(maps[3], x, y) * along[0] + _sample(maps[4], x, y) * along[1])
    return _sample(maps[2], x, y) * np.clip(double, -1, 1) * (0.8 + SENSE_SHARE * np.clip(sense, -1, 1))


def _between(maps, tip, nock):
    way = nock - tip
    length = np.hypot(*way)
    share = np.linspace(0.04, 0.96, int(np.clip(length, 12, 120)))
    return float(_agreement(maps, tip[0] + way[0] * share, tip[1] + way[1] * share, way / length).mean())


def _leaving(maps, tip):
    steps = np.arange(1.0, REACHES[-1] + 0.1)[None]
    values = _agreement(maps, tip[0] + _WAYS[0] * steps, tip[1] + _WAYS[1] * steps, _WAYS)
    supports = np.stack([values[:, :n].mean(1) * (0.8 + 0.2 * n / REACHES[-1]) for n in REACHES]).max(0)
    best = int(supports.argmax())
    return max(0.0, float(supports[best])), _WAYS[:, best, 0]


def candidates(maps):
    """The candidates of maps [7, H, W], the first three as chances; by descending tip score."""
    tips, nocks = peaks(maps[0], LEAST_TIP), peaks(maps[1], LEAST_NOCK)
    near = np.pad(maps[1], 2)

    def largest(x, y):
        column, row = int(np.floor(x + 0.5)), int(np.floor(y + 0.5))
        return near[row : row + 5, column : column + 5].max()

    role = np.array([s / (s + max(0.0, largest(x, y) - 0.1)) for x, y, s in tips])
    factor, partners = _pair(maps, tips, nocks, role)
    found = []
    for index, (x, y, score) in enumerate(tips):
        tip = np.array([x, y])
        support, along = _leaving(maps, tip)
        made = Candidate(tip, None, score, role[index], support, 0.0, factor[index], along)
        nock, agreement = partners.get(index, (None, 0.0))
        if nock is not None and agreement >= LEAST_SHARE * support:
            made.nock = nocks[nock, :2]
            made.along = (made.nock - tip) / np.hypot(*(made.nock - tip))
            made.support, made.pair = max(agreement, support), agreement * np.sqrt(nocks[nock, 2])
        found.append(made)
    return found


def _pair(maps, tips, nocks, role):
    """The factor that the rules leave of each tip, and its nock with the agreement along the shaft."""
    pairs = []
    for i, (x, y, score) in enumerate(tips):
        for j, (u, v, other) in enumerate(nocks):
            if np.hypot(u - x, v - y) < SHORTEST:
                continue
            agreement = _between(maps, np.array([x, y]), np.array([u, v]))
            if agreement > LEAST_AGREEMENT:
                pairs.append((agreement * np.sqrt(score * role[i] * other), agreement, i, j))
    factor, partners, taken = role.copy(), {}, set()
    for _, agreement, i, j in sorted(pairs, key=lambda pair: (-pair[0], pair[2], pair[3])):
        if i in partners or j in taken or factor[i] < 0.3:
            continue
        partners[i] = (j, agreement)
        taken.add(j)
        _weaken(i, tips, nocks[j, :2], role, factor, partners)
    return factor, partners


def _weaken(index, tips, nock, role, factor, partners):
    """Lowers the chance of tips at the nock of a better arrow, or on its shaft."""
    tip = tips[index, :2]
    length = np.hypot(*(nock - tip))
    along = (nock - tip) / length
    for other in range(len(tips)):
        if other == index or other in partners:
            continue
        clear = role[other] > 0.75 and tips[other, 2] > 0.35
        away = tips[other, :2] - tip
        distance, aside = away @ along, abs(away[1] * along[0] - away[0] * along[1])
        if np.hypot(*(tips[other, :2] - nock)) < 4:
            factor[other] *= 0.6 if clear else 0.35
        elif 3 < distance < length + 6 and aside < 2.2:
            factor[other] *= 0.85 if clear else 0.6
