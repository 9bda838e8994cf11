"""A TFLite model with plain operators in place of MediaPipe's Convolution2DTransposeBias: `plain MODEL NEW`.

OpenVINO knows a transposed convolution and an addition, and not the two in one under MediaPipe's own name. The new
file is a short front and, after it, the old file byte by byte, weights included: offsets in a FlatBuffer only lead
forward, so that the front's tables can point into the old ones. The tables: TensorFlow's schema.fbs.
"""

import struct
import sys
from pathlib import Path

NAME = b"Convolution2DTransposeBias"
# of BuiltinOperator, BuiltinOptions and TensorType
ADD, TRANSPOSE_CONV, ADD_OPTIONS, TRANSPOSE_CONV_OPTIONS, INT32 = 0, 67, 11, 49, 2
# the padding SAME, as the operator's own options number it
SAME = 1


class Table:
    """A table of the old file."""

    def __init__(self, data, place):
        self.data, self.place = data, place

    def read(self, kind, place):
        return struct.unpack_from("<" + kind, self.data, place)[0]

    def field(self, number):
        """Where a field lies; None where it has its default."""
        layout = self.place - self.read("i", self.place)
        known = 4 + 2 * number < self.read("H", layout)
        offset = self.read("H", layout + 4 + 2 * number) if known else 0
        return self.place + offset if offset else None

    def number(self, number, kind="i"):
        place = self.field(number)
        return 0 if place is None else self.read(kind, place)

    def child(self, number):
        """Where what a field points to begins; None where there is nothing."""
        place = self.field(number)
        return None if place is None else place + self.read("I", place)

    def vector(self, number, kind="i"):
        place = self.child(number)
        count = 0 if place is None else self.read("I", place)
        return list(struct.unpack_from(f"<{count}{kind}", self.data, place + 4)) if count else []

    def tables(self, number):
        first = self.child(number) + 4
        return [Table(self.data, first + 4 * k + offset) for k, offset in enumerate(self.vector(number, "I"))]


class Part:
    """Bytes of the front, with the places in them that point to other parts, or to places of the old file."""

    def __init__(self, data, links=(), align=4, head=0, lead=0):
        # others point to the byte at `head`; the byte at `lead` is aligned
        self.data, self.links, self.align, self.head, self.lead, self.start = data, dict(links), align, head, lead, 0


def numbers(values, kind="i", align=4):
    """A vector of numbers."""
    return Part(struct.pack(f"<I{len(values)}{kind}", len(values), *values), align=align, lead=4)


def text(value):
    return Part(struct.pack("<I", len(value)) + value + b"\0")


def tables(targets):
    """A vector of tables."""
    links = {4 + 4 * k: target for k, target in enumerate(targets)}
    return Part(struct.pack("<I", len(targets)) + bytes(4 * len(targets)), links)


def table(*fields):
    """A table; a field is a number, None for its default, or what it points to in a list."""
    places = [0 if field is None else 4 + 4 * sum(f is not None for f in fields[:k]) for k, field in enumerate(fields)]
    size = 4 + 4 * sum(field is not None for field in fields)
    head = struct.pack(f"<{2 + len(places)}H", 4 + 2 * len(places), size, *places)
    head += bytes(-len(head) % 4)
    values = [0 if isinstance(field, list) else field for field in fields if field is not None]
    links = {len(head) + at: field[0] for at, field in zip(places, fields) if isinstance(field, list)}
    return Part(head + struct.pack(f"<{1 + len(values)}i", len(head), *values), links, head=len(head))


def joined(root, old):
    """The front's parts, each before what it points to, and after them the old file."""
    parts, size = [root], 8
    for part in parts:
        parts += [target for target in part.links.values() if isinstance(target, Part)]
        size += -(size + part.lead) % part.align
        part.start = size
        size += len(part.data)
    front = bytearray(size + -size % 16)
    struct.pack_into("<I4s", front, 0, root.start + root.head, old[4:8])
    for part in parts:
        front[part.start : part.start + len(part.data)] = part.data
        for at, target in part.links.items():
            place = len(front) + target if isinstance(target, int) else target.start + target.head
            struct.pack_into("<I", front, part.start + at, place - part.start - at)
    return bytes(front) + old


def known(old_tables):
    """The places of tables of the old file."""
    return [item.place for item in old_tables]


def plain(old):
    """The bytes of the model with plain operators."""
    model = Table(old, struct.unpack_from("<I", old, 0)[0])
    codes, (graph,), buffers = model.tables(1), model.tables(2), model.tables(4)
    tensors, operators = graph.tables(0), graph.tables(3)
    custom = next(k for k, code in enumerate(codes) if old[code.child(1) or 0 :].startswith(text(NAME).data))
    add = next(k for k, code in enumerate(codes) if max(code.number(0, "b"), code.number(3)) == ADD)
    (place,) = (k for k, operator in enumerate(operators) if operator.number(0, "I") == custom)
    (picture, kernel, bias), (result,) = operators[place].vector(1), operators[place].vector(2)
    padding, width, height = struct.unpack("<3i", bytes(operators[place].vector(5, "B")))
    if padding != SAME:
        raise ValueError("the model is another one than the one that this was written for")

    size, between = len(tensors), len(tensors) + 1
    shape = tensors[result].vector(0)
    new_tensors = [
        table([numbers([len(shape)])], INT32, len(buffers), [text(b"plain/size")]),
        table([numbers(shape)], None, None, [text(b"plain/without_bias")]),
    ]
    steps = table(None, width, height)
    new_operators = [
        table(custom, [numbers([size, kernel, picture])], [numbers([between])], TRANSPOSE_CONV_OPTIONS, [steps]),
        table(add, [numbers([between, bias])], [numbers([result])], ADD_OPTIONS, [table()]),
    ]
    new_codes = known(codes)
    new_codes[custom] = table(TRANSPOSE_CONV, None, 1, TRANSPOSE_CONV)
    new_graph = table(
        [tables(known(tensors) + new_tensors)],
        [graph.child(1)],
        [graph.child(2)],
        [tables(known(operators[:place]) + new_operators + known(operators[place + 1 :]))],
    )
    new_buffer = table([numbers(struct.pack(f"<{len(shape)}i", *shape), "B", align=16)])
    kept = {number: [at] for number in (3, 5, 6, 7) if (at := model.child(number)) is not None}
    root = table(
        model.number(0),
        [tables(new_codes)],
        [tables([new_graph])],
        kept.get(3),
        [tables([*known(buffers), new_buffer])],
        *(kept.get(number) for number in (5, 6, 7)),
    )
    return joined(root, old)


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(plain(Path(sys.argv[1]).read_bytes()))
