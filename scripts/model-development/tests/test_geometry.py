"""Maps between photos, faces and the pictures of faces that networks see."""

import unittest
from types import SimpleNamespace

import numpy as np

from arrows.view import CACHED_RADIUS, CACHED_SIDE, of_face
from evaluation.plane import circle, ellipse, fit
from impacts.canonical import GREY, RADIUS, SIDE, from_plane, in_front, rectify
from targets.plane import apply, clip, to_face

TILTED = np.array([[300, 20, 400], [-10, 280, 300], [0.05, 0.1, 1.0]])


class Planes(unittest.TestCase):
    def test_points_come_back_through_the_inverse(self):
        points = np.array([[0, 0], [0.5, -0.25], [-1, 1.0]])
        np.testing.assert_allclose(apply(np.linalg.inv(TILTED), apply(TILTED, points)), points, atol=1e-12)
        np.testing.assert_allclose(apply(TILTED.ravel(), [[0, 0]]), [[400, 300]])

    def test_a_spot_is_the_unit_circle_of_its_own_plane(self):
        spot = SimpleNamespace(x=100.0, y=-50.0, diameter=400.0)
        camera = np.array([[2, 0, 500], [0, 2, 400], [0, 0, 1.0]])
        photo = apply(camera, [[100, -50], [300, -50], [100, 150]])
        np.testing.assert_allclose(apply(to_face(camera, spot), photo), [[0, 0], [1, 0], [0, 1]], atol=1e-12)

    def test_what_scores_ends_at_the_radius_whatever_the_face(self):
        np.testing.assert_allclose(
            apply(from_plane(0.5), [[0, 0], [0.5, 0]]), [[SIDE / 2] * 2, [SIDE / 2 + RADIUS, SIDE / 2]]
        )
        face = {"type": "wa-80-6", "homography": np.eye(3).ravel().tolist()}
        middle = CACHED_SIDE / 2
        np.testing.assert_allclose(apply(of_face(face), [[0.6, 0]]), [[middle + CACHED_RADIUS, middle]])

    def test_beyond_the_horizon_is_not_in_front(self):
        matrix = np.array([[1, 0, 0], [0, 1, 0], [0, 0.01, 1.0]])
        self.assertTrue(in_front(matrix, (0, -50), (0, 0)))
        self.assertFalse(in_front(matrix, (0, -150), (0, 0)))

    def test_the_box_is_cut_at_the_photo_and_tells_its_share(self):
        box, share = clip(np.array([[-10, 0], [10, 20.0]]), np.array([100, 100]))
        self.assertEqual((box, share), ([0, 0, 10, 20], 0.5))


class Pictures(unittest.TestCase):
    def test_a_picture_is_flattened_where_its_points_go(self):
        photo = np.zeros((600, 800, 3), np.uint8)
        photo[290:311, 390:411] = (10, 200, 30)
        matrix = from_plane() @ np.linalg.inv(np.array([[250, 0, 400], [0, 250, 300], [0, 0, 1.0]]))
        flat = rectify(photo, matrix)
        self.assertEqual((flat.shape, flat[SIDE // 2, SIDE // 2].tolist()), ((SIDE, SIDE, 3), [10, 200, 30]))
        self.assertEqual(flat[0, 0].tolist(), [GREY] * 3)

    def test_beyond_the_horizon_there_is_nothing(self):
        bright = np.full((600, 800, 3), 255, np.uint8)
        matrix = from_plane() @ np.linalg.inv(np.array([[250, 0, 400], [0, 250, 300], [0, 1.5, 1.0]]))
        flat = rectify(bright, matrix)
        # the horizon crosses where 1 + 1.5 y is 0
        self.assertEqual(flat[int(SIDE / 2 - RADIUS * 0.75), SIDE // 2].tolist(), [GREY] * 3)
        self.assertEqual(flat[SIDE // 2, SIDE // 2].tolist(), [255] * 3)


class Rings(unittest.TestCase):
    def test_labelled_ellipses_become_circles_of_their_radii(self):
        rings = []
        for radius in (0.4, 1.0):
            label = {"cx": 500.0, "cy": 400.0, "a": 200 * radius, "b": 120 * radius, "angle_deg": 30.0}
            rings.append({"d": radius, "ellipse": label})
        matrix = fit(rings)
        for ring in rings:
            away = np.hypot(*apply(matrix, ellipse(ring["ellipse"])).T)
            np.testing.assert_allclose(away, ring["d"], atol=1e-4)

    def test_a_circle_has_its_radius(self):
        np.testing.assert_allclose(np.hypot(*circle(0.3).T), 0.3)


if __name__ == "__main__":
    unittest.main()
