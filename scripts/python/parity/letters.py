"""How far two texts are apart."""


def edits(one, other):
    """The letters to change, put in or leave out to make one text of the other (Levenshtein)."""
    row = list(range(len(other) + 1))
    for index, a in enumerate(one, 1):
        below = [index]
        for column, b in enumerate(other, 1):
            below.append(min(row[column] + 1, below[-1] + 1, row[column - 1] + (a != b)))
        row = below
    return row[-1]


def error_rate(read, truth):
    """The edits from what was read to the truth, as a share of the truth's letters; any space counts once."""
    read, wanted = " ".join(read.split()), " ".join(truth.split())
    return edits(read, wanted) / max(len(wanted), 1)


def similarity(one, other):
    """1 for the same text, 0 for one that has nothing in common with it."""
    return 1 - edits(one, other) / max(len(one), len(other), 1)
