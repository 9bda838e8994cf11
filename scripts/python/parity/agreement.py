"""How well findings agree with the trainer's: pairs, what is measured on each, and a row of the table for each
model."""

from dataclasses import dataclass, field

import numpy as np

from . import rle
from .reference import overlaps
from .trainer import LIMIT, enlarged

# a finding above SURE needs a partner on the other side: same class, boxes that overlap by PARTNER
SURE, PARTNER, SHARE = 0.4, 0.9, 0.99
# what 95 of 100 pairs have to reach; a network magnifies a level of difference in its input now and then
MASK, PIXELS = 0.99, 1.0
HEAD = (
    "| model | what | photos with findings | findings | sure, with a partner | median | 95 of 100 | worst | asked | "
    "holds |\n"
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |"
)


def distance(ours, theirs, what, size):
    """The largest distance of corresponding points in pixels."""
    one, other = np.asarray(getattr(ours, what))[:, :2], np.asarray(getattr(theirs, what))[:, :2]
    if what == "keypoints":
        # the reference clips joints to the photo, records do not
        one = np.clip(one, 0, size[::-1])
        return float(np.hypot(*(one - other).T).max())
    # which corner is first is a matter of taste
    return min(float(np.hypot(*(np.roll(one, turn, 0) - other).T).max()) for turn in range(4))


def pairs(ours, theirs):
    """Pairs of findings of one class, the best overlap first; and the numbers of sure ones, and of those with a
    partner."""
    if not ours or not theirs:
        alone = [answer for answer in ours + theirs if answer.confidence > SURE]
        return [], len(alone), 0
    match = overlaps(np.array([a.box for a in ours], float), np.array([a.box for a in theirs], float))
    match *= np.equal.outer([a.label for a in ours], [a.label for a in theirs])
    chosen, free = [], [set(range(len(ours))), set(range(len(theirs)))]
    for row, column in zip(*np.unravel_index(np.argsort(-match, axis=None, kind="stable"), match.shape)):
        if match[row, column] < PARTNER:
            break
        if row in free[0] and column in free[1]:
            free[0].remove(row)
            free[1].remove(column)
            chosen.append((ours[row], theirs[column]))
    # a list that is full ends with a confidence of its own: what lies near that may be in one and not in the other
    edge = max([SURE] + [min(a.confidence for a in side) + 0.05 for side in (ours, theirs) if len(side) >= LIMIT])
    sure = [sum(a.confidence > edge for a in side) for side in (ours, theirs)]
    alone = [sum(side[i].confidence > edge for i in left) for side, left in zip((ours, theirs), free)]
    return chosen, sum(sure), sum(sure) - sum(alone)


@dataclass
class Agreement:
    """What was compared of one model."""

    model: str
    task: str
    compares: bool
    values: dict[str, list] = field(default_factory=dict)
    findings: list[int] = field(default_factory=list)
    sure: int = 0
    paired: int = 0
    remarks: list[str] = field(default_factory=list)

    def add(self, photo, size, expected, found):
        """Compares one photo of a size (height, width); a sentence instead of findings says why there are none."""
        self.findings.append(len(expected))
        if not self.compares:
            return
        if isinstance(found, str):
            self.remarks.append(f"{photo}: {found}")
            found = []
        chosen, sure, paired = pairs(found, expected)
        self.sure, self.paired = self.sure + sure, self.paired + paired
        for ours, theirs in chosen:
            if self.task == "segment":
                plain = enlarged(theirs.plain, theirs.mask.shape)
                self.note("mask, native", rle.overlap(ours.mask, theirs.mask) if same(ours, theirs) else 0.0)
                self.note("mask, plain", rle.overlap(ours.mask, plain) if same(ours, theirs) else 0.0)
            else:
                what = {"pose": "keypoints", "obb": "corners"}[self.task]
                self.note(what, distance(ours, theirs, what, size))

    def note(self, what, value):
        """One value of one pair."""
        self.values.setdefault(what, []).append(value)

    def report(self):
        """Prints the rows of the model; whether what is asked holds."""
        number = f"{sum(map(bool, self.findings))} of {len(self.findings)} | {sum(self.findings)}"
        if not self.compares:
            print(f"| {self.model} | tensors kept | {number} | | | | | | |", flush=True)
            return True
        holds = not self.remarks and self.paired >= SHARE * self.sure > 0
        print(
            f"| {self.model} | findings | {number} | {self.paired} of {self.sure} | | | | ≥ {SHARE:.0%} | "
            f"{word(holds)} |"
        )
        for what, values in self.values.items():
            is_mask = what.startswith("mask")
            worst = (min if is_mask else max)(values)
            middle, most = np.median(values), np.percentile(values, 5 if is_mask else 95)
            fine = most >= MASK if is_mask else most <= PIXELS
            # the trainer's default has a grain of its own; it is told, not asked
            asked = "" if what == "mask, plain" else f"IoU ≥ {MASK}" if is_mask else f"≤ {PIXELS:g} px"
            holds &= bool(fine) or not asked
            numbers = " | ".join(f"{value:.4f}" for value in (middle, most, worst))
            print(
                f"| {self.model} | {what} | | {len(values)} | | {numbers} | {asked} | {word(fine) if asked else ''} |"
            )
        for remark in self.remarks:
            print(f"- {remark}", flush=True)
        return holds


def same(ours, theirs):
    """Whether two masks are of one size."""
    return ours.mask.shape == theirs.mask.shape


def word(holds):
    """Yes or no."""
    return "yes" if holds else "NO"
