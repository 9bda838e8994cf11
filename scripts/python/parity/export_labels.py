"""What data sets ought to say: findings of records with corrections in the place of some, and how far others are."""

import json

import cv2
import numpy as np

from . import rle
from .program import failure, listed, records

LISTS = {"detect": "detections", "segment": "masks", "pose": "poses", "obb": "detections"}
NEAR = 0.5
# Of two decimals in files, and of arithmetic with them.
GRAIN = 0.011
# A class that no model knows, whose name is in every format's way.
OWN = 'a user\'s "own" <thing> & more, = 1'


def told(results, task):
    """What the records say: photos by content, each with its name, size and labels."""
    photos = {}
    for record in records(results):
        if failure(record):
            continue
        size = [record["image"]["width"], record["image"]["height"]]
        own = {"name": record["source"]["path"].rpartition("/")[2], "size": size, "count": 0}
        own["labels"] = [one for one in map(known(task, size), found(record, task)) if one]
        photos.setdefault(record["source"]["sha256"], own)["count"] += 1
    return photos


def found(record, task):
    """The findings of a record."""
    if task != "classify":
        return listed(record, LISTS[task])
    return listed(record, "classes")[:1]


def known(task, size):
    """Makes a label of a finding; None where nothing of it is in the photo."""

    def label(row):
        if task == "classify":
            return {"label": row["label"]}
        left, top = (max(row["box"][k], 0) for k in ("x", "y"))
        right = min(row["box"]["x"] + row["box"]["width"], size[0])
        bottom = min(row["box"]["y"] + row["box"]["height"], size[1])
        if right <= left or bottom <= top:
            return None
        made = {"label": row["label"], "box": [left, top, right - left, bottom - top]}
        if task == "segment":
            made["mask"] = row["mask"]
        elif task == "obb":
            made["corners"] = [[c["x"], c["y"]] for c in row["corners"]]
        elif task == "pose":
            made["keypoints"] = [[k["x"], k["y"], seen(k, size)] for k in row["keypoints"]]
        return made

    return label


def seen(keypoint, size):
    """COCO's third number of a keypoint."""
    if not (0 <= keypoint["x"] <= size[0] and 0 <= keypoint["y"] <= size[1]):
        return 0
    visibility = keypoint.get("visibility")
    return 2 if visibility is None or visibility >= 0.5 else 1


def corrected(file, to, names):
    """Writes corrections of a file of COCO's, and returns the labels of the photos in it by the photos' names.

    Of every fourth photo nothing is said, the next is accepted as it is, of the third a label is removed and one moved,
    and of the last one label gets a class of the user's and another is drawn.
    """
    data = json.loads(file.read_text("utf-8"))
    data["categories"].append({"id": (own := max(c["id"] for c in data["categories"]) + 1), "name": OWN})
    images, kept, labels = [], [], {}
    for index, image in enumerate(sorted(data["images"], key=lambda one: one["file_name"])):
        if index % 4 == 0:
            continue
        images.append(image)
        rows = [a for a in data["annotations"] if a["image_id"] == image["id"]]
        if index % 4 == 2:
            rows = [moved(rows[1], image, 9, 6), *rows[2:]] if len(rows) > 1 else []
        elif index % 4 == 3 and rows:
            drawn = moved(rows[-1], image, -7, 5) | {"category_id": (rows[-1]["category_id"] % len(names)) + 1}
            # Another class makes another object of it, whose box is the one around its pixels.
            rows = [moved(rows[0], image, 0, 0) | {"category_id": own}, *rows[1:], drawn]
        kept += rows
        labels[image["file_name"]] = rows
    for number, one in enumerate(kept):
        one["id"] = number + 1
    keypoints = next((c["keypoints"] for c in data["categories"] if "keypoints" in c), None)
    for category in data["categories"]:
        # Of classes without a pose too, or nothing says what their keypoints are.
        category |= {"keypoints": keypoints, "skeleton": []} if keypoints else {}
    to.write_text(json.dumps(data | {"images": images, "annotations": kept}), "utf-8")
    classes = {c["id"]: c["name"] for c in data["categories"]}
    return {name: [of_coco(one, classes) for one in rows] for name, rows in labels.items()}


