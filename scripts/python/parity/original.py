"""What the original finds on the photos of cases/people, as `reference/*.json` and `masks/` tell it."""

import json
import struct
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

VISIBLE = 0.5
# the original takes every photo for a mirror's picture: its left hand is the person's right one
OTHER_SIDE = {"Left": "right hand", "Right": "left hand"}


@dataclass
class Thing:
    """A face, a hand or a person: points in pixels, the length that errors are shares of, and which points count."""

    points: np.ndarray
    size: float
    counts: np.ndarray
    label: str = ""
    score: float = 0.0


@dataclass
class Photo:
    """What is known of a photo: for each kind its things, classes by falling probability, and the person's mask."""

    name: str
    kinds: list[str] = field(default_factory=list)
    things: dict[str, list[Thing]] = field(default_factory=dict)
    classes: list[tuple[str, float]] = field(default_factory=list)
    mask: np.ndarray | None = None


def thing(points, size=None, counts=None, label="", score=0.0):
    """A thing; its size is the larger side of the tight box around the points that count, where none is told."""
    points = np.array(points, float)[:, :2]
    counts = np.ones(len(points), bool) if counts is None or not np.any(counts) else np.asarray(counts, bool)
    if size is None:
        size = np.ptp(points[counts], axis=0).max()
    return Thing(points, max(float(size), 1e-6), counts, label, score)


def faces(rows):
    """Faces: errors are shares of the box's width."""
    return [thing(row["keypoints"], size=row["box"][2], label="face", score=row["score"]) for row in rows]


def mesh(points):
    """A face of 468 points: errors are shares of its width."""
    return thing(points, size=np.ptp(np.array(points)[:, 0]), label="face")


def person(pose):
    """A person: only the joints that are seen count."""
    rows = np.array(pose["landmarks"])
    return thing(rows, counts=rows[:, 3] >= VISIBLE, label="person", score=pose["detection"]["score"])


def read(file, cases):
    """One photo's reference."""
    told = json.loads(file.read_text())
    found, pose = told["face_detection"], told["pose"]
    has_person = "landmarks" in pose
    hands = told["hands"]["hands"]
    return Photo(
        name=told["photo"]["file"],
        kinds=told["photo"]["kinds"],
        things={
            "faces": faces(found["short_range"]),
            "faces-full": faces(found["full_range"]),
            "mesh": [mesh(points) for points in told["face_mesh"]["faces"]],
            "hands": [thing(h["landmarks"], label=OTHER_SIDE[h["label"]], score=h["score"]) for h in hands],
            "pose": [person(pose)] if has_person else [],
        },
        classes=[(name, probability) for _, name, probability, _ in told["efficientnet_lite0"]["top5"]],
        mask=cv2.imread(str(cases / pose["mask"]), cv2.IMREAD_GRAYSCALE) > 127 if has_person else None,
    )


def photos(cases: Path):
    """All photos of the cases that have a reference."""
    return [read(file, cases) for file in sorted((cases / "reference").glob("*.json"))]


def has_profile(path):
    """Whether a JPEG or PNG carries a colour profile: Quiver applies it, the original does not."""
    data, place = path.read_bytes(), 8
    if not data.startswith(b"\x89PNG"):
        return b"ICC_PROFILE\0" in data[: 1 << 20]
    while place + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        if kind in (b"iCCP", b"IDAT"):
            return kind == b"iCCP"
        place += 12 + length
    return False
