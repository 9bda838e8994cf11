"""Near-duplicates: how many pairs of photos are told alike that are, and how many that are not.

The shooting cards have one photo up to twenty times, mirrored, turned, brighter, grey and with other holes: their names
say which. Thresholds are looked at on the photos of even numbers, and reported on those of odd ones. Copies made here,
smaller, harder compressed, brighter and cropped, are looked for among photos of archery, people and pages.
"""

import argparse
import hashlib
import io
import json
import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance, ImageOps

from . import likeness
from .program import CASES

UNLIKE = ("archery", "archery-more", "archery-holes", "people", "documents", "shooting-cards/images")
NAME = re.compile(r"(\d+)_\d{4}-\d\d-\d\d-\d{4}_API_v\d+")
# Scans of one printed card with other holes, which are neither copies nor other photos.
SCAN = re.compile(r"\d+_v\d+")
THRESHOLDS = (8, 12, 16, 20, 24, 28)
# The names of the pairs that were labelled by eye on 2026-11-27, shuffled and with no name in sight: whether they
# show one photo, with other holes at most. All 300 labels are those that the names say.
LOOKED_AT = "1b9a4dc8fa19454a4cda56d419bbb2b6b71320ffdacd7e07b337bfea936f7425"


def distances(views, wholes):
    """How many of all bits and of the coarse ones differ, of each view and each whole photo."""

    def differ(chosen):
        left, right = views[:, chosen].astype(np.float32), wholes[:, chosen].astype(np.float32)
        return left.sum(1)[:, None] + right.sum(1)[None] - 2 * left @ right.T

    return differ(slice(None)), differ(likeness.IS_COARSE)


def nearest(photos, others=None, turned=False, most_coarse=likeness.MOST_COARSE):
    """The least number of bits that differ for each pair, where the coarse ones allow it; both ways round."""
    others = photos if others is None else others
    best = np.full((len(photos), len(others)), 999.0)
    for left, right, flip in ((photos, others, False), (others, photos, True)):
        for part in range(len(likeness.PARTS)):
            views = left[:, part]
            for way in likeness.turns(views) if turned else (views,):
                total, coarse = distances(way, right[:, 0])
                found = np.where(coarse <= most_coarse, total, 999)
                best = np.minimum(best, found.T if flip else found)
    return best


def phash(path):
    """The 64 bits that imagededup's PHash has by its rule: 8 x 8 frequencies of 32 x 32 pixels against their median."""
    light = np.asarray(ImageOps.grayscale(Image.open(path)).resize((32, 32), Image.Resampling.LANCZOS), float)
    wave = np.cos(np.pi * np.arange(8)[:, None] * (np.arange(32)[None] + 0.5) / 32)
    found = (wave @ light @ wave.T).ravel()
    return found >= np.median(found[1:])


def table(title, found, same, thresholds):
    """Prints precision and recall at each threshold; of pairs above the diagonal."""
    pairs = np.triu(np.ones_like(same), 1)
    print(f"\n{title}: {int((same & pairs).sum())} pairs of copies, {int((~same & pairs).sum())} others")
    for threshold in thresholds:
        told = (found <= threshold) & pairs
        right = (told & same).sum()
        precision, recall = right / max(told.sum(), 1), right / (same & pairs).sum()
        print(f"  {threshold:3} bits: precision {precision:.4f}, recall {recall:.4f}")


def pairs_to_label(photos, same, seed=33):
    """300 pairs: half of copies by chance, half the nearest of others by all bits, of a photo four at most."""
    every = [tuple(pair) for pair in np.argwhere(np.triu(np.ones_like(same), 1))]
    near = nearest(photos, turned=True, most_coarse=np.inf)
    used, others = Counter(), []
    for pair in sorted((pair for pair in every if not same[pair]), key=lambda pair: near[pair]):
        if len(others) < 150 and max(used[one] for one in pair) < 4:
            others.append(pair)
            used.update(pair)
    return random.Random(seed).sample([pair for pair in every if same[pair]], 150) + others


def labelled(files, photos, found, same):
    """Says precision and recall on 300 pairs, and whether it is these that were labelled by eye."""
    chosen = pairs_to_label(photos, same)
    names = "\n".join(sorted(" ".join(sorted(files[one].name for one in pair)) for pair in chosen))
    looked = hashlib.sha256(names.encode()).hexdigest() == LOOKED_AT
    told = [pair for pair in chosen if found[pair] <= likeness.DISTANCE]
    right, whole = sum(same[pair] for pair in told), sum(same[pair] for pair in chosen)
    print(
        f"  {len(chosen)} pairs, {'labelled by eye' if looked else 'labelled by their names alone'}, at "
        f"{likeness.DISTANCE} bits: precision {right / max(len(told), 1):.4f}, recall {right / whole:.4f}"
    )