def of_coco(row, classes):
    """A label of an annotation of COCO's."""
    made, shape = {"label": classes[row["category_id"]], "box": row["bbox"]}, row.get("segmentation")
    if isinstance(shape, dict):
        made["mask"] = shape
    elif shape:
        made["corners"] = np.reshape(shape[0], (-1, 2)).tolist()
    if "keypoints" in row:
        made["keypoints"] = np.reshape(row["keypoints"], (-1, 3)).tolist()
    return made


def moved(row, image, dx, dy):
    """A copy of an annotation some pixels away, the other way where it would leave the photo."""
    x, y, width, height = row["bbox"]
    dx = dx if x + dx >= 0 and x + dx + width <= image["width"] else -dx
    dy = dy if y + dy >= 0 and y + dy + height <= image["height"] else -dy
    dx = dx if x + dx >= 0 and x + dx + width <= image["width"] else 0
    dy = dy if y + dy >= 0 and y + dy + height <= image["height"] else 0
    made = row | {"bbox": [x + dx, y + dy, width, height]}
    shape = row.get("segmentation")
    if isinstance(shape, dict):
        picture = np.roll(rle.decode(shape), (dy, dx), (0, 1))
        if dx:
            picture[:, slice(0, dx) if dx > 0 else slice(dx, None)] = False
        if dy:
            picture[slice(0, dy) if dy > 0 else slice(dy, None)] = False
        made |= {"segmentation": rle.encode(picture), "area": int(picture.sum()), "bbox": bounds(picture)}
    elif shape:
        made["segmentation"] = [[v + (dy if i % 2 else dx) for i, v in enumerate(shape[0])]]
    if "keypoints" in row:
        points = [(x + dx, y + dy, s) for x, y, s in np.reshape(row["keypoints"], (-1, 3)).tolist()]
        fits = [0 <= x <= image["width"] and 0 <= y <= image["height"] and s for x, y, s in points]
        made["keypoints"] = [value for point, fit in zip(points, fits) for value in (point if fit else (0, 0, 0))]
    return made


def bounds(picture):
    """The box around the pixels of a mask."""
    rows, columns = np.flatnonzero(picture.any(1)), np.flatnonzero(picture.any(0))
    if not len(rows):
        return [0, 0, 0, 0]
    return [int(columns[0]), int(rows[0]), int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1]


def spread(keypoints, names):
    """Keypoints in their order: of a reader that tells them by name, those that it names."""
    if isinstance(keypoints, dict):
        return [keypoints.get(name) for name in names] if names else list(keypoints.values())
    return keypoints


