"""What comparisons count with."""

import json
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from parity import (
    codes,
    column_texts,
    evaluation,
    export_labels,
    export_rows,
    export_tools,
    export_training,
    file_codes,
    file_rows,
    pages,
    program,
    reference,
    rle,
    signs,
    tables,
)
from parity.differences import pairs
from parity.letters import edits, error_rate, similarity, whole_words, words_in_common
from parity.original import thing


class Letters(unittest.TestCase):
    def test_edits(self):
        self.assertEqual(edits("kitten", "sitting"), 3)
        self.assertEqual((edits("", "abc"), edits("abc", ""), edits("abc", "abc")), (3, 3, 0))

    def test_any_space_counts_once_and_the_truth_is_the_measure(self):
        self.assertEqual(error_rate("a\n  b", "a b"), 0)
        self.assertEqual(error_rate("", "abcd"), 1)
        self.assertEqual(error_rate("abXd", "abcd"), 0.25)

    def test_words_that_a_hyphen_parts_are_whole_again(self):
        text = "the bor-\nrowed Baden-\nBaden well-known"
        self.assertEqual(whole_words(text), "the borrowed Baden-\nBaden well-known")

    def test_similarity_is_of_the_longer_text(self):
        self.assertEqual((similarity("ab", "abcd"), similarity("", ""), similarity("a", "b")), (0.5, 1, 0))

    def test_words_in_common_are_counted_in_whichever_order(self):
        self.assertEqual(words_in_common("c b a", "a b c"), 1)
        self.assertEqual(words_in_common("a a b", "a b b"), 2 / 3)
        self.assertEqual((words_in_common("", ""), words_in_common("", "a")), (1, 0))


class Exports(unittest.TestCase):
    def test_an_outline_holds_the_pixels_whose_middle_is_within(self):
        picture = export_labels.pixels([(1.4, 0.6), (3.6, 0.6), (3.6, 2.4), (1.4, 2.4)], (4, 5))
        self.assertEqual(picture.astype(int).tolist(), [[0] * 5, [0, 1, 1, 1, 0], [0] * 5, [0] * 5])
        corners = [(0, 0), (4, 0), (4, 4), (0, 4)]
        self.assertTrue(export_labels.pixels(corners, (4, 4)).all())

    def test_a_way_between_two_parts_has_no_pixel(self):
        # From (3, 117) to (7, 121) and back, through the middles of pixels; rounded as in a label file.
        ways = [(3, 117), (7, 121), (9, 121), (9, 123), (7, 123), (7, 121), (3, 117)]
        told = [[round(v / 152, 6) * 152 for v in corner] for corner in [(1, 117), (2, 116), *ways, (1, 118)]]
        picture = export_labels.pixels(told, (152, 152))
        self.assertFalse(picture[118:121].any())
        self.assertTrue(picture[121:123, 7:9].all())

    def test_masks_are_as_far_apart_as_their_edges(self):
        one = np.zeros((20, 20), bool)
        one[5:15, 5:15] = True
        for columns, far in ((15, 0), (16, 0.5), (14, 0.5), (17, 1.5), (12, 2.5)):
            other = np.zeros((20, 20), bool)
            other[5:15, 5:columns] = True
            self.assertEqual(export_labels.apart(one, other)[0], far)
        self.assertEqual(export_labels.apart(one, one), (0, 1))
        hollow = one.copy()
        hollow[9:11, 9:11] = False
        self.assertTrue((export_labels.filled(hollow) == one).all())

    def test_keypoints_outside_of_the_photo_lie_anywhere(self):
        known = [[1, 2, 2], [-5, 2, 0]]
        for told, far in (
            ([[1, 2.25, 2], [0, 0, 0]], 0.25),
            ([[1, 2, 1], [0, 0, 0]], float("inf")),
            ([[1, 2, 2], [3, 3, 2]], float("inf")),
            ({"nose": [1, 2.5]}, 0.5),
            ({"ear": [1, 2]}, float("inf")),
        ):
            self.assertEqual(export_labels.of_keypoints(known, told, ["nose", "ear"]), far)

    def test_labels_of_a_class_are_paired_by_where_they_are(self):
        known = [
            {"label": "a", "box": [0, 0, 5, 5]},
            {"label": "a", "box": [9, 9, 5, 5]},
            {"label": "b", "box": [0] * 4},
        ]
        others = [
            {"label": "a", "box": [9, 9, 5, 6]},
            {"label": "c", "box": [0] * 4},
            {"label": "a", "box": [0, 0, 5, 5]},
        ]
        made, left = export_labels.pairs(known, others, [20, 20], None)
        self.assertEqual([other for _, other in made], [others[2], others[0], None])
        self.assertEqual(left, [others[1]])

    def test_a_correction_stays_in_the_photo(self):
        image = {"width": 20, "height": 20}
        picture = np.zeros((20, 20), bool)
        picture[2:6, 10:18] = True
        row = {"bbox": [10, 2, 8, 4], "segmentation": rle.encode(picture), "keypoints": [17, 3, 2, 2, 3, 1]}
        made = export_labels.moved(row, image, 9, 6)
        self.assertEqual(made["bbox"], [1, 8, 8, 4])
        self.assertEqual(export_labels.bounds(rle.decode(made["segmentation"])), made["bbox"])
        self.assertEqual(made["keypoints"], [8, 9, 2, 0, 0, 0])

    def test_what_is_wrong_names_the_photo_and_the_figure(self):
        own = {"name": "a.jpg", "size": [20, 20], "count": 1, "labels": [{"label": "a", "box": [1, 1, 5, 5]}]}
        labels = [{"label": "a", "box": [1, 1, 5, 7.5]}, {"label": "b", "box": [1, 1, 5, 5]}]
        row = export_rows.Row("detect", "yolo", "ultralytics", "box")
        row.compare({"x": own, "y": own | {"name": "b.jpg"}}, [{"content": "x", "part": "val", "labels": labels}], None)
        wanted = ["a.jpg: b that the results do not have", "a.jpg: box of a 2.50 px off", "b.jpg: there 0 times, not 1"]
        self.assertEqual(row.faults, wanted)

    def test_a_trainer_measures_on_another_part_where_one_is_empty(self):
        for form, parts, expected in [
            ("yolo", "train val test", ("train", "val")),
            ("yolo", "train test", ("train", "train")),
            ("yolo", "test", ("test", "test")),
            ("yolo-classify", "train val test", ("train", "val")),
            ("yolo-classify", "train test", ("train", "test")),
            ("yolo-classify", "train", ("train", "train")),
        ]:
            photos = [{"part": part, "labels": [{}]} for part in parts.split()]
            told = export_training.trained_parts(form, photos)
            self.assertEqual((told["train"], told["val"]), expected, (form, parts))
            self.assertEqual(export_training.wanted(photos, told["val"]), (1, 1))

    def test_a_turned_box_has_its_corners_clockwise(self):
        corners = np.round(export_tools.turned([0, 0, 4, 2], 90), 6)
        self.assertEqual(corners.tolist(), [[3, -1], [3, 3], [1, 3], [1, -1]])


