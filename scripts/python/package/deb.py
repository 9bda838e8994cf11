"""The Debian package."""

import hashlib
import os
import subprocess
import tempfile
from pathlib import Path

from . import files, parts, tree

# What is loaded while the program runs, and so stands in no file's header.
LOADED = ["adduser", "fonts-dejavu-core", "libtesseract5", "tesseract-ocr-eng", "tesseract-ocr-osd"]
RECOMMENDED = ["curl"]
SUGGESTED = ["exiv2", "prometheus", "python3-venv", "tesseract-ocr-all"]

CONTROL = """Package: quiver
Version: {version}
Architecture: {architecture}
Maintainer: Seed 5009c453 maintainers <maintainers@users.noreply.a-seed-5009c453.example>
Installed-Size: {size}
Depends: {depends}
Recommends: {recommends}
Suggests: {suggests}
Section: graphics
Priority: optional
Homepage: {homepage}
Description: batch image pipeline: every photo of a folder gets a result
 Quiver scores photos of archery targets, finds objects, faces, hands, people
 and masks in photos, and reads text and codes, for a folder at once or as
 photos arrive. It writes a JSON record for each photo, tables of all photos
 and, where it is asked to, pictures with the findings drawn in.
 .
 The queue is durable: a photo that was dropped gets its result, whatever
 stops in between. Photos are decoded in confined worker processes.
 .
 The inference engine (OpenVINO) and Quiver's own models come along.
"""


def field(package, name):
    """One field of a package's description."""
    said = subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True)
    return said.stdout.strip()


def depends(usr):
    """The packages whose libraries the program and the engine are linked with, at the versions that they need."""
    private = [str(folder) for folder in (usr / "lib/quiver", usr / "lib/quiver/swift") if folder.is_dir()]
    linked = [str(path) for path in tree.binaries(usr)]
    # It names the system's package of a library that comes along all the same.
    own = [f"-x{name}" for name in parts.packages_of("libzxing*")]
    with tempfile.TemporaryDirectory() as folder:
        files.write(Path(folder, "debian/control"), "Source: quiver\n\nPackage: quiver\nArchitecture: any\n")
        said = subprocess.run(
            ["dpkg-shlibdeps", "-O", "--ignore-missing-info", *(f"-l{place}" for place in private), *own, *linked],
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    found = said.strip().removeprefix("shlibs:Depends=").split(", ")
    named = {wanted.split(" ")[0] for wanted in found}
    return sorted(set(found) | {name for name in LOADED if name not in named})


def put_own(folder, packaging, version, date_rfc, texts):
    """What belongs to a Debian package alone."""
    files.write(folder / "etc/quiver/pipeline.json", (packaging / "pipeline.json").read_text())
    files.write(folder / "etc/default/quiver", (packaging / "quiver.default").read_text())
    files.write(folder / "usr/lib/systemd/system/quiver.service", (packaging / "quiver.service").read_text())
    files.write(folder / "usr/share/lintian/overrides/quiver", (packaging / "lintian-overrides").read_text())
    doc = folder / "usr/share/doc/quiver"
    for name, text in texts.items():
        files.write(doc / name, text)
    changes = (
        f"quiver ({version}) unstable; urgency=medium\n\n"
        "  * Built from its repository; see Changes in the documentation.\n\n"
        f" -- Seed 5009c453 maintainers <maintainers@users.noreply.a-seed-5009c453.example>  {date_rfc}\n"
    )
    files.pack(changes.encode(), doc / "changelog.gz")


def put_control(folder, packaging, version, architecture, wanted, homepage):
    """The package's own description."""
    control = folder / "DEBIAN"
    size = -(-tree.size(folder) // 1024)
    files.write(
        control / "control",
        CONTROL.format(
            version=version,
            architecture=architecture,
            size=size,
            depends=", ".join(wanted),
            recommends=", ".join(RECOMMENDED),
            suggests=", ".join(SUGGESTED),
            homepage=homepage,
        ),
    )
    files.write(control / "conffiles", "/etc/default/quiver\n/etc/quiver/pipeline.json\n")
    for script in ("postinst", "prerm", "postrm"):
        files.write(control / script, (packaging / script).read_text(), executable=True)
    sums = (
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n"
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_relative_to(control) and not path.is_relative_to(folder / "etc")
    )
    files.write(control / "md5sums", "".join(sums))


def build(folder, target, epoch):
    """Packs the folder; the same folder always gives the same bytes."""
    files.clamp(folder, epoch)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "LC_ALL": "C.UTF-8"}
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--threads-max=1", "--build", folder, target],
        check=True,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
