"""What the figures are counted from."""

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from evaluation import main, records, renders, tally
from training import fold


def face(kind, radius=1.0):
    homography = [1.0, 0, 0, 0, 1, 0, 0, 0, 1]
    return {"type": kind, "outlineRadius": radius, "diameterMm": 550.0, "homography": homography}


def arrow(x, number=0):
    return {"face": number, "tip": {"x": x, "y": 0.0}}


class Scores(unittest.TestCase):
    def test_the_line_counts_for_the_better_ring(self):
        # the shaft of 5.5 mm reaches 0.01 R
        self.assertEqual(renders.worth(face("wa-122"), 0.0), 10)
        self.assertEqual(renders.worth(face("wa-122"), 0.109), 10)
        self.assertEqual(renders.worth(face("wa-122"), 0.111), 9)
        self.assertEqual(renders.worth(face("wa-122"), 1.009), 1)
        self.assertEqual(renders.worth(face("wa-122"), 1.011), 0)

    def test_field_faces_have_their_own_rings(self):
        self.assertEqual([renders.worth(face("field-80"), d) for d in (0.1, 0.2, 0.3, 0.99, 1.02)], [6, 5, 4, 1, 0])

    def test_of_two_in_one_spot_of_a_triple_the_lower_counts(self):
        truth = {"faces": [face("wa-40-triple", 0.5)], "arrows": [arrow(0.05), arrow(0.35)]}
        self.assertEqual(renders.right(truth["arrows"][0], truth, np.eye(3)), [0])
        self.assertEqual(renders.right(truth["arrows"][1], truth, np.eye(3)), [7])
        truth["faces"] = [face("wa-122")]
        self.assertEqual(renders.right(truth["arrows"][0], truth, np.eye(3)), [10])

    def test_points_of_what_records_write(self):
        self.assertEqual([records.points(s) for s in ("X", "M", "7", 3, None)], [10, 0, 7, 3, None])


class Counting(unittest.TestCase):
    def test_exact_near_and_marked(self):
        counted = tally.Tally()
        counted.score(9, [9], False)
        counted.score(8, [10, 9], True)
        counted.score(1, [10], False)
        self.assertEqual((counted.scored, counted.exact, counted.near), (3, 1, 2))
        self.assertEqual((counted.wrong, counted.wrong_marked, counted.right_marked), (2, 1, 0))

    def test_tallies_add_up(self):
        one, other = tally.Tally(hits=3, wanted=4, error=[0.1]), tally.Tally(hits=1, wanted=4, false=2, error=[0.2])
        one.add(other)
        self.assertEqual((one.recall, one.precision, one.error), ("0.500", "0.667", [0.1, 0.2]))
        self.assertEqual(tally.Tally().recall, "–")

    def test_reliability_by_confidence(self):
        counted = tally.Tally()
        for confidence, is_arrow in ((0.95, True), (0.91, True), (0.4, False)):
            counted.claim(confidence, is_arrow, marked=not is_arrow)
        rows = counted.reliability.splitlines()[2:]
        self.assertEqual(rows, ["| 0.35–0.5 | 1 | 0.40 | 0.000 |", "| 0.9–1 | 2 | 0.93 | 1.000 |"])
        self.assertEqual(counted.invented_marked, 1)

    def test_a_page_keeps_the_sections_that_were_not_measured(self):
        text = f"a\n{main.BEGIN}\n\nMeasured\n\n### One (old)\n\n1\n\n### Two\n\n2\n\n{main.END}\nz"
        page = main.spliced(text, ["### One (new)\n\n3", "### Three\n\n4"])
        self.assertEqual((page[:1], page[-1:]), ("a", "z"))
        self.assertNotIn("(old)", page)
        places = [page.index(part) for part in ("### One (new)\n\n3", "### Two\n\n2", "### Three\n\n4")]
        self.assertEqual(places, sorted(places))


class Cards(unittest.TestCase):
    def test_variants_of_a_held_photo_are_held(self):
        self.assertTrue(fold.is_held_out("13_2020-09-23-1200_API_v2.jpg"))
        self.assertTrue(fold.is_held_out("20200923_120000.jpg"))
        self.assertFalse(fold.is_held_out("14_2020-09-23-1200.jpg"))

    def test_labels_are_boxes(self):
        with TemporaryDirectory() as folder:
            text = Path(folder, "card.txt")
            text.write_text("11 0.5 0.5 0.2 0.4\n\n0 0.1 0.2 0.02 0.02\n")
            rows = fold.rows_of(text)
        np.testing.assert_allclose(fold.corners(rows), [[0.4, 0.3, 0.6, 0.7], [0.09, 0.19, 0.11, 0.21]])
        self.assertEqual(rows[:, 0].tolist(), [11, 0])


if __name__ == "__main__":
    unittest.main()
