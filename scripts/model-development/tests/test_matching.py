"""Which boxes stay, and which found point is which true one."""

import unittest

import numpy as np

from training.matching import decode, overlaps, pair, suppress


class Boxes(unittest.TestCase):
    def test_overlap_is_the_common_area_over_all(self):
        a = np.array([[0, 0, 10, 10], [0, 0, 4, 4.0]])
        b = np.array([[0, 0, 10, 10], [5, 0, 15, 10], [20, 20, 30, 30.0]])
        expected = [[1, 1 / 3, 0], [0.16, 0, 0]]
        np.testing.assert_allclose(overlaps(a, b), expected, atol=1e-9)

    def test_the_surer_of_two_alike_stays(self):
        boxes = np.array([[0, 0, 10, 10], [1, 0, 11, 10], [40, 40, 50, 50.0]])
        self.assertEqual(suppress(boxes, np.array([0.5, 0.9, 0.7]), 0.5).tolist(), [1, 2])

    def test_an_overlap_at_the_threshold_stays(self):
        boxes = np.array([[0, 0, 10, 10], [5, 0, 15, 10.0]])
        self.assertEqual(suppress(boxes, np.array([0.9, 0.5]), 0.34).tolist(), [0, 1])
        self.assertEqual(suppress(boxes, np.array([0.9, 0.5]), 0.33).tolist(), [0])

    def test_classes_do_not_suppress_each_other_and_little_confidence_is_dropped(self):
        # columns: middle, size, two classes
        output = np.array(
            [[5, 5, 10, 10, 0.6, 0], [5, 5, 10, 10, 0, 0.8], [5, 5, 10, 10, 0.5, 0], [90, 5, 4, 4, 0.1, 0]]
        )
        columns, boxes, scores, classes = decode(output.T, 2, 0.2, 0.5)
        self.assertEqual((columns.tolist(), classes.tolist()), ([1, 0], [1, 0]))
        self.assertEqual((scores.tolist(), boxes.tolist()), ([0.8, 0.6], [[0, 0, 10, 10], [0, 0, 10, 10]]))

    def test_only_the_best_are_looked_at(self):
        output = np.array([[5, 5, 2, 2, 0.6], [50, 5, 2, 2, 0.8], [90, 5, 2, 2, 0.7]])
        self.assertEqual(decode(output.T, 1, 0.2, 0.5, most=2)[0].tolist(), [1, 2])

    def test_an_output_with_nothing_in_it(self):
        columns, boxes, _, _ = decode(np.zeros((6, 8)), 2, 0.2, 0.5)
        self.assertEqual((len(columns), boxes.shape), (0, (0, 4)))


class Pairs(unittest.TestCase):
    def test_each_true_point_is_found_once_by_the_surest(self):
        truth = np.array([[0, 0], [10, 0.0]])
        self.assertEqual(pair(np.array([[1, 0], [0, 0], [11, 0.0]]), truth, 3).tolist(), [0, -1, 1])

    def test_reach_ends_at_its_length_and_may_be_one_for_each_point(self):
        truth = np.array([[0, 0], [100, 0.0]])
        found = np.array([[3, 0], [96, 0.0]])
        self.assertEqual(pair(found, truth, 3).tolist(), [0, -1])
        self.assertEqual(pair(found, truth, np.array([2, 5])).tolist(), [-1, 1])

    def test_nothing_true_or_nothing_found(self):
        self.assertEqual(pair(np.zeros((2, 2)), np.zeros((0, 2)), 3).tolist(), [-1, -1])
        self.assertEqual(pair(np.zeros((0, 2)), np.zeros((2, 2)), 3).tolist(), [])


if __name__ == "__main__":
    unittest.main()
