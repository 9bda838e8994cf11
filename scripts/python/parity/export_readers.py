"""What public readers read from data sets that `quiver export` made, each in its own words and in pixels of the photo.

Every reader gives photos, `{content, part, labels}`, and the names of the classes where the form lists them. A label
has its `label` and what the reader tells of it: `box` [x, y, width, height], `mask` (COCO's run lengths), `polygon`
(corners of an outline without holes), `corners` of a turned box, `keypoints` [x, y, seen], `area` of a mask.

Some want other versions of packages than the trainer, so PARITY_READERS names a second interpreter for supervision,
label-studio-sdk, datumaro and pandas: `python -m parity.export_readers READER FORM FOLDER FILE` there writes JSON.
"""

import contextlib
import csv
import hashlib
import io
import json
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import unquote

import numpy as np

from . import rle

PARTS = ("train", "val", "test")
TASKS = {"yolo": "detect", "yolo-segment": "segment", "yolo-pose": "pose", "yolo-obb": "obb"}


def hashed(path):
    """The photo's content, by which it is known in every data set."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def parts_of(folder):
    """The parts with photos that a folder of photos is divided into: names and folders."""
    return [(part, folder / part) for part in PARTS if any((folder / part).glob("*"))] or [(None, folder)]


def photo(path, part, labels):
    """A photo of a data set."""
    return {"content": hashed(path), "part": part, "labels": labels}


def listed(values):
    """Numbers as lists of Python's own, for JSON."""
    return np.asarray(values, float).tolist()


def ultralytics(folder, form):
    """What trainers' own loader reads."""
    from ultralytics.data.dataset import YOLODataset
    from ultralytics.data.utils import check_det_dataset

    task, photos = TASKS[form], []
    data = check_det_dataset(folder / "data.yaml", autodownload=False)
    for part, images in parts_of(folder / "images"):
        if part and Path(data[part]).resolve() != images.resolve():
            raise ValueError(f"data.yaml names {data[part]} for {part}, where the photos lie in {images}")
        loaded = YOLODataset(img_path=str(images), data=data, task=task, augment=False, imgsz=640)
        for row in loaded.labels:
            height, width = row["shape"]
            size, labels = np.array([width, height]), []
            for index, number in enumerate(row["cls"][:, 0]):
                found = {"label": data["names"][int(number)]}
                middle, sides = row["bboxes"][index][:2] * size, row["bboxes"][index][2:] * size
                if task in ("detect", "pose"):
                    found["box"] = listed([*(middle - sides / 2), *sides])
                if task == "pose":
                    points = row["keypoints"][index]
                    found["keypoints"] = listed(np.column_stack([points[:, :2] * size, points[:, 2]]))
                if task in ("segment", "obb"):
                    found["polygon" if task == "segment" else "corners"] = listed(row["segments"][index] * size)
                labels.append(found)
            photos.append(photo(row["im_file"], part, labels))
    return photos, [data["names"][i] for i in range(len(data["names"]))]


def torchvision(folder, form):
    """Folders of classes, or VOC's annotations."""
    if form == "yolo-classify":
        return classified(folder)
    from torchvision.datasets import VOCDetection

    photos, main = [], folder / "ImageSets" / "Main"
    for part in [p for p in PARTS if (main / f"{p}.txt").exists()] or ["trainval"]:
        for stem in (main / f"{part}.txt").read_text("utf-8").splitlines():
            tree = ET.parse(folder / "Annotations" / f"{stem}.xml")
            told, labels = VOCDetection.parse_voc_xml(tree.getroot())["annotation"], []
            for found in told["object"]:
                left, top, right, bottom = (float(found["bndbox"][k]) for k in ("xmin", "ymin", "xmax", "ymax"))
                # VOC counts from 1, and a box's right and lower edges are its last pixels.
                labels.append({"label": found["name"], "box": [left - 1, top - 1, right - left + 1, bottom - top + 1]})
            path = folder / told["folder"] / told["filename"]
            photos.append(photo(path, part if part in PARTS else None, labels))
    return photos, None


def classified(folder):
    """Photos by the folder of their class; each part has the same classes."""
    from torchvision.datasets import ImageFolder
    from ultralytics.data.utils import check_cls_dataset

    photos, names = [], None
    for part, place in parts_of(folder):
        loaded = ImageFolder(str(place), allow_empty=True)
        if names not in (None, loaded.classes):
            raise ValueError(f"{part} has other classes than the parts before it")
        names = loaded.classes
        photos += [photo(path, part, [{"label": names[number]}]) for path, number in loaded.samples]
    told = check_cls_dataset(folder)
    if sorted(told["names"].values()) != sorted(names):
        raise ValueError("ultralytics and torchvision read other classes")
    return photos, None


