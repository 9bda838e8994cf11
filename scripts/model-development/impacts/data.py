"""Training squares: cut out of canonical pictures, turned, scaled, coloured and worn anew each time."""

from pathlib import Path

import cv2
import numpy as np
import torch

from training.wear import coloured, worn

from . import labels
from .canonical import GREY, SIDE
from .loss import encode

SQUARES = 3


def listing(folder):
    """The labelled pictures of a folder."""
    return sorted(Path(folder).glob("*.txt"))


def load(path):
    """Picture (RGB) and label rows."""
    picture = cv2.imread(str(path.with_suffix(".jpg")))
    return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), labels.read(path)


def _aim(rng, rows):
    """The middle of a square: mostly near an arrow or a hole, else anywhere."""
    arrows = rows[rows[:, 0] == labels.ARROW]
    pick = rng.random()
    if len(arrows) and pick < 0.6:
        return arrows[int(rng.integers(len(arrows))), 1:3] + rng.uniform(-120, 120, 2)
    if len(arrows) and pick < 0.72:
        # along a shaft, where there is no tip
        arrow = arrows[int(rng.integers(len(arrows)))]
        return arrow[1:3] + np.clip(arrow[5:7] * rng.uniform(0.1, 1), -700, 700) + rng.uniform(-60, 60, 2)
    if len(rows) and pick < 0.88:
        return rows[int(rng.integers(len(rows))), 1:3] + rng.uniform(-120, 120, 2)
    return rng.uniform(0.12, 0.88, 2) * SIDE


def cut(rng, picture, rows, size):
    """A square with its rows: flipped, turned by quarters and a little more, scaled, squeezed as a poor fit would."""
    aim = np.clip(_aim(rng, rows), 60, SIDE - 60)
    angle = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.12)
    scale = float(np.exp(rng.uniform(-0.17, 0.2)))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    squeeze = np.diag(np.exp(rng.normal(0, 0.03, 2))) if rng.random() < 0.8 else np.diag(np.exp(rng.normal(0, 0.12, 2)))
    shape = scale * turn @ squeeze @ np.diag([rng.choice([-1.0, 1.0]), 1.0])
    matrix = np.concatenate([shape, (size / 2 - shape @ aim)[:, None]], 1)
    square = cv2.warpAffine(picture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderValue=(GREY,) * 3)
    rows = rows.copy()
    rows[:, 1:3] = rows[:, 1:3] @ shape.T + matrix[:, 2]
    rows[:, 3:5] = np.sqrt((rows[:, 3:5] ** 2) @ (shape**2).T)
    rows[:, 5:7] = rows[:, 5:7] @ shape.T
    # arrows whose tips lie outside still cross it
    near = ((rows[:, 1:3] > -8) & (rows[:, 1:3] < size + 8)).all(1) | (rows[:, 0] == labels.ARROW)
    return square, rows[near]


class Stream(torch.utils.data.IterableDataset):
    """Endless batches; scenes that appear in the folder later are taken in as they come."""

    def __init__(self, scenes, cards, batch, size, seed, cards_share):
        self.scenes, self.cards, self.share = scenes, cards, cards_share
        self.batch, self.size, self.seed = batch, size, seed

    def _squares(self, rng):
        cards, scenes, count = listing(self.cards), listing(self.scenes), 0
        while True:
            if count % 400 == 399:
                scenes = listing(self.scenes)
            count += 1
            source = cards if cards and rng.random() < self.share else scenes
            picture, rows = load(source[int(rng.integers(len(source)))])
            for _ in range(SQUARES):
                square, kept = cut(rng, picture, rows, self.size)
                yield coloured(rng, worn(rng, square)), encode(kept, self.size)

    def __iter__(self):
        """Batches (pictures, score maps, weights, shafts, answers), the squares shuffled over some hundred."""
        cv2.setNumThreads(1)
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        source = self._squares(rng)
        held = [next(source) for _ in range(self.batch * 4)]
        while True:
            batch = []
            for _ in range(self.batch):
                place = int(rng.integers(len(held)))
                batch.append(held[place])
                held[place] = next(source)
            answers = [
                np.concatenate([np.full((len(truth[3]), 1), number, np.float32), truth[3]], 1)
                for number, (_, truth) in enumerate(batch)
            ]
            yield (
                torch.from_numpy(np.stack([square for square, _ in batch])),
                *(torch.from_numpy(np.stack([truth[i] for _, truth in batch])) for i in (0, 1, 2)),
                torch.from_numpy(np.concatenate(answers)),
            )
