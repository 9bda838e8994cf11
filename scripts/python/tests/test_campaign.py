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

from campaign import bench, hook_names, hook_receiver, hooks, mutate, photoruns, pictures, stage, structure
from campaign.history_check import Fate, check, read


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


class Histories(unittest.TestCase):
    """Two writers and one photo: what can have happened passes, and each thing that cannot is found."""

    DONE: ClassVar = {"path": "day/1.jpg", "id": 1, "state": "done", "isCurrent": True, "original": None}

    def judged(self, *lines, left="1.1 0", killed=0):
        """What the check finds: each line is a writer, begin and end in seconds, what was asked, and the answer."""
        with TemporaryDirectory() as folder:
            for number, (writer, begin, end, asked, answered) in enumerate(lines):
                with open(Path(folder, f"{writer}.jsonl"), "a") as file:
                    file.write(json.dumps({"n": number, "begin": begin * 10**9, "asked": asked}) + "\n")
                    if end:
                        file.write(json.dumps({"n": number, "end": end * 10**9, "answered": answered}) + "\n")
            histories = {writer: read(Path(folder, f"{writer}.jsonl")) for writer in (0, 1)}
        fates = {0: Fate(0, killed=killed * 10**9), 1: Fate(1)}
        return check(histories, [self.DONE | {"result": left}] if left else [], fates, lease=30, beat=10)

    def register(self, writer=0, begin=1, verdict="new"):
        asked = {"verb": "enqueue", "photos": [{"path": "day/1.jpg", "content": 1}]}
        return (writer, begin, begin + 1, asked, {"jobs": [1], "results": [verdict]})

    def claim(self, writer, begin, number=1):
        claims = [{"id": f"1.{number}", "attempts": number}]
        return (writer, begin, begin + 1, {"verb": "claim", "limit": 1}, {"claims": claims})

    def end(self, writer, begin, answer="done", number=1, outcome="done"):
        asked = {"verb": "complete", "claims": [f"1.{number}"], "outcomes": [outcome]}
        return (writer, begin, begin + 1 if answer else None, asked, {"results": [answer]})

    def test_what_can_have_happened_passes(self):
        found = self.judged(self.register(), self.claim(0, 3), self.end(0, 5))
        self.assertEqual((found.wrong, found.photos, found.claims), ([], 1, 1))
        released = self.end(0, 5, "ready", outcome="released")
        again = self.judged(
            self.register(), self.claim(0, 3), released, self.claim(1, 5, 2), self.end(1, 8, number=2), left="1.2 1"
        )
        self.assertEqual(again.wrong, [])

    def test_an_end_without_an_answer_may_have_counted_or_not(self):
        lines = [self.register(), self.claim(0, 3), self.end(0, 5, None)]
        self.assertEqual(self.judged(*lines, killed=6).wrong, [])
        later = [self.claim(1, 40, 2), self.end(1, 42, number=2)]
        found = self.judged(*lines, *later, left="1.2 1", killed=6)
        self.assertEqual((found.wrong, found.cut, found.recovery), ([], 1, 35.0))

    def test_a_claim_given_twice_at_a_time_is_found(self):
        twice = self.judged(self.register(), self.claim(0, 3), self.claim(1, 3), self.end(0, 5))
        self.assertGreater(twice.double, 0)
        stolen = self.judged(
            self.register(), self.claim(0, 3), self.claim(1, 5, 2), self.end(1, 8, number=2), left="1.2 1"
        )
        self.assertEqual(stolen.double, 1)

    def test_what_a_dead_writer_held_is_given_to_others_only_after_its_lease(self):
        lines = [self.register(), self.claim(0, 3)]
        for begin, double in ((8, 1), (38, 0)):
            rest = [self.claim(1, begin, 2), self.end(1, 50, number=2)]
            self.assertEqual(self.judged(*lines, *rest, left="1.2 1", killed=5).double, double)

    def test_a_photo_completed_twice_or_late_is_found(self):
        twice = self.judged(self.register(), self.claim(0, 3), self.end(0, 5), self.end(1, 7))
        self.assertGreater(twice.double, 0)
        lines = [self.register(), self.claim(0, 3), self.claim(1, 38, 2)]
        late = self.judged(*lines, self.end(0, 40), self.end(1, 42, "lost", 2), killed=5)
        self.assertGreater(late.double, 0)

    def test_a_refused_end_needs_a_reason(self):
        found = self.judged(self.register(), self.claim(0, 3), self.end(0, 5, "lost"), left="1.1 0")
        self.assertGreater(len(found.wrong), 0)

    def test_what_is_lost_or_another_result_is_found(self):
        lines = [self.register(), self.claim(0, 3), self.end(0, 5)]
        self.assertEqual(self.judged(*lines, left=None).missing, 1)
        self.assertEqual(len(self.judged(*lines, left="1.1 1").wrong), 1)

    def test_a_photo_is_new_once(self):
        lines = [self.register(), self.register(1, 1), self.claim(0, 3), self.end(0, 5)]
        self.assertEqual(len(self.judged(*lines).wrong), 1)


class Hooks(unittest.TestCase):
    @staticmethod
    def took(photo, *numbers):
        return [{"photo": photo, "key": f"queue-{number}-1"} for number in numbers]

    def test_what_arrives_again_is_no_disorder_and_what_overtakes_is(self):
        for numbers, broken, changed in (((1,), 0, 0), ((1, 1, 2, 1), 0, 1), ((9, 10), 0, 1), ((2, 1, 2), 1, 1)):
            with self.subTest(numbers=numbers):
                self.assertEqual(hooks.disorder(self.took("a", *numbers) + self.took("b", 5)), (broken, changed))

    def test_a_record_counts_under_each_of_its_names_and_for_its_content_alone(self):
        with TemporaryDirectory() as place:
            receiver = hook_receiver.Receiver.__new__(hook_receiver.Receiver)
            receiver.output = Path(place)
            for name, sha256 in (("a.jpg.json", "1"), ("a-2.jpg.json", "2"), ("a-b.png.json", "3")):
                (receiver.output / name).write_text(json.dumps({"source": {"sha256": sha256}}))
            found = [
                receiver.is_there({"path": f"/photos/{path}", "sha256": sha256})
                for path, sha256 in (("a.jpg", "1"), ("a.jpg", "2"), ("a.jpg", "3"), ("b.jpg", "1"))
            ]
            self.assertEqual(found, [True, True, False, False])

    def test_an_answer_has_the_addresses_of_the_moment_for_ipv4_alone(self):
        question = b"\x12\x34\x01\x00" + struct.pack("!HHHH", 1, 0, 0, 0) + b"\x01a\x00"
        for kind, count in ((1, 2), (28, 0)):
            asked = question + struct.pack("!HH", kind, 1)
            answer, found = hook_names.answer(asked, ["192.0.2.1", "127.0.0.1"])
            self.assertEqual((answer[:2], struct.unpack("!H", answer[6:8])[0], len(found)), (b"\x12\x34", count, count))
            self.assertEqual(len(answer), len(asked) + 16 * count)
            self.assertTrue(answer.endswith(b"\x7f\0\0\1") or not count)


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
