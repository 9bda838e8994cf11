"""Rendered movements: lengths that stay, parameters that are held out, windows and their labels."""

import unittest

import numpy as np

from actions.archery import Shot
from actions.draw import Draw
from actions.exercises import jumping_jack, squat
from actions.records import label
from actions.skeleton import INDEX, MIRRORED, NAMES, Body, Tracks
from actions.windows import LABELS, window


class Parameters(unittest.TestCase):
    def test_what_is_held_out_is_never_drawn_for_training(self):
        rng = np.random.default_rng(1)
        values = [np.array([Draw(rng, held).split(2, 4) for _ in range(2000)]) for held in (False, True)]
        cells = [set(np.floor((v - 2) * 10).astype(int)) for v in values]
        self.assertEqual(cells[1], {2, 7, 12, 17})
        self.assertEqual(cells[0], set(range(20)) - cells[1])

    def test_a_seed_gives_one_window(self):
        first, second = window(77, False), window(77, False)
        np.testing.assert_array_equal(first[0], second[0])
        self.assertEqual(first[1], second[1])
        self.assertFalse(np.array_equal(first[0], window(77, True)[0]))


class Bodies(unittest.TestCase):
    def test_bones_keep_their_lengths(self):
        body, times = Body(), np.arange(40) / 20
        for movement in (jumping_jack, squat):
            points = movement(Draw(np.random.default_rng(5)), body, times, 1 / 20).joints()
            for start, end, length in (
                ("leftShoulder", "leftElbow", body.upper), ("rightElbow", "rightWrist", body.lower),
                ("leftHip", "leftKnee", body.thigh), ("rightKnee", "rightAnkle", body.shin),
            ):  # fmt: skip
                lengths = np.linalg.norm(points[:, INDEX[start]] - points[:, INDEX[end]], axis=1)
                np.testing.assert_allclose(lengths, length, atol=1e-6)

    def test_a_body_that_stands_has_its_left_at_its_left_and_its_head_up(self):
        points = Tracks(Body(), 1).joints()[0]
        self.assertGreater(points[INDEX["leftShoulder"], 0], points[INDEX["rightShoulder"], 0])
        self.assertGreater(points[INDEX["nose"], 1], points[INDEX["neck"], 1])
        self.assertGreater(points[INDEX["nose"], 2], points[INDEX["leftEar"], 2])
        self.assertLess(abs(points[INDEX["leftAnkle"], 1]), 0.01)

    def test_the_mirror_image_of_a_body_at_rest_is_itself(self):
        tracks = Tracks(Body(), 1)
        np.testing.assert_allclose(tracks.mirrored(), tracks.joints(), atol=1e-9)
        self.assertEqual([NAMES[i] for i in MIRRORED][2:4], ["leftShoulder", "leftElbow"])


class Windows(unittest.TestCase):
    def test_a_window_has_confidences_and_zeros_where_nothing_is(self):
        for seed in range(64):
            values, index = window(seed, False)
            self.assertEqual(values.shape, (60, 18, 3))
            self.assertTrue(np.isfinite(values).all() and (values[..., 2] >= 0).all() and (values[..., 2] <= 1).all())
            self.assertTrue((values[values[..., 2] == 0] == 0).all())
            self.assertIn(index, range(len(LABELS)))

    def test_a_shot_is_cut_where_its_label_says(self):
        for seed in range(300):
            draw = Draw(np.random.default_rng(seed))
            pull = Shot(draw, "draw", 2.5)
            self.assertLess(pull.start, pull.raised + 0.35 * (pull.drawn - pull.raised) + 1e-9)
            self.assertLess(pull.start + 2.5, pull.release)
            hold = Shot(draw, "hold", 2.5)
            self.assertTrue(hold.drawn - 0.1 < hold.start and hold.start + 2.5 < hold.release)
            loose = Shot(draw, "release", 2.5)
            self.assertTrue(loose.start < loose.release < loose.start + 2.5)

    def test_recordings_are_labelled_by_what_fills_a_window(self):
        parts = [[0, 70, "other"], [70, 90, "draw"], [90, 200, "hold"], [200, 230, "release"]]
        names = [None if (i := label(parts, first)) is None else LABELS[i] for first in (0, 30, 60, 90, 145, 150, 195)]
        self.assertEqual(names, ["other", None, "draw", "hold", None, "release", None])


if __name__ == "__main__":
    unittest.main()