class Files(unittest.TestCase):
    def page(self, code, corners, words=()):
        def points(corners):
            return [{"x": x, "y": y} for x, y in corners]

        lines = [{"words": [{"text": text, "corners": points(place)} for text, place in words]}]
        return {"results": [{"codes": [{"text": code, "corners": points(corners)}]}, {"texts": lines}]}

    def test_a_code_is_read_where_it_was_drawn(self):
        made = file_codes.Made(Path("a.tif"))
        pixels = np.full((300, 300), 255, np.uint8)
        made.put(1, 60, 80, file_codes.stamp(pixels, made.name(1), 60, 80, 5))
        text, found, _ = cv2.QRCodeDetector().detectAndDecode(pixels)
        self.assertEqual(text, "a.tif#1")
        self.assertLess(np.abs(found[0] - np.array(made.corners[0])).max(), 3)

    def test_the_place_of_a_code_in_a_pdf_is_counted_from_below(self):
        made = file_codes.Made(Path("a.pdf"))
        made.put(1, 10, 20, 5, 100)
        self.assertEqual(made.corners[0], [(10, 80), (15, 80), (15, 75), (10, 75)])
        for number in range(1, 13):
            x, y = file_codes.stands(number, 298, 420)
            self.assertTrue(36 <= x <= 298 - 36 - 60 and 320 <= y <= 420 - 60, (x, y))

    def test_a_code_that_lies_otherwise_is_off_and_one_of_another_page_is_none(self):
        square = [(0, 0), (50, 0), (50, 50), (0, 50)]
        for code, corners, read, off in (
            ("a.tif#1", square, 1, 0),
            ("a.tif#1", [(x + 3, y + 4) for x, y in square], 1, 2.5),
            ("a.tif#1", square[1:] + square[:1], 1, 25),
            ("a.tif#2", square, 0, 0),
        ):
            row = file_rows.Row("a.tif", 1, 1)
            file_rows.see_code(row, self.page(code, corners), "a.tif#1", square)
            self.assertEqual((row.codes, row.corners), (read, off))
            self.assertEqual(row.wrong(), [["codes"], []][read] + (["corners"] if off > 1 else []))

    def test_words_are_in_their_place_within_half_their_height(self):
        box = [(0, 0), (40, 0), (40, 10), (0, 10)]
        far = [(x + 100, y) for x, y in box]
        page = self.page("", box, [("one", box), ("one", far), ("two", box)])
        words = [("one", (20, 9), 10), ("one", (121, 5), 10), ("two", (20, 11), 10), ("three", (20, 5), 10)]
        self.assertEqual(file_rows.placed(page, words), (2, 4))

    def test_the_first_page_has_the_results_of_the_record(self):
        pages = [{"page": 1, "width": 5}, {"page": 2, "error": "it ends early"}, {"page": 3, "results": [2]}]
        parts = file_rows.parts({"results": [1], "pages": pages})
        self.assertEqual([part["results"] for part in parts], [[1], [], [2]])
        (alone,) = file_rows.parts({"results": [1], "imageMetadata": {"width": 7, "height": 8}})
        self.assertEqual((alone["page"], alone["width"], alone["results"]), (1, 7, [1]))

    def test_hyphens_at_the_ends_of_lines_and_accents_are_of_one_kind(self):
        self.assertEqual(file_rows.plain("bor\u0002row e\u0301"), "bor-row \u00e9")


