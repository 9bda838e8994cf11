"""The files of an installed Quiver below one folder: bin, lib and share, as the program looks for them."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from . import files, manual

SHELLS = {
    "bash": ("share/bash-completion/completions/quiver", "share/bash-completion/completions/quiver"),
    "zsh": ("share/zsh/vendor-completions/_quiver", "share/zsh/site-functions/_quiver"),
    "fish": ("share/fish/vendor_completions.d/quiver.fish", "share/fish/vendor_completions.d/quiver.fish"),
}

# Libraries of which newer systems have another one only: with these in it the package installs there too.
CARRIED = ("libZXing.so.",)


def needed(file):
    """The libraries that a file is loaded with, and where each is found here."""
    said = subprocess.run(["ldd", file], check=True, capture_output=True, text=True).stdout
    pairs = (line.split("=>") for line in said.splitlines() if "=>" in line)
    return {name.strip(): Path(place.split("(")[0].strip()) for name, place in pairs if "not found" not in place}


def copy_library(place, target):
    """A library that comes along and is found by who lies beside it."""
    files.copy(place.resolve(), target)
    subprocess.run(["strip", "--strip-unneeded", target], check=True)
    subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", target], check=True)


def put_program(program, tree):
    """The program, without symbols, and the libraries that a system does not have as the program needs them.

    Returns whether Swift's had to come along, since they are not linked in.
    """
    target = tree / "bin/quiver"
    files.copy(program, target, executable=True)
    libraries = needed(program)
    carried = {name: place for name, place in libraries.items() if name.startswith(CARRIED)}
    foreign = {
        name: place
        for name, place in libraries.items()
        if not str(place).startswith(("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"))
    }
    subprocess.run(["strip", "--strip-all", target], check=True)
    folders = []
    for folder, found in (("lib/quiver", carried), ("lib/quiver/swift", foreign)):
        if found:
            folders.append(f"$ORIGIN/../{folder}")
        for name, place in sorted(found.items()):
            copy_library(place, tree / folder / name)
    # What the linker noted of the machine that it was built on leads nowhere.
    noted = ["--set-rpath", ":".join(folders)] if folders else ["--remove-rpath"]
    subprocess.run(["patchelf", *noted, target], check=True)
    return bool(foreign)


def put_engine(engine, tree):
    """The inference engine's libraries, with the licences of what they use."""
    for library in sorted((engine / "lib").iterdir()):
        target = tree / "lib/quiver" / library.name
        files.copy(library, target)
        subprocess.run(["strip", "--strip-unneeded", target], check=True)
    for text in sorted((engine / "licenses").iterdir()):
        if text.name != "LICENSE":
            files.pack(text, tree / "share/doc/quiver/openvino" / f"{text.name}.gz")


def put_models(root, tree):
    """Our own models, and the list of public ones."""
    for model in sorted((root / "samples/models").iterdir()):
        if model.suffix in (".onnx", ".json"):
            files.copy(model, tree / "share/quiver/models" / model.name)


def put_quantizer(root, tree):
    """What `quiver model quantize` runs with a Python of the user's."""
    for file in sorted((root / "scripts/quantizer").iterdir()):
        if file.suffix in (".py", ".txt"):
            files.copy(file, tree / "share/quiver/quantizer" / file.name)


def put_words(program, version, date, tree, is_archive):
    """Manual pages and completions, out of the program itself."""
    described = manual.help_of(program)
    for name, page in manual.pages(described, version, date):
        files.pack(page.encode(), tree / "share/man/man1" / f"{name}.gz")
    for shell, places in SHELLS.items():
        files.write(tree / places[is_archive], manual.completions(program, shell))


def put_monitoring(packaging, tree):
    """A dashboard and rules for those who watch Quiver."""
    for file in sorted((packaging / "monitoring").glob("*")):
        if file.suffix == ".json":
            json.loads(file.read_text())
        files.copy(file, tree / "share/quiver/monitoring" / file.name)


def make(tree, root, program, engine, version, date, is_archive=False):
    """The whole tree; returns whether Swift's libraries came along."""
    shutil.rmtree(tree, ignore_errors=True)
    has_libraries = put_program(program, tree)
    put_engine(engine, tree)
    put_models(root, tree)
    put_quantizer(root, tree)
    put_words(program, version, date, tree, is_archive)
    put_monitoring(root / "scripts/packaging", tree)
    return has_libraries


def binaries(tree):
    """The program and the libraries that come along."""
    return [tree / "bin/quiver", *sorted(path for path in (tree / "lib/quiver").rglob("*.so*") if path.is_file())]


def size(folder):
    """How many bytes the files of a folder hold."""
    return sum(os.lstat(path).st_size for path in folder.rglob("*") if not path.is_dir())
