"""The licences of all parts in Debian's machine-readable form (copyright-format 1.0)."""

from .parts import APACHE, BSD_3

HEAD = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Quiver
Source: {source}

Files: *
Copyright: 2026 Seed 5009c453 maintainers
License: Apache-2.0
"""

APACHE_TEXT = """License: Apache-2.0
 On Debian systems the full text of the Apache License, Version 2.0, is in /usr/share/common-licenses/Apache-2.0.
"""

SWIFT_TEXT = """License: Apache-2.0 with Swift exception
 On Debian systems the full text of the Apache License, Version 2.0, is in /usr/share/common-licenses/Apache-2.0.
 .
 Runtime Library Exception to the Apache 2.0 License: as an exception, if you use this Software to compile your source
 code and portions of this Software are embedded into the binary product as a result, you may redistribute such product
 without providing attribution as would otherwise be required by Sections 4(a), 4(b) and 4(d) of the License.
"""


def indented(text):
    """Text as a field has it that goes on over lines."""
    return "\n".join(f" {line}" if line.strip() else " ." for line in text.strip().split("\n"))


def short(part):
    """The licence's name in this format."""
    return "Apache-2.0 with Swift exception" if "Swift-exception" in part.licence else part.licence


def names(parts):
    """Parts with one set of files are one paragraph: a file stands in one only."""
    groups = {}
    for part in parts:
        groups.setdefault(part.files, []).append(part)
    return groups.items()


def document(parts, source):
    """The whole file."""
    blocks, texts = [HEAD.format(source=source)], {}
    for files, group in names(parts):
        licences = sorted({short(part) for part in group} | ({APACHE} if files == ("usr/bin/quiver",) else set()))
        who = "\n".join(f"  {line}" for part in group for line in part.copyright.split("\n"))
        told = "\n".join(
            f" {part.name} {part.version}, {part.source}{': ' + part.comment if part.comment else ''}" for part in group
        )
        own = "  2026 Seed 5009c453 maintainers\n" if files == ("usr/bin/quiver",) else ""
        blocks.append(
            f"Files: {' '.join(files)}\nCopyright:\n{own}{who}\nLicense: {' and '.join(licences)}\n"
            f"Comment: Made of\n{told}\n"
        )
        for part in group:
            if part.licence in ("MIT", "BSD-3-Clause"):
                texts.setdefault(part.licence, part.text if part.licence == "MIT" else BSD_3)
    blocks += [APACHE_TEXT, SWIFT_TEXT]
    blocks += [f"License: {name}\n{indented(text)}\n" for name, text in sorted(texts.items())]
    return "\n".join(blocks)