def filled(picture):
    """A mask without its holes, which an outline has no place for."""
    outlines, _ = cv2.findContours(picture.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return cv2.drawContours(np.zeros(picture.shape, np.uint8), outlines, -1, 1, cv2.FILLED) > 0


def pixels(corners, shape):
    """The pixels whose middle is within an outline."""
    picture, corners = np.zeros(shape, bool), np.asarray(corners, float)
    ends = np.roll(corners, -1, 0)
    # A way between two parts, there and back, has its two crossings at one place: from either end a sum would have
    # another last digit, and a pixel whose middle lies on the way would seem to be within.
    is_downward = (corners[:, 1] <= ends[:, 1])[:, None]
    corners, ends = np.where(is_downward, corners, ends), np.where(is_downward, ends, corners)
    for row in range(shape[0]):
        hit = (corners[:, 1] <= row + 0.5) & (row + 0.5 < ends[:, 1])
        if not hit.any():
            continue
        (ax, ay), (bx, by) = corners[hit].T, ends[hit].T
        crossings = np.sort(ax + (row + 0.5 - ay) / (by - ay) * (bx - ax))
        for left, right in zip(crossings[::2], crossings[1::2]):
            picture[row, max(int(np.ceil(left - 0.5)), 0) : max(int(np.ceil(right - 0.5)), 0)] = True
    return picture


def apart(known, other):
    """How far the edges of two masks are apart in pixels, and their overlap."""
    if known.shape != other.shape:
        return float("inf"), 0.0
    wrong = known != other
    if not wrong.any():
        return 0.0, 1.0
    worst = 0.0
    # A pixel next to the edge has its middle half a pixel from it.
    for picture, among in ((known, wrong & ~known), (~known, wrong & known)):
        if among.any():
            distance = cv2.distanceTransform((~picture).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
            worst = max(worst, float(distance[among].max()) - 0.5)
    return worst, rle.overlap(known, other)


def missed(known, other):
    """How deep a pixel of a mask lies that a mask of whole pixels does not have; 0 where none is deeper than one."""
    inner = cv2.erode(known.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    among = inner & ~other
    if not among.any():
        return 0.0
    return float(cv2.distanceTransform(known.astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[among].max())


def gap(one, other):
    """The largest distance of two rows of numbers."""
    return float(np.abs(np.subtract(one, other)).max())


def figures(label, other, size, names):
    """What is compared of a pair, by name: distances in pixels, and the overlap of masks."""
    made = {}
    if "box" in other:
        made["box"] = gap(label["box"], other["box"])
    if "corners" in other:
        corners = np.asarray(label["corners"])
        within = np.clip(corners, 0, size)
        ways = [np.roll(way, turn, 0) for way in (other["corners"], other["corners"][::-1]) for turn in range(4)]
        # The form of trainers cuts a box at the photo's edges.
        made["corners"] = min(gap(c, way) for way in ways for c in (corners, within))
    if "keypoints" in other:
        made["keypoints"] = of_keypoints(label["keypoints"], other["keypoints"], names)
    if "mask" in other or "polygon" in other:
        picture = rle.decode(label["mask"])
        if "polygon" in other:
            made["mask"], made["overlap"] = apart(filled(picture), pixels(other["polygon"], picture.shape))
        else:
            made["mask"], made["overlap"] = apart(picture, rle.decode(other["mask"]))
    if "drawn" in other:
        made["mask"] = missed(filled(rle.decode(label["mask"])), rle.decode(other["drawn"]))
    if "around" in other:
        made["around"] = gap(around(label, "mask"), other["around"])
    if "area" in other and int(rle.decode(label["mask"]).sum()) != other["area"]:
        made["area"] = float("inf")
    return made


def of_keypoints(keypoints, others, names):
    """The largest distance of keypoints inside the photo; infinite where others are seen."""
    others = spread(others, names)
    if len(keypoints) != len(others):
        return float("inf")
    worst = 0.0
    for one, other in zip(keypoints, others):
        # Some readers tell no third number.
        tells, gone = other is not None and len(other) > 2, other is None or (len(other) > 2 and other[2] == 0)
        if (tells and one[2] != other[2]) or (gone and one[2] != 0):
            return float("inf")
        if one[2] != 0:
            worst = max(worst, gap(one[:2], other[:2]))
    return worst


def cost(label, other, size, names):
    """How far a pair is apart, as far as it costs little to say."""
    cheap = {key: other[key] for key in ("box", "corners", "keypoints") if key in other}
    if cheap:
        return max(figures(label, cheap, size, names).values())
    if "around" not in other and not other.keys() & {"polygon", "mask"}:
        return 0.0
    return gap(around(label, "mask"), around(other, "polygon" if "polygon" in other else "mask"))


def around(label, key):
    """The box around a mask or an outline, which is kept with it."""
    if "around" not in label:
        if key == "mask":
            label["around"] = bounds(rle.decode(label["mask"]))
        else:
            low, high = np.min(label["polygon"], 0), np.max(label["polygon"], 0)
            label["around"] = [*low, *(high - low)]
    return label["around"]


def pairs(known, others, size, names):
    """Each known label with the nearest other one of its class, or None; then what is left."""
    left, made = list(others), []
    for label in known:
        fits = [one for one in left if one["label"] in (None, label["label"])]
        best = min(fits, key=lambda one: cost(label, one, size, names), default=None)
        if best is not None:
            left = [one for one in left if one is not best]
        made.append((label, best))
    return made, left
