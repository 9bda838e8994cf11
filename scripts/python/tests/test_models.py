"""What makes public models ready."""

import collections
import io
import pickle
import struct
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import numpy as np

from models import torch_file
from models.onnx_file import Network, _number


class _Torch:
    """Stands for what a file names of torch while it is written."""

    def __init__(self, module, name):
        self.__module__, self.__qualname__, self.__name__ = module, name, name

    def __reduce__(self):
        return self.__qualname__


class TorchFiles(unittest.TestCase):
    def file(self, tensors, magic=torch_file.MAGIC):
        """Tensors as NumPy holds them, in the form that PyTorch saved before 1.6."""
        rebuild, storage = _Torch("torch._utils", "_rebuild_tensor_v2"), _Torch("torch", "FloatStorage")
        names = {rebuild: b"ctorch._utils\n_rebuild_tensor_v2\n", storage: b"ctorch\nFloatStorage\n"}

        class Writer(pickle._Pickler):
            def save(self, thing, save_persistent_id=True):
                if isinstance(thing, _Torch):
                    self.write(names[thing])
                elif isinstance(thing, tuple) and thing and thing[0] == "storage":
                    super().save(thing, save_persistent_id=False)
                    self.write(pickle.BINPERSID)
                elif isinstance(thing, np.ndarray):
                    base = thing if thing.base is None else thing.base
                    place = (thing.ctypes.data - base.ctypes.data) // 4
                    self.save(rebuild)
                    self.save(
                        (
                            ("storage", storage, str(id(base)), "cpu", base.size, None),
                            place,
                            thing.shape,
                            tuple(step // 4 for step in thing.strides),
                            False,
                            collections.OrderedDict(),
                        )
                    )
                    self.write(pickle.REDUCE)
                else:
                    super().save(thing, save_persistent_id)

        out = io.BytesIO()
        for part in (magic, 1001, {"little_endian": True}):
            pickle.dump(part, out, protocol=2)
        Writer(out, protocol=2).dump(collections.OrderedDict(tensors))
        bases = {str(id(b)): b for b in (t if t.base is None else t.base for t in tensors.values())}
        pickle.dump(list(bases), out, protocol=2)
        for base in bases.values():
            out.write(struct.pack("<q", base.size) + base.tobytes())
        return out.getvalue()

    def test_tensors_come_row_by_row_however_they_lie(self):
        base = np.arange(24, dtype=np.float32)
        cube = base.reshape(2, 3, 4)
        tensors = {"plain": cube, "turned": cube.transpose(2, 0, 1), "part": base[5:9], "one": base[7:8].reshape(1, 1)}
        found = torch_file.weights(self.file(tensors))
        self.assertEqual(list(found), list(tensors))
        for name, tensor in tensors.items():
            self.assertEqual((found[name].kind, found[name].shape), ("float32", tensor.shape))
            self.assertEqual(found[name].data, np.ascontiguousarray(tensor).tobytes(), name)

    def test_nothing_else_is_loaded(self):
        with self.assertRaises(pickle.UnpicklingError):
            torch_file.weights(self.file({}, magic=1))
        evil = pickle.dumps(torch_file.MAGIC, 2) + b"cos\nsystem\n(S'true'\ntR."
        with mock.patch("os.system") as system, self.assertRaisesRegex(pickle.UnpicklingError, "os.system"):
            torch_file.weights(evil)
        system.assert_not_called()

    def test_a_cut_file_is_refused(self):
        whole = self.file({"a": np.arange(9, dtype=np.float32)})
        with self.assertRaises((pickle.UnpicklingError, EOFError, ValueError)):
            torch_file.weights(whole[:-8])


class OnnxFiles(unittest.TestCase):
    def test_numbers_are_those_of_protobuf(self):
        self.assertEqual([_number(n) for n in (0, 1, 127, 128, 300)], [b"\0", b"\1", b"\x7f", b"\x80\1", b"\xac\2"])
        self.assertEqual(_number(-1), b"\xff" * 9 + b"\1")

    def test_opencv_computes_what_was_written(self):
        import cv2

        network = Network()
        weights = np.arange(2 * 1 * 3 * 3, dtype=np.float32).reshape(2, 1, 3, 3) / 10
        network.constant("w", weights.shape, weights.tobytes())
        pads = {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [0, 0, 1, 1], "group": 1}
        x = network.add("Conv", "input", "w", **pads)
        network.add("Relu", x, output="out")
        file = network.model("test", {"input": (1, 1, 4, 4)}, {"out": (1, 2, 2, 2)}, {"author": "nobody"})
        self.assertIn(b"author", file)
        picture = np.linspace(-1, 1, 16, dtype=np.float32).reshape(1, 1, 4, 4)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "model.onnx"
            path.write_bytes(file)
            net = cv2.dnn.readNetFromONNX(str(path))
        net.setInput(picture)
        wide = np.pad(picture[0, 0], ((0, 1), (0, 1)))
        for channel in range(2):
            for y in range(2):
                for x in range(2):
                    window = wide[2 * y : 2 * y + 3, 2 * x : 2 * x + 3]
                    wanted = max((window * weights[channel, 0]).sum(), 0)
                    self.assertAlmostEqual(float(net.forward()[0, channel, y, x]), float(wanted), places=5)


if __name__ == "__main__":
    unittest.main()
