"""Big folders of results, made from the rows of processed photos, and what is asked of them."""

import hashlib
import json
import random
import shutil
import sqlite3

# What a view of a photo may hold: 63 coarse bits and 57 fine ones, each in eight bytes (LikenessBits).
KNOWN_BITS = (2**64 - 2) << 64 | (2**57 - 1)
# What is asked for, by every program.
LABEL, CONFIDENCE = "bull", 0.8
QUESTION = f"label:{LABEL} confidence>{CONFIDENCE}"


class Rows:
    """The rows of a queue's processed photos, each the pattern of many more."""

    def __init__(self, queue):
        self.queue = queue
        columns = [column[1] for column in queue.execute("PRAGMA table_info(job)")]
        self.at = {name: columns.index(name) for name in columns}
        self.facts = [column[1] for column in queue.execute("PRAGMA table_info(photo_fact)")]
        self.jobs = [
            list(row) for row in queue.execute("SELECT * FROM job WHERE state = 4 AND current = 1 ORDER BY id")
        ]
        self.chance = random.Random(33)

    def insert(self, table, row):
        """Adds a row."""
        self.queue.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)

    def folder(self, path):
        """Adds a folder of photos: its row's id."""
        return self.queue.execute("INSERT INTO folder (root, path) VALUES (?, ?)", (str(path).encode(), b"")).lastrowid

    def job(self, number, folder, content, file):
        """Adds the job of a photo; returns that of its pattern, and the number that the index keeps of its content."""
        row = list(self.jobs[number % len(self.jobs)])
        before, head = row[self.at["id"]], int.from_bytes(content[:8], "big", signed=True)
        known = {"id": number + 1, "folder": folder, "content_head": head, "content_tail": content[8:]}
        for column, value in (known | file).items():
            row[self.at[column]] = value
        self.insert("job", row)
        return before, head

    def facts_of(self, number, before, head):
        """Adds what the index knows of a photo: its bits, and what its pattern's rows tell."""
        ((bits,),) = self.queue.execute("SELECT likeness FROM likeness WHERE job = ?", (before,))
        # Nine of ten are photos of their own.
        self.insert("likeness", (number + 1, self.other_bits(bits) if number % 10 else bits))
        for fact in self.queue.execute("SELECT * FROM photo_fact WHERE job = ?", (before,)).fetchall():
            fact = list(fact)
            fact[0], fact[self.facts.index("content")] = number + 1, head
            self.insert("photo_fact", fact)
        for fact in self.queue.execute("SELECT * FROM finding_fact WHERE job = ?", (before,)).fetchall():
            self.insert("finding_fact", [number + 1, *fact[1:]])

    def other_bits(self, bits):
        """Bits by chance for all of a photo, and for its parts what differs from them in the pattern."""
        whole = int.from_bytes(bits[:16], "big")
        other = self.chance.getrandbits(128) & KNOWN_BITS
        views = (int.from_bytes(bits[first : first + 16], "big") for first in range(0, len(bits), 16))
        return b"".join((view ^ whole ^ other).to_bytes(16, "big") for view in views)

    def record(self, number, before, file, data, content):
        """Adds the record of a photo: its pattern's, so that it says the same as what is kept of the findings."""
        ((record,),) = self.queue.execute("SELECT record FROM result WHERE job = ?", (before,))
        record = json.loads(record)
        record["source"] |= {"path": str(file), "bytes": len(data), "sha256": content.hex()}
        self.insert("result", (number + 1, json.dumps(record, separators=(",", ":")).encode()))

    def end(self):
        """Counts, and lets the queue plan by the new sizes."""
        self.queue.execute("UPDATE tally SET jobs = (SELECT count(*) FROM job WHERE job.state = tally.state)")
        self.queue.commit()
        self.queue.execute("PRAGMA optimize")
        self.queue.close()


def grow(output, count, picture):
    """Fills a queue up to so many photos: rows like those of processed ones, each of a file of its own."""
    more = output.parent / "more"
    more.mkdir(exist_ok=True)
    rows = Rows(sqlite3.connect(output / "quiver.sqlite"))
    folder = rows.folder(more)
    for number in range(len(rows.jobs), count):
        file, data = more / f"{number:06d}.jpg", picture + str(number).encode()
        if not file.exists():
            file.write_bytes(data)
        content, told = hashlib.sha256(data).digest(), file.stat()
        kept = {
            "name": file.name.encode(),
            "inode": told.st_ino,
            "device": told.st_dev,
            "size": told.st_size,
            "modified": told.st_mtime_ns,
            "changed": told.st_ctime_ns,
        }
        before, head = rows.job(number, folder, content, kept)
        rows.record(number, before, file, data, content)
        rows.facts_of(number, before, head)
    rows.end()


def grow_hashes(output, many, count):
    """A copy of a folder's queue with so many photos: their jobs, bits and facts, without records and files."""
    shutil.rmtree(many, ignore_errors=True)
    many.mkdir()
    whole = sqlite3.connect(output / "quiver.sqlite")
    whole.execute("VACUUM INTO ?", (str(many / "quiver.sqlite"),))
    whole.close()
    rows = Rows(sqlite3.connect(many / "quiver.sqlite"))
    folder = rows.folder(many.parent / "elsewhere")
    for number in range(len(rows.jobs), count):
        name = f"{number:07d}.jpg".encode()
        before, head = rows.job(number, folder, hashlib.sha256(name).digest(), {"name": name, "inode": number})
        rows.facts_of(number, before, head)
    rows.end()


def asked_of_records(output, data):
    """What is asked of a folder with photos and records: its name, the most seconds, the command."""
    found = ["find", QUESTION, "--in", output]
    return (
        ("find photos by a label, the first 100", 0.2, [*found, "--limit", "100"]),
        ("count photos by a label", 0.2, [*found, "--count"]),
        ("near-duplicates of all", 10, ["alike", "--format", "json", "--output", output]),
        ("select 500 by uncertainty", 10, ["select", output, "--count", "500", "--by", "uncertainty"]),
        ("select 500 by entropy", 10, ["select", output, "--count", "500", "--by", "entropy"]),
        ("select 500 by chance", 10, ["select", output, "--count", "500", "--by", "random"]),
        ("export COCO, with links to the photos", 20, ["export", "coco", output, "--to", data, "--link"]),
    )


def asked_of_hashes(output):
    """What is asked of a queue of very many photos, as for those of records."""
    found = ["find", QUESTION, "--in", output]
    return (
        ("near-duplicates of all", 60, ["alike", "--format", "json", "--output", output]),
        ("find photos by a label, the first 100", 0.2, [*found, "--limit", "100"]),
        ("how the queue stands", 0.2, ["status", "--output", output]),
        ("the first 100 jobs", 0.2, ["jobs", "list", "--limit", "100", "--output", output]),
    )
