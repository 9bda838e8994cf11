"""Writes a network as ONNX without the package onnx: the few fields of its schema, onnx.proto, that a network needs.

The same network gives the same bytes, so that its file can be known by a checksum.
"""

import struct

# of TensorProto.DataType and AttributeProto.AttributeType
FLOAT, INT = 1, 7
KIND_FLOAT, KIND_INT, KIND_INTS = 1, 2, 7
IR_VERSION, OPSET = 8, 17


def _number(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def _int(field, value):
    return _number(field << 3) + _number(value)


def _bytes(field, value):
    value = value.encode() if isinstance(value, str) else value
    return _number(field << 3 | 2) + _number(len(value)) + value


def _attribute(name, value):
    """An attribute of an operator: a float, a whole number, or a list of them."""
    if isinstance(value, float):
        return _bytes(1, name) + _number(2 << 3 | 5) + struct.pack("<f", value) + _int(20, KIND_FLOAT)
    if isinstance(value, int):
        return _bytes(1, name) + _int(3, value) + _int(20, KIND_INT)
    return _bytes(1, name) + b"".join(_int(8, entry) for entry in value) + _int(20, KIND_INTS)


def _value(name, shape):
    """An input or output: floats of a shape."""
    sides = b"".join(_bytes(1, _int(1, side)) for side in shape)
    return _bytes(1, name) + _bytes(2, _bytes(1, _int(1, FLOAT) + _bytes(2, sides)))


class Network:
    """Operators in their order, with their constants."""

    def __init__(self):
        self.nodes, self.constants, self.count = [], [], 0

    def constant(self, name, shape, data):
        """32-bit floats under a name, as the bytes that they have in memory."""
        sides = b"".join(_int(1, side) for side in shape)
        self.constants.append(sides + _int(2, FLOAT) + _bytes(8, name) + _bytes(9, data))
        return name

    def add(self, kind, *inputs, output=None, **attributes):
        """An operator on what others gave; the name of what it gives."""
        self.count += 1
        output = output or f"{kind.lower()}_{self.count}"
        named = b"".join(_bytes(5, _attribute(name, value)) for name, value in sorted(attributes.items()))
        read = b"".join(_bytes(1, name) for name in inputs)
        self.nodes.append(read + _bytes(2, output) + _bytes(3, output) + _bytes(4, kind) + named)
        return output

    def model(self, name, inputs, outputs, metadata):
        """The whole file; inputs and outputs are shapes by names."""
        graph = b"".join(_bytes(1, node) for node in self.nodes) + _bytes(2, name)
        graph += b"".join(_bytes(5, constant) for constant in self.constants)
        graph += b"".join(_bytes(11, _value(*entry)) for entry in inputs.items())
        graph += b"".join(_bytes(12, _value(*entry)) for entry in outputs.items())
        model = _int(1, IR_VERSION) + _bytes(2, "quiver") + _bytes(7, graph) + _bytes(8, _bytes(1, "") + _int(2, OPSET))
        return model + b"".join(_bytes(14, _bytes(1, key) + _bytes(2, value)) for key, value in metadata.items())