class Prose(unittest.TestCase):
    def test_the_same_seed_gives_the_same_text_and_another_one_another(self):
        def text(seed):
            prose = column_texts.Prose(np.random.default_rng(seed))
            return [prose.title(), prose.section(), prose.paragraph(), prose.words(5), prose.table(4)]

        self.assertEqual(text(1), text(1))
        self.assertNotEqual(text(1), text(2))

    def test_sentences_end_and_tables_have_rows_of_four(self):
        prose = column_texts.Prose(np.random.default_rng(3))
        for _ in range(200):
            sentence = prose.sentence()
            self.assertTrue(sentence[0].isupper() and sentence.endswith("."), sentence)
            self.assertNotIn("\n", sentence)
        table = prose.table(6)
        self.assertEqual([len(row) for row in table], [4] * 7)


class Signs(unittest.TestCase):
    def test_each_line_has_the_nearest_one_that_is_not_taken(self):
        def box(x, y):
            return np.array([(x, y), (x + 100, y), (x + 100, y + 20), (x, y + 20)], float)

        wanted = [("one", box(0, 0)), ("two", box(0, 30)), ("three", box(300, 300))]
        found = [("Two", box(2, 31)), ("one", box(1, 1)), ("far", box(300, 400)), ("e\u0301", box(600, 0))]
        pairs, more = signs.judge(wanted, found)
        self.assertEqual((pairs, more), ([("one", "one"), ("two", "Two"), ("three", "")], 2))
        self.assertEqual(signs.judge([("é", box(600, 0))], found)[0], [("é", "é")])
        twice = [("EXIT", box(0, 0)), ("EXIT", box(0, 200))]
        self.assertEqual(signs.judge([("EXIT", box(0, 200))], twice), ([("EXIT", "EXIT")], 1))


class Masks(unittest.TestCase):
    def test_pictures_come_back(self):
        picture = np.zeros((7, 9), bool)
        picture[2:5, 3:8] = True
        for one in (picture, ~picture, np.ones((3, 2), bool), np.zeros((3, 2), bool)):
            np.testing.assert_array_equal(rle.decode(rle.encode(one)), one)

    def test_runs_go_down_the_columns_as_coco_packs_them(self):
        picture = np.array([[0, 1], [1, 1]], bool)
        self.assertEqual(rle.encode(picture), {"size": [2, 2], "counts": "13"})
        self.assertEqual(rle.unpack(rle.pack([5, 100, 7, 3000, 1])), [5, 100, 7, 3000, 1])

    def test_runs_of_another_size_are_refused(self):
        with self.assertRaises(ValueError):
            rle.decode({"size": [2, 3], "counts": "13"})


