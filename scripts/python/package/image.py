"""An image for containers: Debian with the package in it, as one layer, as podman and skopeo read it (OCI 1.0)."""

import datetime
import gzip
import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

from . import files

# What differs from one debootstrap to the next and is made anew where it is wanted.
SHED = (
    "var/log/*",
    "var/cache/apt/*",
    "var/lib/apt/lists/*",
    "var/cache/ldconfig/aux-cache",
    "etc/machine-id",
    "var/lib/dbus/machine-id",
    "tmp/*",
    "var/cache/debconf/*-old",
    "var/lib/dpkg/*-old",
    "etc/resolv.conf",
    "etc/hostname",
    "etc/passwd-",
    "etc/group-",
    "etc/shadow-",
    "etc/gshadow-",
    "var/cache/fontconfig/*",
    "var/backups/*",
    "run/*",
    "usr/share/doc/*/changelog*",
    "usr/share/man/*",
    "root/.*history",
)
DAY = 86_400
MIRROR = "http://deb.debian.org/debian"


# What the image starts: a volume that is empty at first has no folder that photos are dropped into.
ENTRY = """#!/bin/sh
mkdir -p /var/lib/quiver/drop || true
exec /usr/bin/quiver "$@"
"""


def run(*command, **more):
    subprocess.run(command, check=True, **more)


def make_root(root, package, suite, mirror):
    """A small Debian with the package installed."""
    if not (root / "etc/debian_version").is_file():
        run("debootstrap", "--variant=minbase", "--include=ca-certificates", suite, str(root), mirror)
    shutil.copy(package, root / "quiver.deb")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    for words in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "/quiver.deb"],
        ["apt-get", "clean"],
    ):
        run("chroot", str(root), *words, env=environment, stdout=subprocess.DEVNULL)
    (root / "quiver.deb").unlink()


def shed(root, epoch):
    """Takes away what would make two images of one package differ."""
    for pattern in SHED:
        for path in root.glob(pattern):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    shadow = root / "etc/shadow"
    lines = [line.split(":") for line in shadow.read_text().splitlines()]
    for fields in lines:
        fields[2] = str(epoch // DAY)
    shadow.write_text("".join(":".join(fields) + "\n" for fields in lines))


def cache_fonts(root, epoch):
    """Makes the list of fonts anew, which a read-only root cannot: it goes by the folders' times in the layer."""
    fonts = root / "usr/share/fonts"
    for folder in (fonts, *(path for path in fonts.rglob("*") if path.is_dir())):
        os.utime(folder, (epoch, min(int(folder.stat().st_mtime), epoch)))
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    run("chroot", str(root), "fc-cache", "--system-only", "--force", env=environment)


def blob(folder, data):
    """Keeps bytes under their checksum; returns how they are referred to."""
    digest = hashlib.sha256(data).hexdigest()
    (folder / "blobs/sha256").mkdir(parents=True, exist_ok=True)
    (folder / "blobs/sha256" / digest).write_bytes(data)
    return {"digest": f"sha256:{digest}", "size": len(data)}


def layer(root, folder, epoch):
    """The root as a layer; returns its reference and the checksum of what is in it."""
    plain, packed = folder / "layer.tar", folder / "layer.tar.gz"

    def owner(_, entry):
        entry.uname = entry.gname = ""

    with open(plain, "wb") as file:
        files.tar(root, file, epoch, owner=owner)
    with open(plain, "rb") as file:
        inside = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0)
        with open(packed, "wb") as out, gzip.GzipFile("", "wb", 6, out, mtime=0) as zipped:
            shutil.copyfileobj(file, zipped)
    plain.unlink()
    reference = blob(folder, packed.read_bytes())
    packed.unlink()
    return reference, inside


def write(root, folder, epoch, version, architecture, labels):
    """The image's folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    reference, inside = layer(root, folder, epoch)
    created = datetime.datetime.fromtimestamp(epoch, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    user = next(line for line in (root / "etc/passwd").read_text().splitlines() if line.startswith("quiver:")).split(
        ":"
    )
    config = {
        "architecture": architecture,
        "os": "linux",
        "created": created,
        "config": {
            "User": f"{user[2]}:{user[3]}",
            "Entrypoint": ["/usr/local/bin/quiver-container"],
            "Cmd": ["watch", "--config", "/etc/quiver/pipeline.json"],
            "WorkingDir": "/var/lib/quiver",
            "Env": [
                "PATH=/usr/bin:/bin",
                "HOME=/var/lib/quiver",
                "LANG=C.UTF-8",
                "QUIVER_CACHE=/var/lib/quiver/.cache",
            ],
            "Volumes": {"/var/lib/quiver": {}},
            "Labels": labels,
            "StopSignal": "SIGTERM",
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{inside}"]},
        "history": [{"created": created, "created_by": "scripts/package image"}],
    }
    kind = "application/vnd.oci.image."
    described = {"mediaType": f"{kind}config.v1+json", **blob(folder, json.dumps(config, sort_keys=True).encode())}
    manifest = {
        "schemaVersion": 2,
        "mediaType": f"{kind}manifest.v1+json",
        "config": described,
        "layers": [{"mediaType": f"{kind}layer.v1.tar+gzip", **reference}],
    }
    entry = {"mediaType": f"{kind}manifest.v1+json", **blob(folder, json.dumps(manifest, sort_keys=True).encode())}
    # A tag has neither of the two.
    tag = version.replace("+", "-").replace("~", "-")
    entry["annotations"] = {"org.opencontainers.image.ref.name": f"quiver:{tag}"}
    index = {"schemaVersion": 2, "mediaType": f"{kind}index.v1+json", "manifests": [entry]}
    (folder / "index.json").write_text(json.dumps(index, sort_keys=True))
    (folder / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')


def make(package, target, root, epoch, version, architecture, suite="bookworm", mirror=MIRROR):
    """An image as one archive that `podman load` and `skopeo copy oci-archive:` take."""
    root = Path(root)
    make_root(root, package, suite, mirror)
    files.write(root / "usr/local/bin/quiver-container", ENTRY, executable=True)
    shed(root, epoch)
    if (root / "usr/bin/fc-cache").exists():
        cache_fonts(root, epoch)
    folder = target.with_suffix("")
    labels = {
        "org.opencontainers.image.title": "Quiver",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "Apache-2.0",
    }
    write(root, folder, epoch, version, architecture, labels)
    files.clamp(folder, epoch)
    with open(target, "wb") as file:
        files.tar(folder, file, epoch)
    shutil.rmtree(folder)
