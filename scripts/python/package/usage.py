"""The command line of `scripts/package`: what is asked for, and whether this machine can make it."""

import argparse
import os
import shutil
import sys
from pathlib import Path

from . import image, trial

ROOT = Path(__file__).resolve().parents[3]
# What each kind is made with, and the package that brings it.
TOOLS = {
    "deb": {"dpkg-shlibdeps": "dpkg-dev", "patchelf": "patchelf", "strip": "binutils"},
    "image": {"debootstrap": "debootstrap"},
    "try": {"debootstrap": "debootstrap", "ip": "iproute2", "unshare": "util-linux"},
    "try-image": {"debootstrap": "debootstrap", "ip": "iproute2", "unshare": "util-linux"},
    "needs": {"objdump": "binutils"},
    "lint": {"lintian": "lintian"},
}
TOOLS["archive"] = TOOLS["deb"]
TOOLS["needs"] |= TOOLS["deb"]
# Those that begin with a Debian package, which may have been made before.
FROM_PACKAGE = {"image", "lint", "try", "try-image"}
# Those for which a root of a system is made.
AS_ROOT = {"image", "try", "try-image"}


def stop(message):
    """Ends with a reason."""
    print(f"package: {message}", file=sys.stderr)
    sys.exit(2)


class Reader(argparse.ArgumentParser):
    """Wrong usage ends as it does of Quiver itself."""

    def error(self, message):
        """Says what is wrong, and where help is."""
        print(f"package: {message}; see scripts/package --help", file=sys.stderr)
        sys.exit(64)


def arguments():
    """What was asked for."""
    reader = Reader(prog="scripts/package", add_help=False, allow_abbrev=False)
    reader.add_argument("kinds", nargs="*", default=["deb", "archive"])
    for name in ("--program", "--package", "--image", "--root"):
        reader.add_argument(name, type=Path)
    reader.add_argument("--to", type=Path, default=ROOT / ".build/packages-out")
    reader.add_argument("--engine", type=Path, default=ROOT / ".deps/openvino")
    reader.add_argument("--checkouts", type=Path)
    reader.add_argument("--swift", default="swift")
    reader.add_argument("--suite", default="bookworm")
    reader.add_argument("--mirror")
    options = reader.parse_args()
    for kind in options.kinds:
        if kind not in TOOLS:
            reader.error(f"there is no '{kind}'; there are {', '.join(sorted(TOOLS))}")
    if options.suite not in trial.SUITES:
        reader.error(f"there is no suite '{options.suite}'; there are {', '.join(trial.SUITES)}")
    mirror, options.components = trial.SUITES[options.suite]
    options.mirror = options.mirror or mirror
    if "try" in options.kinds and not options.mirror and not options.root:
        reader.error(f"--suite {options.suite} wants a --mirror of its packages")
    options.mirror = options.mirror or image.MIRROR
    for name in ("program", "package", "image", "root"):
        place = getattr(options, name)
        if place and not place.exists() and name != "root":
            reader.error(f"--{name}: there is no {place}")
        setattr(options, name, place and place.resolve())
    options.to = options.to.resolve()
    return options


def is_program_needed(options):
    """Whether anything is made that the program goes into."""
    if options.kinds == ["needs"] and options.root:
        return False
    given = set(FROM_PACKAGE) if options.package else {"try-image"} if options.image else set()
    return bool(set(options.kinds) - given)


def check(options, is_needed):
    """Stops where something is missing: before anything is built."""
    kinds = {*options.kinds, *(["deb"] if is_needed else [])}
    for kind in sorted(kinds):
        if kind in AS_ROOT and os.geteuid() != 0:
            stop(f"'{kind}' makes a root of a system, which only root can")
        for tool, package in TOOLS[kind].items():
            if not shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin:/sbin"):
                stop(f"there is no {tool}; install it (apt-get install {package})")
    # They lie where the path of a user does not lead.
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    if is_needed and options.program and not (options.engine / "stamp").is_file():
        stop(f"there is no engine in {options.engine}; run scripts/setup first")
