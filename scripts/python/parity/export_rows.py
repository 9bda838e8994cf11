"""Which reader reads which format of a task, and how what it reads is compared with what the records say."""

import dataclasses

from . import export_labels, export_tools

NEAR = export_labels.NEAR + export_labels.GRAIN
# For each task: the format, its reader, and what it must read of every label.
READ = {
    "detect": [
        ("yolo", "ultralytics", "box"),
        ("coco", "pycocotools", "box"),
        ("voc", "torchvision", "box"),
        ("labelstudio", "Label Studio", "box"),
        ("cvat", "datumaro", "box"),
        ("cvat", "CVAT's rules", "box"),
        ("csv", "csv", "box"),
        ("csv", "pandas", "box"),
        ("jsonl", "json", "box"),
        ("jsonl", "pandas", "box"),
        ("parquet", "pyarrow", "box"),
    ],
    "boxes": [("yolo", "supervision", "box"), ("coco", "supervision", "box"), ("voc", "supervision", "box")],
    "segment": [
        ("yolo-segment", "ultralytics", "mask"),
        ("yolo-segment", "supervision", "mask"),
        ("coco", "pycocotools", "box mask"),
        ("coco", "supervision", "box mask"),
        ("voc", "torchvision", "box"),
        ("labelstudio", "Label Studio", "mask"),
        ("cvat", "datumaro", "mask"),
        ("cvat", "CVAT's rules", "mask"),
        ("csv", "csv", "box area"),
        ("jsonl", "json", "box mask area"),
        ("parquet", "pyarrow", "box mask area"),
    ],
    "pose": [
        ("yolo-pose", "ultralytics", "box keypoints"),
        ("coco", "pycocotools", "box keypoints"),
        ("voc", "torchvision", "box"),
        ("labelstudio", "Label Studio", "box keypoints"),
        ("cvat", "datumaro", "keypoints"),
        ("cvat", "CVAT's rules", "keypoints"),
        ("csv", "csv", "box keypoints"),
        ("jsonl", "json", "box keypoints"),
        ("parquet", "pyarrow", "box keypoints"),
    ],
    "obb": [
        ("yolo-obb", "ultralytics", "corners"),
        ("yolo-obb", "supervision", "corners"),
        ("coco", "pycocotools", "box corners"),
        ("voc", "torchvision", "box"),
        ("labelstudio", "Label Studio", "corners"),
        ("cvat", "datumaro", "corners"),
        ("cvat", "CVAT's rules", "corners"),
        ("csv", "csv", "box corners"),
        ("jsonl", "json", "box corners"),
        ("parquet", "pyarrow", "box corners"),
    ],
    "classify": [("yolo-classify", "torchvision", "")],
}


@dataclasses.dataclass
class Row:
    """What a reader read of a data set."""

    task: str
    form: str
    reader: str
    needs: str
    worst: float = 0.0
    overlap: float = 1.0
    photos: int = 0
    labels: int = 0
    faults: list = dataclasses.field(default_factory=list)

    def compare(self, known, photos, points):
        """Compares photos with what the records say."""
        self.photos, self.labels = len(photos), sum(len(p["labels"]) for p in photos)
        counts = dict.fromkeys(known, 0)
        for photo in photos:
            own = known.get(photo["content"])
            if own is None:
                self.faults.append("a photo that is none of the results")
                continue
            counts[photo["content"]] += 1
            self.compare_photo(own, photo, points)
        for content, count in counts.items():
            if count != known[content]["count"]:
                self.faults.append(f"{known[content]['name']}: there {count} times, not {known[content]['count']}")

    def compare_photo(self, own, photo, points):
        """Compares the labels of a photo."""
        if own.setdefault("part", photo["part"]) != photo["part"]:
            self.faults.append(f"{own['name']}: in {photo['part']}, and in {own['part']} of the format before")
        made, left = export_labels.pairs(own["labels"], photo["labels"], own["size"], points)
        for other in left:
            self.faults.append(f"{own['name']}: {other['label']} that the results do not have")
        for label, other in made:
            if other is None:
                self.faults.append(f"{own['name']}: no {label['label']} at {label.get('box')}")
                continue
            if self.needs == "corners" and "box" in other:
                # A turned box that stands upright.
                other["corners"] = export_tools.turned(other.pop("box"), 0)
            told = {"mask" if key in ("polygon", "drawn") else key for key in other}
            if missing := [key for key in self.needs.split() if key not in told]:
                self.faults.append(f"{own['name']}: {label['label']} without {' and '.join(missing)}")
                continue
            for name, value in export_labels.figures(label, other, own["size"], points).items():
                if name == "overlap":
                    self.overlap = min(self.overlap, value)
                    continue
                self.worst = max(self.worst, value)
                # Masks have the same pixels, but where a reader draws them with an edge.
                if value > (0 if name == "mask" and "drawn" not in other else NEAR):
                    self.faults.append(f"{own['name']}: {name} of {label['label']} {value:.2f} px off")

    def show(self):
        """Prints the row and the first of what is wrong; whether it holds."""
        print(
            f"{self.task:<9} {self.form:<13} {self.reader:<13} {self.photos:6d} {self.labels:6d} {self.worst:8.3f} px"
            f"   {self.overlap:.3f}  {'NO' if self.faults else 'yes'}",
            flush=True,
        )
        for fault in self.faults[:4]:
            print(f"    {fault}")
        if len(self.faults) > 4:
            print(f"    and {len(self.faults) - 4} more", flush=True)
        return not self.faults