def pycocotools(folder, form):
    """COCO's own tools; the parts' files have the same annotations as the whole one."""
    del form
    whole, rows, names = coco(folder / "annotations.json")
    files = {part: folder / f"annotations-{part}.json" for part in PARTS}
    for part, file in files.items():
        if not file.exists():
            continue
        _, own, _ = coco(file)
        for number, labels in own.items():
            if labels != rows.get(number):
                raise ValueError(f"{file.name} says something else of image {number} than annotations.json")
            whole[number]["part"] = part
    photos = []
    for number, image in whole.items():
        photos.append(photo(folder / "images" / image["file_name"], image.get("part"), rows[number]))
    return photos, names


def coco(file):
    """A file of COCO's: images and labels by number, and the names of the classes."""
    from pycocotools.coco import COCO

    with contextlib.redirect_stdout(io.StringIO()):
        loaded = COCO(str(file))
    if len(loaded.anns) != len(loaded.dataset["annotations"]) or len(loaded.imgs) != len(loaded.dataset["images"]):
        raise ValueError(f"{file.name} has ids that are not unique")
    rows = {}
    for number in loaded.imgs:
        rows[number] = []
        for found in loaded.loadAnns(loaded.getAnnIds(imgIds=[number])):
            category = loaded.cats[found["category_id"]]
            label = {"label": category["name"], "box": found["bbox"]}
            shape = found.get("segmentation")
            if isinstance(shape, dict):
                label["mask"] = rle.encode(loaded.annToMask(found))
            elif shape:
                label["corners"] = np.reshape(shape[0], (-1, 2)).tolist()
            if "keypoints" in found:
                points = np.reshape(found["keypoints"], (-1, 3))
                if len(points) != len(category["keypoints"]):
                    raise ValueError(f"{category['name']} has {len(points)} keypoints and another number of names")
                label["keypoints"] = points.tolist()
            rows[number].append(label)
    return dict(loaded.imgs), rows, [c["name"] for c in loaded.loadCats(loaded.getCatIds())]


def supervision(folder, form):
    """The loaders of supervision's data sets."""
    import supervision as sv

    photos, names = [], None
    where = folder / ("JPEGImages" if form == "voc" else "images")
    for part, images in parts_of(where):
        below = Path(part or "")
        if form == "voc":
            loaded = sv.DetectionDataset.from_pascal_voc(str(images), str(folder / "Annotations" / below))
        elif form.startswith("coco"):
            # Names of photos begin with their part's folder.
            file = folder / (f"annotations-{part}.json" if part else "annotations.json")
            loaded = sv.DetectionDataset.from_coco(str(where), str(file), force_masks=form == "coco-masks")
        else:
            loaded = sv.DetectionDataset.from_yolo(
                str(images),
                str(folder / "labels" / below),
                str(folder / "data.yaml"),
                force_masks=form == "yolo-segment",
                is_obb=form == "yolo-obb",
            )
        names = loaded.classes
        for path, found in loaded.annotations.items():
            photos.append(photo(path, part, [told(found, i, names, form) for i in range(len(found))]))
    return photos, None if form == "voc" else names


def told(found, index, names, form):
    """A detection of supervision's."""
    left, top, right, bottom = map(float, found.xyxy[index])
    label = {"label": names[int(found.class_id[index])]}
    box = [left, top, right - left, bottom - top]
    if form == "yolo-obb":
        label["corners"] = listed(found.data["xyxyxyxy"][index])
    elif form == "yolo-segment":
        # Outlines are drawn in whole pixels, and with the ways between their parts.
        label |= {"around": box, "drawn": rle.encode(found.mask[index])}
    else:
        label["box"] = box
        if form == "coco-masks":
            label["mask"] = rle.encode(found.mask[index])
    return label


