"""Measures a network on views that training never saw, and fits the confidence on them, one half judged by the
other."""

import numpy as np
import torch

from .cache import NOCK, TIP
from .confidence import FACE, FARTHEST, chances, examples, fit, reliability
from .export import TwoLooks
from .network import prepared
from .view import CACHED_RADIUS, CACHED_SIDE, RADIUS, SIDE, apply, rectify

CUTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
# from a cached view to what the network sees
SHRINK = np.array([[RADIUS / CACHED_RADIUS, 0, 0], [0, RADIUS / CACHED_RADIUS, 0], [0, 0, 1.0]])
SHRINK[:2, 2] = SIDE / 2 - CACHED_SIDE / 2 * RADIUS / CACHED_RADIUS


def maps_of(network, pixels):
    """The maps of a picture of the network's own size, as the exported model gives them."""
    with torch.no_grad():
        return TwoLooks(network)(prepared(torch.from_numpy(pixels[None])))[0].numpy()


def view(cached):
    """A cached view as the network sees it: pixels and arrows."""
    rows = cached.rows.copy()
    if len(rows):
        rows[:, TIP], rows[:, NOCK] = apply(SHRINK, rows[:, TIP]), apply(SHRINK, rows[:, NOCK])
    return rectify(cached.pixels(), SHRINK, SIDE), rows


def collect(network, views):
    """Features, truth, view number of every candidate, and the number of arrows that could be found."""
    network.eval()
    parts, arrows = [], 0
    # the faces of one photo are not told apart
    photos = sorted({cached.name.rsplit("-", 1)[0] for cached in views})
    for cached in views:
        number = photos.index(cached.name.rsplit("-", 1)[0])
        pixels, rows = view(cached)
        x, said = examples(maps_of(network, pixels), rows, cached.known is None)
        parts.append((x, said, np.full(len(said), number)))
        inside = np.hypot(*(rows[:, TIP] - SIDE / 2).T) <= (FARTHEST if cached.known is None else FACE) * RADIUS
        arrows += int((inside & (rows[:, 5] == 0)).sum())
    return tuple(np.concatenate(part) for part in zip(*parts)), arrows


def together(collected):
    """Several sets that were collected as one, and a weight of each candidate: all sets count alike."""
    sets, first = [], 0
    total = sum(len(said) for (_, said, _), _ in collected)
    for (x, said, number), _ in collected:
        weight = np.full(len(said), total / (len(collected) * max(1, len(said))))
        sets.append((x, said, number + first, weight))
        first += int(number.max(initial=-1)) + 1
    return tuple(np.concatenate(part) for part in zip(*sets)), sum(arrows for _, arrows in collected)


def crossed(x, said, number, weight=None):
    """Confidences of each half of the views by weights that were fitted on the other half."""
    weight = np.ones(len(said)) if weight is None else weight
    chance = np.zeros(len(said))
    for half in (0, 1):
        mine = number % 2 == half
        chance[mine] = chances(x[mine], fit(x[~mine], said[~mine], weight[~mine]))
    return chance


def report(chance, said, arrows):
    """Recall and precision over cuts, and the reliability table."""
    lines = ["| cut | recall | precision |", "| --- | --- | --- |"]
    for cut in CUTS:
        taken = chance > cut
        hits = said[taken].sum()
        lines.append(f"| {cut} | {hits / max(1, arrows):.3f} | {hits / max(1, taken.sum()):.3f} |")
    return "\n".join(lines) + "\n\n" + reliability(chance, said)
