"""What tools of annotators and of tables read: Label Studio, CVAT by datumaro and by its rules, pandas, pyarrow."""

import csv
import json
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import unquote

import numpy as np

from . import rle
from .export_photos import PARTS, listed, photo


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


def parquet(folder, form):
    """Rows of Parquet by pyarrow: a photo a row, as in lines of JSON, but for what an object does not have."""
    del form
    from pyarrow.parquet import read_table

    rows = read_table(folder / "labels.parquet").to_pylist()
    for row in rows:
        row["objects"] = [{key: value for key, value in one.items() if value is not None} for one in row["objects"]]
        for one in row["objects"]:
            if "segmentation" in one:
                one["segmentation"] = json.loads(one["segmentation"])
    return photos_of_lines(folder, rows)


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
