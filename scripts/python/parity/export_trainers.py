"""What loaders of trainers read from data sets: ultralytics, torchvision, pycocotools and supervision."""

import contextlib
import io
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np

from . import rle
from .export_photos import PARTS, listed, parts_of, photo

TASKS = {"yolo": "detect", "yolo-segment": "segment", "yolo-pose": "pose", "yolo-obb": "obb"}


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
