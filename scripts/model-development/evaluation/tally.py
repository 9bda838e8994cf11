"""Counting: shares, medians, and lines of tables."""

import itertools
from dataclasses import dataclass, field

import numpy as np

# of confidences, for the reliability table
BINS = (0, 0.35, 0.5, 0.65, 0.8, 0.9, 1.01)


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
    invented_marked: int = 0
    ends: int = 0
    right_ends: int = 0
    centre: list = field(default_factory=list)
    rings: list = field(default_factory=list)
    types: list = field(default_factory=list)
    error: list = field(default_factory=list)
    misses: list = field(default_factory=list)
    # confidence, and whether it was an arrow, of everything that was called one
    claims: list = field(default_factory=list)

    def score(self, said, truths, marked):
        """Counts the score of a matched arrow; `truths` are the scores that are right (an X counts 10)."""
        self.scored += 1
        off = min(abs(said - truth) for truth in truths)
        self.exact += off == 0
        self.near += off <= 1
        self.wrong += off > 0
        self.wrong_marked += off > 0 and marked
        self.right_marked += off == 0 and marked

    def claim(self, confidence, is_arrow, marked):
        """Counts something that was called an arrow, on a photo whose arrows are all labelled."""
        self.claims.append((confidence, is_arrow))
        self.invented_marked += marked and not is_arrow

    def add(self, other):
        """Adds another tally to this one."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def review(self):
        """What was marked for review, in words."""
        wrong, right = f"{self.wrong_marked} of {self.wrong}", f"{self.right_marked} of {self.exact}"
        text = f"Wrong scores marked for review: {wrong}; right ones marked: {right}."
        if self.claims:
            invented = sum(not is_arrow for _, is_arrow in self.claims)
            text += f" Invented arrows marked for review: {self.invented_marked} of {invented}."
        if self.ends:
            text += f" Whole ends right (count and every place): {self.right_ends} of {self.ends}."
        return text

    @property
    def reliability(self):
        """Of what was called an arrow with such a confidence, how much was one: a Markdown table."""
        rows = []
        for low, high in itertools.pairwise(BINS):
            part = [claim for claim in self.claims if low <= claim[0] < high]
            if part:
                mean = sum(confidence for confidence, _ in part) / len(part)
                true = share(sum(is_arrow for _, is_arrow in part), len(part))
                rows.append(
                    {"confidence": f"{low}–{min(high, 1)}", "arrows": len(part), "said": f"{mean:.2f}", "true": true}
                )
        return table(rows) if rows else ""

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
