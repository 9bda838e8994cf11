"""What a package is made of: names, versions and licences, from what was checked out and installed."""

import hashlib
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Part:
    """One part, with the licence that it is under."""

    name: str
    version: str
    licence: str  # an SPDX expression
    source: str
    files: tuple[str, ...]  # patterns of the package's files
    text: str = ""  # the licence's own text
    notice: str = ""
    copyright: str = ""
    sha256: str = ""
    comment: str = field(default="")


APACHE = "Apache-2.0"


def kind(text):
    """The licence that a text is."""
    if "Apache License" in text and "Version 2.0" in text:
        exception = "Runtime Library Exception" in text
        return f"{APACHE} WITH Swift-exception" if exception else APACHE
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    if "Redistributions in binary form" in text:
        return "BSD-3-Clause"
    raise SystemExit("package: a licence is of no known kind:\n" + text[:300])


def holders(text):
    """Who a licence or notice says has the copyright."""
    lines = re.findall(r"^[ \t]*(Copyright (?:\(c\) )?(?:©|\d|\(C\)).*)$", text, re.MULTILINE | re.IGNORECASE)
    return "\n".join(dict.fromkeys(line.strip() for line in lines if "[yyyy]" not in line))


def first(folder, *names):
    """The text of the first file that is there."""
    return next(((folder / name).read_text("utf-8") for name in names if (folder / name).is_file()), "")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def swift_packages(root, checkouts):
    """The Swift packages, as scripts/packages.txt names them."""
    for line in (root / "scripts/packages.txt").read_text().splitlines():
        name, version, _, source = line.split()
        folder = checkouts / source.rpartition("/")[2]
        text, notice = first(folder, "LICENSE.txt", "LICENSE"), first(folder, "NOTICE.txt", "NOTICE")
        if not text:
            raise SystemExit(f"package: {folder} has no licence; run scripts/build first")
        who = holders(notice) or holders(text) or f"the authors of {name}, {source}"
        yield Part(name, version, kind(text), source, ("usr/bin/quiver",), text, notice, who)


def swift_runtime(swift):
    """Swift's own library."""
    said = subprocess.run([swift, "--version"], check=True, capture_output=True, text=True).stdout
    version = re.search(r"Swift version ([\d.]+)", said).group(1)
    return Part(
        "swift-runtime",
        version,
        f"{APACHE} WITH Swift-exception",
        "https://github.com/swiftlang/swift",
        ("usr/lib/quiver/swift/*",),
        copyright="2014-2026 Apple Inc. and the Swift project authors",
        comment="the standard library, Foundation and Dispatch; Foundation holds ICU (Unicode-3.0)",
    )


def engine(folder):
    """OpenVINO, with what it brings along."""
    version, sha256 = (folder / "stamp").read_text().split()
    return Part(
        "openvino",
        version,
        APACHE,
        "https://github.com/openvinotoolkit/openvino",
        ("usr/lib/quiver/libopenvino*", "usr/lib/quiver/libtbb*"),
        first(folder / "licenses", "LICENSE"),
        copyright="2018-2026 Intel Corporation",
        sha256=sha256,
        comment="out of its Python wheel, whose checksum this is; with oneDNN and oneTBB (Apache-2.0): see "
        "usr/share/doc/quiver/openvino for theirs and for those of what they use",
    )


def zxing():
    """The reader of codes, out of the system that the package is made on."""
    version = packages_of("libzxing*")
    return Part(
        "zxing-cpp",
        next(iter(version.values()), "unknown"),
        APACHE,
        "https://github.com/zxing-cpp/zxing-cpp",
        ("usr/lib/quiver/libZXing*",),
        copyright="2007-2017 ZXing authors, 2016-2022 Nu-book Inc., 2016-2017 Huy Cuong Nguyen, "
        "2017-2022 Axel Waggershauser, 2006-2016 Jeremias Maerki, 2021-2022 gitlost",
        comment=f"out of Debian's {next(iter(version), 'libzxing')}",
    )


def hwloc():
    """The part of the engine that has a licence of its own."""
    return Part(
        "hwloc",
        "2",
        "BSD-3-Clause",
        "https://www.open-mpi.org/projects/hwloc",
        ("usr/lib/quiver/libhwloc*",),
        copyright="2009-2024 Inria, 2009-2012 Université Bordeaux, 2009-2024 Cisco Systems, Inc.",
        text=BSD_3,
        comment="comes with OpenVINO's wheel",
    )


def models(root):
    """The models that come along: Quiver's own."""
    for path in sorted((root / "samples/models").glob("*.onnx")):
        yield Part(
            f"model-{path.stem}",
            "1",
            APACHE,
            "samples/models",
            (f"usr/share/quiver/models/{path.name}",),
            copyright="2026 Seed 5009c453 maintainers",
            sha256=digest(path),
        )


BSD_3 = """Redistribution and use in source and binary forms, with or without modification, are permitted provided that
the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the
following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the
following disclaimer in the documentation and/or other materials provided with the distribution.

3. The name of the author may not be used to endorse or promote products derived from this software without
specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE AUTHOR "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT
LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN
NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR
PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT
LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE,
EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
"""


def every(root, checkouts, engine_folder, swift, has_libraries):
    """All parts but the program itself."""
    runtime = swift_runtime(swift)
    if not has_libraries:
        runtime.files = ("usr/bin/quiver",)
    parts = [*swift_packages(root, checkouts), runtime, engine(engine_folder), hwloc(), zxing(), *models(root)]
    return sorted(parts, key=lambda part: part.name)


def packages_of(pattern):
    """The versions of the Debian packages that are installed here and match a pattern."""
    asked = ["dpkg-query", "--show", "--showformat", "${db:Status-Status} ${Package} ${Version}\n", pattern]
    said = subprocess.run(asked, capture_output=True, text=True).stdout
    rows = (line.split(" ") for line in said.splitlines())
    return {name: version for state, name, version in rows if state == "installed" and not name.endswith("-dev")}


def own_text(root):
    """Quiver's own licence."""
    return Path(root, "LICENSE").read_text("utf-8")