def labelstudio(folder, form):
    """Label Studio's converter, of accepted predictions too: of boxes and outlines what it makes COCO of."""
    from label_studio_sdk.converter import Converter

    tasks = json.loads((folder / "tasks.json").read_text("utf-8"))
    for task in tasks:
        # What an annotator's click makes of a prediction.
        task["annotations"] = task["annotations"] or [{"id": task["id"], "result": task["predictions"][0]["result"]}]
    converter = Converter(str(folder / "labels.xml"), str(folder), download_resources=False)
    # So that it tells which keypoints belong to which box.
    converter.is_keypoints = True
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "tasks.json"
        file.write_text(json.dumps(tasks), "utf-8")
        items = list(converter.iter_from_json_file(str(file)))
        converter.convert_to_coco(str(file), str(Path(name) / "coco"), is_dir=False)
        made = json.loads((Path(name) / "coco" / "result.json").read_text("utf-8"))
    photos = []
    for item in items:
        rows = [row for rows in item["output"].values() for row in rows]
        labels = {row["id"]: region(row) for row in rows if row["type"] != "KeyPointLabels"}
        for row in rows:
            if row["type"] == "KeyPointLabels":
                labels[row["parentID"]].setdefault("keypoints", {})[row["keypointlabels"][0]] = place(row)
        data = item["input"]
        path = folder / unquote(data["image"].partition("?d=")[2])
        photos.append(photo(path, data["split"], list(labels.values())))
    check_conversion(photos, made, form)
    return photos, None


def place(row):
    """Where a region of Label Studio's begins, in pixels."""
    return [row["x"] / 100 * row["original_width"], row["y"] / 100 * row["original_height"]]


def region(row):
    """A box, a turned box or an outline of Label Studio's."""
    size = np.array([row["original_width"], row["original_height"]])
    if "points" in row:
        return {"label": row["polygonlabels"][0], "polygon": listed(np.array(row["points"]) / 100 * size)}
    label = {"label": row["rectanglelabels"][0]}
    start, sides = np.array(place(row)), np.array([row["width"], row["height"]]) / 100 * size
    if row["rotation"]:
        # Around its first corner, clockwise.
        angle = np.radians(row["rotation"])
        along, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        along, down = along * sides[0], down * sides[1]
        label["corners"] = listed([start, start + along, start + along + down, start + down])
    else:
        label["box"] = listed([*start, *sides])
    return label


def check_conversion(photos, made, form):
    """Whether the converter's COCO has as many boxes, outlines and photos with keypoints as its own reading."""
    del form
    ours = sum(len(p["labels"]) for p in photos)
    posed = sum(any("keypoints" in one for one in p["labels"]) for p in photos)
    shapes = [one for one in made["annotations"] if "keypoints" not in one]
    poses = [one for one in made["annotations"] if "keypoints" in one]
    if (len(shapes), len(poses)) != (ours, posed):
        raise ValueError(
            f"Label Studio's COCO has {len(shapes)} shapes of {ours}, and keypoints in {len(poses)} photos of {posed}"
        )


def datumaro(folder, form):
    """Datumaro, which reads CVAT's form; of skeletons it reads the points, each with its own label."""
    del form
    from datumaro.components.annotation import AnnotationType
    from datumaro.components.dataset import Dataset

    loaded = Dataset.import_from(str(folder), "cvat")
    names = [c.name for c in loaded.categories()[AnnotationType.label]]
    photos = []
    for item in loaded:
        labels = []
        for found in item.annotations:
            label = {"label": names[found.label]}
            if found.type == AnnotationType.mask:
                label["mask"] = rle.encode(np.asarray(found.image) > 0)
            elif found.type == AnnotationType.points:
                # A point that is there already begins the next skeleton, whose own label it does not tell.
                if not labels or label["label"] in labels[-1]["keypoints"]:
                    labels.append({"label": None, "keypoints": {}})
                labels[-1]["keypoints"][label["label"]] = listed(found.points)
                continue
            elif found.type == AnnotationType.rotated_bbox:
                x, y, width, height, angle = found.points
                label["corners"] = turned([x - width / 2, y - height / 2, width, height], angle)
            else:
                label["box"] = listed(found.get_bbox())
            labels.append(label)
        part = item.subset if item.subset in PARTS else None
        photos.append(photo(item.media.path, part, labels))
    return photos, None


