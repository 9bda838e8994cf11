"""What `quiver model quantize` decides before NNCF begins: which models are refused, and what stays floats."""

import importlib.util
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

SCRIPT = Path(__file__).resolve().parents[2] / "quantizer/quantize.py"
SPEC = importlib.util.spec_from_file_location("quantize", SCRIPT)
quantize = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(quantize)


class Layer:
    """A layer of a model as far as the script looks at one."""

    def __init__(self, kind, name, *sources, shape=(8, 8, 3, 3), number="f32"):
        self.kind, self.name, self.sources, self.shape, self.number = kind, name, sources, shape, number
        self.readers = []
        for source in sources:
            source.readers.append(self)

    def get_type_name(self):
        return self.kind

    def get_friendly_name(self):
        return self.name

    def get_node(self):
        return self

    def input_values(self):
        return self.sources

    def input_value(self, index):
        return self.sources[index]

    def outputs(self):
        return [self]

    def get_target_inputs(self):
        return self.readers

    def get_output_shape(self, _):
        return self.shape

    def get_output_element_type(self, _):
        return Type(self.number)


class Type:
    def __init__(self, name):
        self.name = name

    def get_type_name(self):
        return self.name


class Model:
    def __init__(self, *layers):
        self.layers = list(layers)

    def get_ordered_ops(self):
        return self.layers


def detector(number="f32", kind="Convolution", shape=(8, 8, 3, 3)):
    """A body, two heads, and the arithmetic of boxes behind one, with a small sum of distances in it."""
    photo = Layer("Parameter", "photo")
    weights = [Layer("Constant", f"w{index}", number=number, shape=shape) for index in range(3)]
    packed = Layer("Convert", "unpacked", weights[0])
    body = Layer(kind, "body", photo, packed)
    bend = Layer("Swish", "bend", body)
    boxes, scores = Layer(kind, "boxes", bend, weights[1]), Layer(kind, "scores", bend, weights[2])
    few = Layer("Constant", "few", shape=(1, 16, 1, 1))
    distance = Layer(kind, "distance", Layer("Softmax", "shares", boxes), few)
    shares = distance.sources[0]
    sure = Layer("Sigmoid", "sure", scores)
    joined = Layer("Concat", "joined", distance, sure)
    end = Layer("Result", "end", joined)
    layers = [photo, *weights, packed, body, bend, boxes, scores, few, shares, distance, sure, joined, end]
    return Model(*layers)


class Refusals(unittest.TestCase):
    def test_a_plain_model_is_taken(self):
        quantize.check(detector())

    def test_what_would_gain_nothing_is_refused(self):
        done = detector()
        done.layers.append(Layer("FakeQuantize", "step"))
        for model, words in (
            (done, "quantized already"),
            (detector(number="i8"), "integers already"),
            (detector(shape=(1, 1)), "no layer with weights"),
            (detector(kind="Add"), "no layer with weights"),
        ):
            with self.assertRaisesRegex(quantize.Refused, words):
                quantize.check(model)


class Endings(unittest.TestCase):
    def test_the_arithmetic_behind_the_last_layers_stays_floats(self):
        self.assertEqual(set(quantize.ending(detector(), False)), {"shares", "distance", "sure", "joined"})

    def test_the_last_layers_may_stay_floats_too(self):
        kept = set(quantize.ending(detector(), True))
        self.assertEqual(kept, {"shares", "distance", "sure", "joined", "boxes", "scores"})

    def test_attention_multiplies_results(self):
        photo = Layer("Parameter", "photo")
        layers = [Layer("MatMul", f"m{index}", photo, photo) for index in range(4)]
        self.assertTrue(quantize.is_transformer(layers))
        self.assertFalse(quantize.is_transformer(detector().get_ordered_ops()))


class Inputs(unittest.TestCase):
    def setUp(self):
        self.file = Path(self.enterContext(TemporaryDirectory())) / "000000.rgb"
        self.file.write_bytes(bytes(range(12)))
        self.job = {"width": 2, "height": 2, "order": "NCHW", "takesBytes": False}
        self.job |= {"mean": [0, 0, 0.5], "deviation": [1, 2, 1]}

    def test_values_are_parts_of_one_less_the_mean(self):
        seen = quantize.photo(self.job, self.file, np.float32)
        self.assertEqual(seen.shape, (1, 3, 2, 2))
        np.testing.assert_allclose(seen[0, 0].ravel(), np.array([0, 3, 6, 9]) / 255, atol=1e-7)
        np.testing.assert_allclose(seen[0, 1].ravel(), np.array([1, 4, 7, 10]) / 510, atol=1e-7)
        np.testing.assert_allclose(seen[0, 2].ravel(), np.array([2, 5, 8, 11]) / 255 - 0.5, atol=1e-7)

    def test_a_model_of_bytes_gets_them(self):
        self.job |= {"takesBytes": True, "order": "NHWC"}
        seen = quantize.photo(self.job, self.file, np.uint8)
        self.assertEqual((seen.shape, seen.dtype), ((1, 2, 2, 3), np.uint8))
        self.assertEqual(seen.ravel().tolist(), list(range(12)))


if __name__ == "__main__":
    unittest.main()
