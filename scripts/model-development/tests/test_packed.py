"""Photos packed for a device: a view comes out of the packed part as it comes out of the whole photo."""

import json
import tempfile
import unittest
from pathlib import Path

import cv2
import numpy as np

from arrows.device import packed
from arrows.photos import arrows
from arrows.view import CACHED_SIDE, apply, of_face, rectify

# a face of 400 pixels' radius, seen obliquely, in a photo far larger than its view
PLANE = np.linalg.inv(np.array([[900, 60, 1700], [-40, 820, 1300], [0.03, -0.05, 1.0]]))
FACE = {"type": "wa-122", "homography": PLANE.ravel().tolist(), "center": {"x": 1700.0, "y": 1300.0}}


class Packed(unittest.TestCase):
    def pack(self, folder, rows, **more):
        rng = np.random.default_rng(3)
        coarse = rng.integers(0, 256, (130, 170, 3), np.uint8)
        picture = cv2.resize(coarse, (3400, 2600), interpolation=cv2.INTER_CUBIC)
        photos, records, output = folder / "photos", folder / "records", folder / "packed"
        for each in (photos, records, output):
            each.mkdir()
        cv2.imwrite(str(photos / "a.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 98])
        (photos / "labels.json").write_text(
            json.dumps([{"file": "a.jpg", "group": "one", "arrows": arrows(rows), **more}])
        )
        (records / "a.jpg.json").write_text(json.dumps({"targetDetection": {"faces": [FACE]}}))
        labels = packed.pack(photos, records, output, 95)
        (output / "labels.json").write_text(json.dumps(labels))
        return picture, packed.load(output)

    def test_a_view_is_that_of_the_whole_photo(self):
        with tempfile.TemporaryDirectory() as folder:
            picture, (view,) = self.pack(Path(folder), [[1700, 1300, 2000, 1500, 0, 1]])
            wanted = cv2.cvtColor(rectify(picture, of_face(FACE), CACHED_SIDE), cv2.COLOR_BGR2RGB)
            off = np.abs(view.pixels().astype(int) - wanted)
            self.assertLess(off.mean(), 2.5)
            self.assertLess(len(view.bytes), (Path(folder) / "photos/a.jpg").stat().st_size)

    def test_arrows_lie_where_the_view_shows_them(self):
        with tempfile.TemporaryDirectory() as folder:
            _, (view,) = self.pack(Path(folder), [[1700, 1300, 2000, 1500, 0, 1]], one_face=True)
            np.testing.assert_allclose(
                view.rows[0, :4].reshape(2, 2), apply(of_face(FACE), [[1700, 1300], [2000, 1500]]), atol=1e-6
            )
            self.assertEqual((view.rows[0, 4:].tolist(), view.group, view.known), ([1, 0], "one", 600))

    def test_photos_with_arrows_that_nobody_labelled_are_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.pack(Path(folder), [], arrows_complete=False)[1], [])


if __name__ == "__main__":
    unittest.main()
