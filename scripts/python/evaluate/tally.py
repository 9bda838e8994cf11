"""Counting: shares, medians, and lines of tables."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Tally:
    """What was there, what was found, and how well."""

    photos: int = 0
    whole: int = 0
    faces: int = 0
    wanted: int = 0
    hits: int = 0
    false: int = 0
    exact: int = 0
    near: int = 0
    scored: int = 0
    wrong: int = 0
    wrong_marked: int = 0
    right_marked: int = 0
    centre: list = field(default_factory=list)
    rings: list = field(default_factory=list)
    types: list = field(default_factory=list)
    error: list = field(default_factory=list)
    misses: list = field(default_factory=list)

    def score(self, said, truths, marked):
        """Counts the score of a matched arrow; `truths` are the scores that are right (an X counts 10)."""
        self.scored += 1
        off = min(abs(said - truth) for truth in truths)
        self.exact += off == 0
        self.near += off <= 1
        self.wrong += off > 0
        self.wrong_marked += off > 0 and marked
        self.right_marked += off == 0 and marked

    def add(self, other):
        """Adds another tally to this one."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def review(self):
        """What was marked for review, in words."""
        wrong, right = f"{self.wrong_marked} of {self.wrong}", f"{self.right_marked} of {self.exact}"
        return f"Wrong scores marked for review: {wrong}; right ones marked: {right}."

    @property
    def recall(self):
        """Share of what was there that was found."""
        return share(self.hits, self.wanted)

    @property
    def precision(self):
        """Share of what was found that was there."""
        return share(self.hits, self.hits + self.false)


def share(part, whole):
    """A share as text."""
    return f"{part / whole:.3f}" if whole else "–"


def middle(values, at=50):
    """A percentile as text."""
    return f"{np.percentile(values, at):.4f}" if len(values) else "–"


def table(rows):
    """A Markdown table of rows that name their columns."""
    lines = ["| " + " | ".join(rows[0]) + " |", "| " + " | ".join("---" for _ in rows[0]) + " |"]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row.values()) + " |" for row in rows])
