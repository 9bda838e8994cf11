"""What campaigns make and compare; needs the standard library alone."""

import itertools
import json
import random
import struct
import unittest
import zlib
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from campaign import bench, mutate, photoruns, pictures, stage, structure


class Pictures(unittest.TestCase):
    def test_a_png_has_chunks_with_their_sums_and_rows_of_its_size(self):
        data, at, packed = pictures.png(5, 3), 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at : at + 8])
            body = data[at + 8 : at + 8 + length]
            self.assertEqual(data[at + 8 + length : at + 12 + length], struct.pack(">I", zlib.crc32(kind + body)))
            packed += body if kind == b"IDAT" else b""
            at += 12 + length
        self.assertEqual(len(zlib.decompress(packed)), 3 * (1 + 5 * 3))

    def test_zeros_are_as_many_as_asked_for(self):
        count, inflater, seen = 1 << 25, zlib.decompressobj(), 0
        data = b"\x78\x9c" + pictures.zeros(count)[2:]
        for start in range(0, len(data), 4096):
            block = inflater.decompress(data[start : start + 4096])
            self.assertFalse(any(block[::4097]))
            seen += len(block)
        self.assertEqual((seen, inflater.eof), (count, True))

    def test_a_tiff_names_its_size_in_either_order(self):
        for order, mark in (("<", b"II"), (">", b"MM")):
            data = pictures.tiff(6, 4, order=order)
            self.assertEqual(data[:2], mark)
            first = struct.unpack(order + "I", data[4:8])[0]
            _, _, _, width = struct.unpack(order + "HHII", data[first + 2 : first + 14])
            self.assertEqual(width, 6)


class Mutants(unittest.TestCase):
    SEEDS: ClassVar = {"a.png": pictures.png(8, 8), "b.gif": pictures.gif(8, 8), "c.tiff": pictures.tiff(8, 8)}

    def first(self, number, count=200):
        return list(itertools.islice(mutate.mutants(self.SEEDS, number), count))

    def test_the_same_seed_gives_the_same_files_and_no_two_are_alike(self):
        one = self.first(1)
        self.assertEqual(one, self.first(1))
        self.assertNotEqual(one, self.first(2))
        self.assertEqual(len({mutant.data for mutant in one}), len(one))

    def test_files_stay_short_and_keep_their_ending(self):
        for mutant in self.first(3):
            self.assertTrue(0 < len(mutant.data) <= mutate.LONGEST)
            self.assertEqual(mutant.name.rpartition(".")[2], mutant.seed.rpartition(".")[2])

    def test_a_number_is_written_inside_the_file_only(self):
        data = bytearray(6)
        structure.put(data, 4, 2, "big", 0x1FFFF)
        structure.put(data, 5, 2, "big", 1)
        structure.put(data, -1, 2, "big", 1)
        self.assertEqual(data, b"\0\0\0\0\xff\xff")

    def test_every_kind_of_fault_changes_files(self):
        rng, seed = random.Random(5), self.SEEDS["a.png"]
        for fault in mutate.BLIND:
            changed = 0
            for _ in range(20):
                data = bytearray(seed)
                fault(rng, data, self.SEEDS["b.gif"])
                changed += data != seed
            self.assertGreater(changed, 10, fault.__name__)


class Records(unittest.TestCase):
    def test_what_two_runs_need_not_share_is_left_out(self):
        record = dict.fromkeys(bench.VOLATILE, 1) | {"state": "done", "results": [{"timings": 3, "boxes": [1]}]}
        self.assertEqual(bench.lasting(record), {"state": "done", "results": [{"boxes": [1]}]})

    def test_records_are_known_by_their_paths_and_staging_is_none_of_them(self):
        with TemporaryDirectory() as name:
            folder = Path(name)
            for path in ("a/b.jpg.json", ".quiver-staging/c.json"):
                (folder / path).parent.mkdir()
                (folder / path).write_text(json.dumps({"path": path}))
            (folder / ".quiver-1.tmp").touch()
            self.assertEqual(bench.records(folder), {"a/b.jpg.json": {"path": "a/b.jpg.json"}})
            self.assertEqual(bench.leftovers(folder), [str(folder / ".quiver-1.tmp")])

    def test_an_ending_is_the_error_or_the_state(self):
        self.assertEqual(photoruns.ending({"error": {"code": "broken"}, "state": "failed"}), "broken")
        self.assertEqual(photoruns.ending({"error": None, "state": "done"}), "done")
        self.assertEqual(photoruns.words(Counter(done=3, broken=5, lost=1), most=2), "5 broken, 3 done")

    def test_a_row_says_what_was_broken_and_fits_a_table(self):
        def scene():
            """Nothing is
            lost."""

        row = stage.result(scene, "a|b", "proof", "3 done", ["one\nlost"])
        self.assertEqual((row.promise, row.fault, row.kept), ("Nothing is lost", "a/b", False))
        self.assertIn("BROKEN: one lost", row.figure)
        self.assertTrue(stage.result(scene, "", "", "", []).kept)


if __name__ == "__main__":
    unittest.main()