def cards(known):
    """The shooting cards: both halves, beside another hash."""
    files = sorted(path for path in (CASES / "shooting-cards/images").iterdir() if NAME.match(path.stem))
    number = np.array([int(NAME.match(path.stem)[1]) for path in files])
    photos = np.array([known(path) for path in files])
    for half, title in ((0, "even numbers (chosen on)"), (1, "odd numbers (reported)")):
        mine = np.flatnonzero(number % 2 == half)
        same = number[mine][:, None] == number[mine][None]
        table(f"Shooting cards, {title}, mirrored and turned too", nearest(photos[mine], turned=True), same, THRESHOLDS)
        if half == 1:
            labelled([files[place] for place in mine], photos[mine], nearest(photos[mine], turned=True), same)
        other = np.array([phash(files[place]) for place in mine]).astype(np.float32)
        found = other.sum(1)[:, None] + other.sum(1)[None] - 2 * other @ other.T
        table("  beside it the rule of imagededup's PHash, which knows no turns", found, same, (4, 8, 10, 12))


def copies(seed):
    """What is done to a photo, by what it is called."""
    chance = random.Random(seed)

    def cropped(photo, left, top, right, bottom):
        width, height = photo.size
        return photo.crop(
            (round(width * left), round(height * top), round(width * (1 - right)), round(height * (1 - bottom)))
        )

    def by_chance(photo):
        (left, right), (top, bottom) = (
            (whole * share, whole * (1 - share))
            for whole, share in ((chance.random() / 10, chance.random()) for _ in range(2))
        )
        return cropped(photo, left, top, right, bottom)

    def compressed(photo, quality):
        file = io.BytesIO()
        photo.save(file, "JPEG", quality=quality)
        return Image.open(file).convert("RGB")

    return {
        "a third of the size": lambda photo: photo.resize((max(photo.width // 3, 8), max(photo.height // 3, 8))),
        "JPEG of quality 20": lambda photo: compressed(photo, 20),
        "darker (0.6)": lambda photo: ImageEnhance.Brightness(photo).enhance(0.6),
        "brighter (1.4)": lambda photo: ImageEnhance.Brightness(photo).enhance(1.4),
        "a crop by up to a tenth": by_chance,
        "a crop of 5 % all round": lambda photo: cropped(photo, 0.05, 0.05, 0.05, 0.05),
    }


def made(limit):
    """Copies that are made here, among photos of other things."""
    files = [
        path
        for folder in UNLIKE
        for path in sorted((CASES / folder).rglob("*"))
        if path.suffix.lower() in (".jpg", ".jpeg", ".png") and not NAME.match(path.stem) and not SCAN.match(path.stem)
    ]
    random.Random(1).shuffle(files)
    photos, changed = [], {name: [] for name in copies(1)}
    ways = copies(7)
    for path in files[:limit]:
        with Image.open(path) as photo:
            photo.draft("RGB", (640, 640))
            upright = ImageOps.exif_transpose(photo).convert("RGB")
        upright.thumbnail((640, 640), Image.Resampling.BILINEAR)
        photos.append(likeness.bits(np.asarray(upright)))
        for name, way in ways.items():
            changed[name].append(likeness.bits(np.asarray(way(upright))))
    photos = np.array(photos)
    print(f"\nCopies made of {len(photos)} photos, found at {likeness.DISTANCE} bits:")
    for name, some in changed.items():
        found = nearest(photos, np.array(some)) <= likeness.DISTANCE
        own = np.eye(len(photos), dtype=bool)
        print(f"  {name}: {found[own].mean():.1%}; with other photos {int((found & ~own).sum())} of {(~own).sum()}")


def records(folder):
    """What the records of a folder of results say that their photos look like, by the photos' names."""
    found = {}
    for path in Path(folder).rglob("*.json"):
        record = json.loads(path.read_text())
        line = (record.get("image") or {}).get("likeness") if isinstance(record, dict) else None
        if line:
            found[Path(record["source"]["path"]).name] = likeness.of_text(line)
    return found


def main():
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", help="take what the records of this folder say in place of what is reckoned here")
    parser.add_argument("--photos", type=int, default=200, help="make copies of so many photos")
    options = parser.parse_args()
    if options.results:
        mine = records(options.results)
        print(f"{len(mine)} records say what their photos look like")
        cards(lambda path: mine[path.name])
    else:
        cards(likeness.of_file)
        made(options.photos)


if __name__ == "__main__":
    main()
