"""Reads the numbers in a file that PyTorch saved before its version 1.6, without PyTorch.

Such a file is pickles one after the other: a magic number, the version, the machine, the tensors, the names of their
storages; then each storage, its count before its bytes. Nothing that a pickle names is loaded but what is listed here.
"""

import array
import collections
import io
import pickle
import struct
from dataclasses import dataclass

MAGIC = 0x1950A86A20F9469CFC6C


@dataclass
class Tensor:
    """Numbers of 32 or 64 bits as they lie in the file, row by row."""

    kind: str
    shape: tuple[int, ...]
    data: bytes


@dataclass
class _Place:
    """A tensor whose storage has not been read yet."""

    storage: tuple
    offset: int
    shape: tuple[int, ...]
    steps: tuple[int, ...]


def _place(storage, offset, shape, steps, *_):
    return _Place(storage, offset, tuple(shape), tuple(steps))


# What a file of weights may name, and what stands in its place.
KNOWN = {
    ("collections", "OrderedDict"): collections.OrderedDict,
    ("torch._utils", "_rebuild_tensor_v2"): _place,
    ("torch", "FloatStorage"): ("float32", 4),
    ("torch", "LongStorage"): ("int64", 8),
}


class _Reader(pickle.Unpickler):
    def find_class(self, module, name):
        if (module, name) not in KNOWN:
            raise pickle.UnpicklingError(f"a file of weights has no {module}.{name}")
        return KNOWN[module, name]

    def persistent_load(self, name):
        _, kind, key, _, count, view = name
        if view is not None:
            raise pickle.UnpicklingError("storages that are parts of others are not known")
        return kind, key, count


def _next(file):
    return _Reader(file).load()


def _read(data):
    """Where the tensors lie, the bytes of the storages, and where in the file each storage begins."""
    file = io.BytesIO(data)
    if _next(file) != MAGIC:
        raise pickle.UnpicklingError("this is no file of weights of PyTorch before 1.6")
    _next(file), _next(file)
    places, keys = _next(file), _next(file)
    kinds = {place.storage[1]: place.storage[0] for place in places.values()}
    storages, starts = {}, {}
    for key in keys:
        (count,) = struct.unpack("<q", file.read(8))
        starts[key] = file.tell()
        storages[key] = file.read(count * kinds[key][1])
    return places, storages, starts


def weights(data):
    """The tensors of a file by their names."""
    places, storages, _ = _read(data)
    return {name: _tensor(place, storages) for name, place in places.items()}


def places(data):
    """Of each tensor of 32-bit numbers: where it begins in the file, its sides, the steps along them, its bytes."""
    found, storages, starts = _read(data)
    for place in found.values():
        (kind, width), key, _ = place.storage
        if kind == "float32":
            yield starts[key] + place.offset * width, place.shape, place.steps, _tensor(place, storages).data


def _tensor(place, storages):
    (kind, width), key, _ = place.storage
    numbers = array.array("I" if width == 4 else "Q", storages[key])
    # Sides of one take no step, so that what is left are long rows.
    sides = [(side, step) for side, step in zip(place.shape, place.steps) if side > 1]
    last = place.offset + sum((side - 1) * step for side, step in sides)
    if not 0 <= place.offset <= last < len(numbers):
        raise pickle.UnpicklingError("a tensor is cut off")
    return Tensor(kind, place.shape, b"".join(_rows(numbers, place.offset, sides)))


def _rows(numbers, start, sides):
    """The rows of a tensor one after the other, however they lie."""
    if not sides:
        yield numbers[start : start + 1].tobytes()
    elif len(sides) == 1:
        ((side, step),) = sides
        yield numbers[start : start + (side - 1) * step + 1 : step].tobytes()
    else:
        (side, step), *rest = sides
        for index in range(side):
            yield from _rows(numbers, start + index * step, rest)
