"""How far findings on people are from the original's: what differs in a photo, and the table of all."""

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from . import rle
from .original import Photo

TITLES = {
    "faces": "faces (short range)",
    "faces-full": "faces (full range)",
    "mesh": "face meshes",
    "hands": "hands",
    "pose": "people",
}
MEDIAN, HIGH = 0.003, 0.01
MASK = 0.98
PROBABILITY = 0.01
# further apart than this share of its size, two things are not the same one
SAME = 0.5


def pairs(expected, found):
    """Pairs of things by where they are, the nearest first: indexes, and the errors of the points that count."""
    near = []
    for row, theirs in enumerate(expected):
        for column, mine in enumerate(found):
            if len(mine.points) == len(theirs.points):
                errors = np.hypot(*(mine.points - theirs.points).T)[theirs.counts] / theirs.size
                near.append((float(np.median(errors)), row, column, errors))
    taken, chosen = (set(), set()), []
    for distance, row, column, errors in sorted(near, key=lambda n: n[:3]):
        if distance <= SAME and row not in taken[0] and column not in taken[1]:
            taken[0].add(row)
            taken[1].add(column)
            chosen.append((row, column, errors))
    return chosen


@dataclass
class Comparison:
    """Everything that was compared so far."""

    errors: dict[str, list] = field(default_factory=lambda: defaultdict(list))
    counts: dict[str, list] = field(default_factory=lambda: defaultdict(list))
    overlaps: list[float] = field(default_factory=list)
    sides: list[bool] = field(default_factory=list)
    firsts: list[bool] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    strangers: list[int] = field(default_factory=list)
    records: list[bool] = field(default_factory=list)
    remarks: list[tuple[str, bool, list[str]]] = field(default_factory=list)

    def add(self, expected: Photo, found: Photo | str, has_profile: bool):
        """Compares one photo; a sentence instead of findings says why there are none."""
        notes = [found] if isinstance(found, str) else []
        mine = Photo(expected.name) if isinstance(found, str) else found
        self.records.append(not notes)
        for kind in TITLES:
            notes += self._things(kind, expected.things[kind], mine.things.get(kind, []))
        notes += self._mask(expected.mask, mine.mask) + self._classes(expected.classes, mine.classes)
        if "negative" in expected.kinds:
            kinds = [kind for kind in TITLES if not expected.things[kind]]
            self.strangers.append(sum(len(mine.things.get(kind, [])) for kind in kinds))
        if notes:
            self.remarks.append((expected.name, has_profile, notes))

    def _things(self, kind, expected, found):
        matched, notes = pairs(expected, found), []
        self.counts[kind].append(len(expected) == len(found) == len(matched))
        if not self.counts[kind][-1]:
            notes.append(f"{TITLES[kind]}: {len(found)} instead of {len(expected)}, {len(matched)} at the same place")
        for row, column, errors in matched:
            self.errors[kind].extend(errors)
            middle, high = np.median(errors), np.percentile(errors, 95)
            if middle > MEDIAN or high > HIGH:
                notes.append(f"{TITLES[kind]}: points off by {middle:.2%} (median), {high:.2%} (95 of 100)")
            if kind == "hands":
                self.sides.append(expected[row].label == found[column].label)
                if not self.sides[-1]:
                    notes.append(f"hands: {found[column].label} instead of {expected[row].label}")
        return notes

    def _mask(self, expected, found):
        if expected is None:
            return [] if found is None else ["mask: there is one, and none in the original"]
        fits = found is not None and found.shape == expected.shape
        self.overlaps.append(rle.overlap(expected, found) if fits else 0.0)
        return [] if self.overlaps[-1] >= MASK else [f"mask: IoU {self.overlaps[-1]:.4f}"]

    def _classes(self, expected, found):
        (first, probability), (name, chance) = expected[0], found[0] if found else ("nothing", 0.0)
        self.firsts.append(name == first)
        if name != first:
            return [f"first class: {name} {chance:.3f} instead of {first} {probability:.3f}"]
        self.chances.append(abs(chance - probability))
        return [f"{first}: {chance:.3f} instead of {probability:.3f}"] if self.chances[-1] > PROBABILITY else []

    def rows(self):
        """What is promised: title, number, what is asked, what is reached, whether it holds."""
        done = self.records
        yield "photos: done", len(done), "all", f"{sum(done)} of {len(done)}", all(done)
        for kind, title in TITLES.items():
            same = self.counts[kind]
            yield f"{title}: as many", len(same), "all photos", f"{sum(same)} of {len(same)}", all(same)
            errors = np.array(self.errors[kind] or [np.inf])
            reached = np.median(errors), np.percentile(errors, 95)
            asked = f"≤ {MEDIAN:.1%}, ≤ {HIGH:.0%}"
            fine = reached[0] <= MEDIAN and reached[1] <= HIGH
            told = f"{reached[0]:.3%}, {reached[1]:.3%}"
            yield f"{title}: points, median and 95 of 100", len(self.errors[kind]), asked, told, fine
        yield "hands: side", len(self.sides), "all", f"{sum(self.sides)} of {len(self.sides)}", all(self.sides)
        least, middle = min(self.overlaps, default=0), np.median(self.overlaps or [0])
        yield "people: mask, IoU", len(self.overlaps), f"≥ {MASK}", f"{least:.4f} (median {middle:.4f})", least >= MASK
        same = self.firsts
        yield "classes: first one", len(same), "all photos", f"{sum(same)} of {len(same)}", all(same)
        worst = max(self.chances, default=1)
        yield "classes: its probability", len(self.chances), f"± {PROBABILITY}", f"± {worst:.4f}", worst <= PROBABILITY
        strange = self.strangers
        yield "nobody where the original finds nobody", len(strange), "0", f"{sum(strange)}", not any(strange)

    def report(self):
        """Prints the table and the photos that differ; whether all promises hold."""
        holds = True
        print("| what | n | asked | reached | holds |\n| --- | ---: | --- | --- | --- |")
        for title, number, asked, reached, fine in self.rows():
            holds &= bool(fine)
            print(f"| {title} | {number} | {asked} | {reached} | {'yes' if fine else 'NO'} |")
        titles = {False: "Photos that differ", True: "Photos that differ and have a colour profile"}
        for profile, title in titles.items():
            chosen = [(name, notes) for name, has, notes in self.remarks if has == profile]
            print(f"\n{title}: {len(chosen) or 'none'}")
            for name, notes in chosen:
                print("\n".join([f"- {name}"] + [f"  - {note}" for note in notes]))
        return holds
