"""Squares cut out of views that lie in the accelerator's memory, as `arrows.augment` cuts them, many at once."""

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from ..augment import AVERAGED, LARGEST_RADIUS, LEAST_RADIUS, NEAREST, OFF
from ..cache import NOCK, SEEN, TIP
from ..view import CACHED_RADIUS, CACHED_SIDE, GREY, RADIUS


@dataclass
class Wish:
    """How squares are cut: their side, and the radii of the face in them (between two; or about one of several)."""

    size: int
    radii: tuple = (LEAST_RADIUS, LARGEST_RADIUS)
    # the radii that the network's two looks have, and how far from them a square's may be
    looks: tuple = ()
    near: float = 0.1
    stretch: float = 0.08
    tilt: float = 0.15


LOOKS = (0.5 * RADIUS, RADIUS)


def _scales(rng, wish, count):
    if wish.looks:
        radii = rng.choice(wish.looks, count) * np.exp(rng.normal(0, wish.near, count))
    else:
        radii = np.exp(rng.uniform(*np.log(wish.radii), count))
    return radii / CACHED_RADIUS


def _aims(rng, rows, there, reach):
    """Where the squares' middles lie: mostly near a tip, a shaft or a nock."""
    count, edge = len(rows), 0.08 * CACHED_SIDE
    inside = there & ((rows[:, :, TIP] > 0) & (rows[:, :, TIP] < CACHED_SIDE)).all(2)
    draw = rng.random(inside.shape) * inside if inside.shape[1] else np.zeros((count, 0))
    kind, share = rng.random(count), rng.random(count)
    aims = rng.uniform(0.15, 0.85, (count, 2)) * CACHED_SIDE
    for index in np.nonzero((kind < 0.75) & inside.any(1))[0]:
        row = rows[index, draw[index].argmax()]
        part = 0.0 if kind[index] < 0.42 else (share[index] if kind[index] < 0.62 else 1.0)
        aims[index] = row[TIP] + (row[NOCK] - row[TIP]) * part + rng.uniform(-OFF, OFF, 2) * reach[index]
    return np.clip(aims, edge, CACHED_SIDE - edge)


def _turns(angles):
    return np.stack([np.stack([np.cos(angles), -np.sin(angles)], 1), np.stack([np.sin(angles), np.cos(angles)], 1)], 1)


def matrices(rng, wish, rows, there):
    """Maps [N, 3, 3] from views to squares: turned, mirrored, stretched, tilted."""
    count, size = len(rows), wish.size
    scale = _scales(rng, wish, count)
    aim = _aims(rng, rows, there, size / scale)
    stretch, mirror = np.zeros((count, 2, 2)), np.zeros((count, 2, 2))
    stretch[:, [0, 1], [0, 1]] = np.exp(rng.normal(0, wish.stretch, (count, 2)))
    mirror[:, 0, 0], mirror[:, 1, 1] = rng.choice([-1.0, 1.0], count), 1
    turn, before = _turns(rng.uniform(0, 2 * np.pi, count)), _turns(rng.uniform(0, np.pi, count))
    linear = scale[:, None, None] * turn @ stretch @ before @ mirror
    made = np.tile(np.eye(3), (count, 1, 1))
    made[:, :2, :2], made[:, :2, 2] = linear, -(linear @ aim[:, :, None])[:, :, 0]
    tilt, centre = np.tile(np.eye(3), (count, 1, 1)), np.eye(3)
    tilt[:, 2, :2] = rng.normal(0, wish.tilt, (count, 2)) / size * (rng.random((count, 1)) < 0.5)
    centre[:2, 2] = size / 2
    return centre @ tilt @ made, scale


