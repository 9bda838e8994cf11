"""Which kind of machine a file is for, as it says itself: a package is of the kind of its program."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One kind of machine, in the words of Debian (and of images), and in those of the kernel."""

    debian: str
    kernel: str


# By the number that an ELF file has at this place.
PLACE = slice(18, 20)
KINDS = {62: Kind("amd64", "x86_64"), 183: Kind("arm64", "aarch64")}


def kind_of(file):
    """The kind of machine that a program or library is for."""
    with open(file, "rb") as content:
        head = content.read(PLACE.stop)
    if head[:6] != b"\x7fELF\x02\x01":
        raise SystemExit(f"package: {file} is no program of a 64-bit Linux")
    number = int.from_bytes(head[PLACE], "little")
    if number not in KINDS:
        raise SystemExit(f"package: {file} is for a machine of number {number}; Quiver runs on x86_64 and aarch64")
    return KINDS[number]


def common(files, own):
    """The kind of machine that all files are for, which must be this one: the program is asked for its own manual."""
    kinds = {file: kind_of(file) for file in files}
    for file, kind in kinds.items():
        if kind.kernel != own:
            raise SystemExit(
                f"package: {file} is for {kind.kernel}, and this is {own}; a package is made on a machine of its kind"
            )
    return next(iter(kinds.values()))