def cvat(folder, form):
    """CVAT's XML by the rules of its documentation: skeletons as a whole too, of which datumaro reads the points."""
    del form
    root, photos = ET.parse(folder / "annotations.xml").getroot(), []
    names = [one.findtext("name") for one in root.iter("label") if one.find("parent") is None]
    for image in root.iter("image"):
        size, labels = (int(image.get("height")), int(image.get("width"))), []
        for found in image:
            label = {"label": found.get("label")}
            if found.tag == "box":
                edges = [float(found.get(k)) for k in ("xtl", "ytl", "xbr", "ybr")]
                box = [edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]]
                turn = float(found.get("rotation", 0))
                label |= {"corners": turned(box, turn)} if turn else {"box": box}
            elif found.tag == "mask":
                label["mask"] = rle.encode(mask_of_rows(found, size))
            else:
                points = {}
                for point in found.findall("points"):
                    seen = 0 if point.get("outside") == "1" else 2 - int(point.get("occluded"))
                    points[point.get("label")] = [*map(float, point.get("points").split(",")), seen]
                label["keypoints"] = points
            labels.append(label)
        photos.append(photo(folder / "images" / image.get("name"), image.get("subset"), labels))
    return photos, names


def turned(box, degrees):
    """The corners of a box that is turned around its middle, clockwise."""
    angle, (x, y, width, height) = np.radians(degrees), box
    along, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    middle = np.array([x + width / 2, y + height / 2])
    signs = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return listed([middle + a * along * width / 2 + b * down * height / 2 for a, b in signs])


def mask_of_rows(found, size):
    """A mask of CVAT's: lengths of zeros and ones in turn, row by row within its box."""
    picture = np.zeros(size, bool)
    left, top, width, height = (int(found.get(k)) for k in ("left", "top", "width", "height"))
    counts = [int(text) for text in found.get("rle").split(",")]
    values = np.repeat(np.arange(len(counts)) % 2 == 1, counts)
    picture[top : top + height, left : left + width] = values.reshape(height, width)
    return picture


def table(folder, form):
    """Rows of CSV by the standard library."""
    del form
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as file:
        return rows_of_table(folder, csv.DictReader(file))


def pandas(folder, form):
    """Rows of CSV, or lines of JSON, by pandas."""
    import pandas as pd

    if form == "csv":
        frame = pd.read_csv(folder / "labels.csv", dtype=str, keep_default_na=False)
        return rows_of_table(folder, frame.to_dict("records"))
    frame = pd.read_json(folder / "labels.jsonl", lines=True, dtype=False)
    return photos_of_lines(folder, frame.astype(object).where(frame.notna(), None).to_dict("records"))


def rows_of_table(folder, rows):
    """A label a row, and a row for a photo without any."""
    photos = {}
    for row in rows:
        own = photos.setdefault(row["file_name"], photo(folder / row["file_name"], row["split"] or None, []))
        if not row["label"]:
            continue
        left, top, right, bottom = (float(row[k]) for k in ("x_min", "y_min", "x_max", "y_max"))
        # The apostrophe keeps spreadsheets from taking a text for a formula.
        label = {"label": row["label"].removeprefix("'"), "box": [left, top, right - left, bottom - top]}
        for key in ("corners", "keypoints"):
            if row[key]:
                label[key] = [list(map(float, point.split())) for point in row[key].split(";")]
        if row["mask_area"]:
            label["area"] = int(row["mask_area"])
        own["labels"].append(label)
    return list(photos.values()), None


def lines(folder, form):
    """Lines of JSON by the standard library."""
    del form
    with (folder / "labels.jsonl").open(encoding="utf-8") as file:
        return photos_of_lines(folder, [json.loads(line) for line in file])


def photos_of_lines(folder, rows):
    """A photo a line."""
    photos = []
    for row in rows:
        labels = []
        for one in row["objects"]:
            label, shape = {"label": one["label"], "box": one["bbox"]}, one.get("segmentation")
            if isinstance(shape, dict):
                label |= {"mask": shape, "area": int(one["area"])}
            elif shape:
                label["corners"] = np.reshape(shape[0], (-1, 2)).tolist()
            if "keypoints" in one:
                label["keypoints"] = np.reshape(one["keypoints"], (-1, 3)).tolist()
            labels.append(label)
        photos.append(photo(folder / row["file_name"], row["split"], labels))
    return photos, None


READERS = {
    "ultralytics": ultralytics,
    "torchvision": torchvision,
    "pycocotools": pycocotools,
    "supervision": supervision,
    "Label Studio": labelstudio,
    "datumaro": datumaro,
    "CVAT's rules": cvat,
    "csv": table,
    "json": lines,
    "pandas": pandas,
}
APART = {"supervision", "Label Studio", "datumaro", "pandas"}


def main():
    """Reads in the interpreter that has these readers."""
    reader, form, folder, file = sys.argv[1:]
    Path(file).write_text(json.dumps(READERS[reader](Path(folder), form)), "utf-8")


if __name__ == "__main__":
    main()
