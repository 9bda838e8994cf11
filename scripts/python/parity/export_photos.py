"""What readers of data sets share: the contents of photos, and the parts that they are divided into."""

import hashlib
from pathlib import Path

import numpy as np

PARTS = ("train", "val", "test")


def hashed(path):
    """The photo's content, by which it is known in every data set."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def parts_of(folder):
    """The parts with photos that a folder of photos is divided into: names and folders."""
    return [(part, folder / part) for part in PARTS if any((folder / part).glob("*"))] or [(None, folder)]


def photo(path, part, labels):
    """A photo of a data set."""
    return {"content": hashed(path), "part": part, "labels": labels}


def listed(values):
    """Numbers as lists of Python's own, for JSON."""
    return np.asarray(values, float).tolist()
