"""Masks as COCO writes them: lengths of runs down the columns, packed into a text."""

import numpy as np


def unpack(text):
    """The lengths of the runs: of zeros, of ones, of zeros and so on."""
    counts, place = [], 0
    while place < len(text):
        value = shift = 0
        more = True
        while more:
            five = ord(text[place]) - 48
            value |= (five & 0x1F) << shift
            more, shift, place = bool(five & 0x20), shift + 5, place + 1
            if not more and five & 0x10:
                value |= -1 << shift
        # from the fourth on each run is told as the change to the one before the last
        counts.append(value + counts[-2] if len(counts) > 2 else value)
    return counts


def pack(counts):
    """The text of such lengths."""
    text = []
    for index, count in enumerate(counts):
        value, more = count - counts[index - 2] if index > 2 else count, True
        while more:
            five, value = value & 0x1F, value >> 5
            more = value != (-1 if five & 0x10 else 0)
            text.append(chr((five | 0x20 if more else five) + 48))
    return "".join(text)


def decode(mask):
    """The picture [height, width] of true and false that `{size: [height, width], counts: text}` stands for."""
    height, width = mask["size"]
    counts = unpack(mask["counts"])
    if sum(counts) != height * width:
        raise ValueError(f"the runs of a mask add up to {sum(counts)} pixels, its size is {height} x {width}")
    values = np.arange(len(counts)) % 2 == 1
    return np.repeat(values, counts).reshape(width, height).T


def encode(picture):
    """What stands for a picture of true and false."""
    flat = np.asarray(picture, bool).T.ravel()
    edges = np.flatnonzero(np.diff(flat)) + 1
    counts = np.diff(np.concatenate([[0], edges, [flat.size]])).tolist()
    return {"size": list(picture.shape), "counts": pack([0] + counts if flat.size and flat[0] else counts)}


def overlap(one, other):
    """IoU of two pictures of true and false; 1 where both are empty."""
    union = np.count_nonzero(one | other)
    return np.count_nonzero(one & other) / union if union else 1.0