def moved(rows, there, matrix):
    """The arrows of views in squares, and which of them lie before the horizon."""
    tip, nock, seen = rows[:, :, TIP], rows[:, :, NOCK].copy(), rows[:, :, SEEN].copy()
    one = np.ones((*tip.shape[:2], 1))

    def depths(points):
        return np.einsum("nki,ni->nk", np.concatenate([points, one], 2), matrix[:, 2])

    tip_depth, nock_depth = depths(tip), depths(nock)
    there = there & (tip_depth >= NEAREST)
    behind = there & (nock_depth < NEAREST)
    share = np.where(behind, (tip_depth - NEAREST) / np.where(behind, tip_depth - nock_depth, 1) * 0.95, 1)
    nock = tip + (nock - tip) * share[..., None]
    seen[behind] = 0
    made = rows.copy()
    for part, points in ((TIP, tip), (NOCK, nock)):
        mapped = np.einsum("nki,nji->nkj", np.concatenate([points, one], 2), matrix)
        made[:, :, part] = mapped[..., :2] / np.where(there[..., None], mapped[..., 2:], 1)
    made[:, :, SEEN] = seen
    return made, there


def sample(pixels, views, matrix, size):
    """Squares [N, 3, size, size] of 0 to 255 out of `pixels` [V, side, side, 3]; `matrix` maps views to squares."""
    side, device = pixels.shape[1], pixels.device
    steps = torch.arange(size, device=device, dtype=torch.float32)
    v, u = torch.meshgrid(steps, steps, indexing="ij")
    back = torch.linalg.inv(matrix.double()).float()[:, :, :, None, None]
    depth = back[:, 2, 0] * u + back[:, 2, 1] * v + back[:, 2, 2]
    x = (back[:, 0, 0] * u + back[:, 0, 1] * v + back[:, 0, 2]) / depth
    y = (back[:, 1, 0] * u + back[:, 1, 1] * v + back[:, 1, 2]) / depth
    flat, first = pixels.view(-1, 3), views.to(device).long()[:, None, None] * (side * side)
    left, top = x.clamp(-2, side + 1).floor(), y.clamp(-2, side + 1).floor()
    right_share, low_share = (x - left).clamp(0, 1)[..., None], (y - top).clamp(0, 1)[..., None]
    left, top = left.long(), top.long()

    def tap(across, down):
        column, row = left + across, top + down
        inside = (column >= 0) & (column < side) & (row >= 0) & (row < side)
        found = flat[first + row.clamp(0, side - 1) * side + column.clamp(0, side - 1)].float()
        return torch.where(inside[..., None], found, float(GREY))

    upper = torch.lerp(tap(0, 0), tap(1, 0), right_share)
    lower = torch.lerp(tap(0, 1), tap(1, 1), right_share)
    return torch.lerp(upper, lower, low_share).permute(0, 3, 1, 2)


def cut(pixels, views, matrix, scale, size):
    """Squares as the network's looks show them: small ones are the mean of four pixels of a picture twice as fine."""
    matrix = torch.as_tensor(matrix, device=pixels.device)
    made = torch.empty(len(views), 3, size, size, device=pixels.device)
    small = np.nonzero(scale <= AVERAGED)[0]
    twice = torch.tensor([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]], dtype=matrix.dtype, device=pixels.device)
    # few at a time: what is twice as fine takes four times the memory
    for part in np.array_split(small, max(1, len(small) * size * size // (16 * 384 * 384))):
        if len(part):
            made[part] = functional.avg_pool2d(sample(pixels, views[part], twice @ matrix[part], 2 * size), 2)
    large = np.nonzero(scale > AVERAGED)[0]
    if len(large):
        made[large] = sample(pixels, views[large], matrix[large], size)
    return made


def within(known, matrix, size, stride):
    """Where in squares all arrows are labelled [N, H, W]; `known` [N] are radii in views, infinite for everywhere."""
    side, device = size // stride, matrix.device
    steps = (torch.arange(side, device=device, dtype=torch.float32) + 0.5) * stride - 0.5
    v, u = torch.meshgrid(steps, steps, indexing="ij")
    back = torch.linalg.inv(matrix.double()).float()[:, :, :, None, None]
    x, y, depth = (back[:, row, 0] * u + back[:, row, 1] * v + back[:, row, 2] for row in range(3))
    middle = CACHED_SIDE / 2
    return torch.hypot(x / depth - middle, y / depth - middle) <= known[:, None, None]
