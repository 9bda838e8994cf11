"""How far two texts are apart."""

import re
from collections import Counter

import numpy as np


def edits(one, other):
    """The letters to change, put in or leave out to make one text of the other (Levenshtein)."""
    letters = np.frombuffer(other.encode("utf-32-le"), np.uint32)
    steps = np.arange(len(letters) + 1)
    row = steps.copy()
    for index, letter in enumerate(np.frombuffer(one.encode("utf-32-le"), np.uint32), 1):
        below = np.empty_like(row)
        below[0] = index
        below[1:] = np.minimum(row[1:] + 1, row[:-1] + (letters != letter))
        # What is put in from the left: the least of all places before, and the way from there.
        row = np.minimum.accumulate(below - steps) + steps
    return int(row[-1])


def error_rate(read, truth):
    """The edits from what was read to the truth, as a share of the truth's letters; any space counts once."""
    read, wanted = " ".join(read.split()), " ".join(truth.split())
    return edits(read, wanted) / max(len(wanted), 1)


def whole_words(text):
    """A text in which no hyphen parts a word at a line's end."""
    return re.sub(r"-\s*\n\s*(?=[a-zß-ÿ])", "", text)


def words_in_common(read, truth):
    """The words of one text that are in the other, in whichever order: F1, 1 where neither has any."""
    one, other = Counter(read.split()), Counter(truth.split())
    all_of_them = one.total() + other.total()
    return 2 * (one & other).total() / all_of_them if all_of_them else 1


def similarity(one, other):
    """1 for the same text, 0 for one that has nothing in common with it."""
    return 1 - edits(one, other) / max(len(one), len(other), 1)
