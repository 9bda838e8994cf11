"""Symbolic links in and out of the tree, in circles and to nowhere."""

import hashlib
import os

from campaign.bench import photo_bytes
from campaign.inbox import Inbox, told


def scene(bench, name, **settings):
    """Two photos inside, two outside, and every kind of link to them."""
    box = Inbox(bench, name, **settings)
    box.put(b"real/a.jpg", 1)
    box.put(b"b.jpg", 2)
    outside = box.folder / "outside"
    outside.mkdir()
    for number in (3, 4):
        (outside / f"secret{number}.jpg").write_bytes(photo_bytes(number))
        os.utime(outside / f"secret{number}.jpg", (1e9, 1e9))
    place = box.inputs
    (place / "file-inside.jpg").symlink_to("real/a.jpg")
    (place / "file-outside.jpg").symlink_to(outside / "secret3.jpg")
    (place / "folder-inside").symlink_to("real")
    (place / "folder-outside").symlink_to(outside)
    (place / "real" / "up").symlink_to("..")
    (place / "myself.jpg").symlink_to("myself.jpg")
    (place / "myself-folder").symlink_to("myself-folder")
    (place / "nowhere.jpg").symlink_to("nothing.jpg")
    return box


def contents(box):
    """How many records there are of each content, by the photo's number."""
    hashes = {hashlib.sha256(photo_bytes(number)).hexdigest(): number for number in range(10)}
    counts = {}
    for records in box.answers().values():
        for record in records:
            number = hashes.get(record["source"]["sha256"], record["state"])
            counts[number] = counts.get(number, 0) + 1
    return counts


def proof(box):
    """How many links lie in the tree."""
    links = [entry for folder, folders, files in os.walk(box.inputs) for entry in folders + files
             if os.path.islink(os.path.join(folder, entry))]
    return f"{len(links)} links by lstat: out of the tree, in circles, to nowhere"


def not_followed(bench):
    """Links are not followed out of the tree, nor at all unless asked;
    links to files and folders inside and outside, loops"""
    box = scene(bench, "links")
    done = box.run(box.inputs)
    with box.running() as watch:
        watch.wait_until_watching()
        (box.inputs / "later.jpg").symlink_to(box.folder / "outside" / "secret4.jpg")
        box.put(b"c.jpg", 5)
        watch.wait_for_jobs(3)
        watch.stop()
    found = contents(box)
    kept = done.returncode == 0 and found == {1: 1, 2: 1, 5: 1}
    return proof(box), f"only the files themselves have records{told([] if kept else [str(found)])}", kept


def followed(bench):
    """Where following is asked for, it ends and reaches each folder once; the same links with intake.followLinks"""
    box = scene(bench, "links-followed", intake={"followLinks": True})
    done = box.run(box.inputs)
    found = contents(box)
    # Each content is reached by its own path or by a link; a folder in a circle is entered once.
    kept = done.returncode == 0 and set(found) == {1, 2, 3, 4} and sum(found.values()) <= 8
    figure = f"{sum(found.values())} records of 4 contents{told([] if kept else [str(found), done.stderr[-200:]])}"
    return proof(box), figure, kept


def named(bench):
    """A link that a person names is followed; a folder's link and a file's link on the command line"""
    box = scene(bench, "links-named")
    folder = box.folder / "link"
    folder.symlink_to(box.inputs / "real")
    file = box.folder / "one.jpg"
    file.symlink_to(box.folder / "outside" / "secret3.jpg")
    done = box.run(folder, file)
    found = contents(box)
    kept = done.returncode == 0 and found == {1: 1, 3: 1}
    return "2 links named", f"{found} records by content{told([] if kept else [done.stderr[-200:]])}", kept