class Boxes(unittest.TestCase):
    def test_an_overlap_at_the_threshold_stays(self):
        boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 5], [0, 0, 10, 6.0]])
        self.assertEqual(reference.suppress(boxes, 0.5).tolist(), [0, 1])

    def test_a_page_is_the_same_whichever_corner_it_begins_with(self):
        corners = [[0, 0], [10, 0], [10, 20], [0, 20]]
        self.assertEqual(pages.error(corners[2:] + corners[:2], corners, 100), 0)
        self.assertEqual(pages.error([[3, 4], *corners[1:]], corners, 100), 0.05)

    def test_things_are_paired_nearest_first_and_once(self):
        expected = [thing([[0, 0], [10, 0]]), thing([[20, 0], [30, 0]])]
        found = [thing([[21, 0], [31, 0]]), thing([[1, 0], [11, 0]]), thing([[2, 0], [12, 0]])]
        self.assertEqual([pair[:2] for pair in pairs(expected, found)], [(0, 1), (1, 0)])


class Codes(unittest.TestCase):
    def test_the_zeros_of_upc_e_are_left_out(self):
        # maker ends with 00 after a 0, 1 or 2; with 00; with 0; with none
        self.assertEqual(codes.squeezed("042100005264"), "04252614")
        self.assertEqual(codes.squeezed("012300000451"), "01234531")
        self.assertEqual(codes.squeezed("012340000053"), "01234543")
        self.assertEqual(codes.squeezed("012345000058"), "01234558")

    def test_older_rules_for_separators_and_check_digits(self):
        self.assertTrue(codes.same("Code128", "(01)123 4", "011234"))
        self.assertTrue(codes.same("Codabar", "1234", "A1234B"))
        self.assertFalse(codes.same("Code128", "1235", "1234"))
        self.assertTrue(codes.says([("qr", "a", b"\x01")], "qr", b"\x01"))
        self.assertFalse(codes.says([("aztec", "a", b"\x01")], "qr", "a"))


class Tables(unittest.TestCase):
    def cell(self, row, column, text):
        return {"row": row, "column": column, "rowSpan": 1, "columnSpan": 1, "text": text}

    def test_cells_right_and_in_place(self):
        truth = [{"cells": [self.cell(0, 0, "name"), self.cell(1, 0, "Anna")]}]
        found = [{"cells": [self.cell(0, 0, "name"), self.cell(1, 0, "Otto"), self.cell(2, 0, "more")]}]
        self.assertEqual(tables.compare(truth, found)[:3], (1, 2, 3))

    def test_a_table_that_begins_a_row_late_is_shifted(self):
        rows = [self.cell(row, 0, text) for row, text in enumerate(("one", "two", "three"))]
        late = [{**cell, "row": cell["row"] - 1} for cell in rows[1:]]
        self.assertEqual(tables.compare([{"cells": rows}], [{"cells": late}])[:3], (2, 2, 3))

    def test_a_table_where_none_is_counts_its_cells(self):
        right, placed, count, notes = tables.compare([], [{"cells": [self.cell(0, 0, "x")]}])
        self.assertEqual((right, placed, count, len(notes)), (0, 0, 1, 1))


class Records(unittest.TestCase):
    def test_only_records_are_read_and_failures_say_why(self):
        with TemporaryDirectory() as name:
            folder = Path(name)
            done = {"source": {"path": "a.jpg"}, "state": "done", "results": [{"poses": [1]}, {"poses": [2, 3]}]}
            failed = {"source": {"path": "b.jpg"}, "state": "failed", "error": {"message": "ends in the middle"}}
            for path, content in (
                ("a.json", done),
                ("b/b.json", failed),
                ("coco.json", {"images": []}),
                ("list.json", []),
            ):
                (folder / path).parent.mkdir(exist_ok=True)
                (folder / path).write_text(json.dumps(content))
            one, other = program.records(folder)
        self.assertEqual((program.failure(one), program.failure(other)), (None, "ends in the middle"))
        self.assertEqual((program.listed(one, "poses"), program.listed(other, "poses")), ([1, 2, 3], []))

    def test_each_box_of_a_record_counts_once(self):
        box, face = {"label": "cat", "box": {"x": 1}}, {"label": "face", "box": {"x": 2}}
        results = [{"detector": 0, "detections": [box]}, {"detector": 1, "faces": [face], "texts": [{"text": "a"}]}]
        record = {"detections": [box], "results": results}
        self.assertEqual(evaluation.boxes_of(record), [box, face])


if __name__ == "__main__":
    unittest.main()
