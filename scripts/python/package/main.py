"""`scripts/package`: what it makes, from the command line on."""

import datetime
import email.utils
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from . import container, copyright, deb, files, image, machine, needs, parts, sbom, tree, trial, usage
from .usage import ROOT, stop

PACKAGING = ROOT / "scripts/packaging"
HOMEPAGE = "https://github.com/quiver/quiver"
# Where the program is built that has Swift's library in it.
BUILD = ROOT / ".build/package"


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True, capture_output=True, text=True).stdout.strip()


def build():
    """The program with Swift's library linked in; in a folder of its own: its objects fit no other build."""
    # Nothing is loaded that asks the program for symbols; with all of them in its table it is 7 MB larger.
    linked = "--static-swift-stdlib -Xlinker --no-export-dynamic"
    how = f"-c release {linked} --product quiver --scratch-path {BUILD.relative_to(ROOT)}"
    steps = f"scripts/setup && scripts/packages && exec swift build {how}"
    ended = subprocess.run(["bash", "-c", steps], cwd=ROOT, stdout=sys.stderr)
    if ended.returncode != 0:
        stop("the program could not be built; see above")
    return BUILD / "release/quiver"


def version_of(program):
    """A program's number and commit, with what it says of changes since."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    found = re.fullmatch(r"(\d[\w.~]*)(?: \(([^)]*)\))?\s*", said)
    if not found:
        stop(f"{program} is no Quiver: asked for its version it says '{said.strip()[:80]}'")
    return found.groups(default="")


class Packaging:
    """One packaging: of one commit, with one program."""

    def __init__(self, options, work):
        self.options, self.work = options, work
        self.commit = git("rev-parse", "HEAD")
        self.epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))
        moment = datetime.datetime.fromtimestamp(self.epoch, datetime.UTC)
        self.date, self.date_rfc = f"{moment:%Y-%m-%d}", email.utils.format_datetime(moment)
        self.engine, self.package = options.engine, options.package
        if options.program:
            engine = sorted(self.engine.glob("lib/libopenvino_c.so*"))[:1]
            kind = machine.common([options.program, *engine], platform.machine())
            self.architecture, self.machine = kind.debian, kind.kernel
            number, commit = version_of(options.program)
            if not re.fullmatch(r"[0-9a-f]+", commit) or not self.commit.startswith(commit):
                told = f"the program is of commit {commit or 'none'}, and the package is named by {self.commit[:8]}"
                print(f"package: {told}", file=sys.stderr)
            self.version = f"{number}+{moment:%Y%m%d%H%M}.{self.commit[:8]}"
        elif self.package:
            self.version, self.architecture = (deb.field(self.package, name) for name in ("Version", "Architecture"))

    def texts(self, usr, has_libraries, wanted):
        """The licences, and the list of all parts."""
        known = parts.every(ROOT, self.options.checkouts, self.engine, self.options.swift, has_libraries)
        made = {
            "copyright": copyright.document(known, HOMEPAGE),
            "sbom.spdx.json": sbom.document(
                self.version, self.commit, self.epoch, known, wanted, parts.digest(usr / "bin/quiver")
            ),
        }
        notices = "\n\n".join(f"--- {part.name} {part.version}\n\n{part.notice}" for part in known if part.notice)
        made["NOTICES"] = notices
        return made

    def name(self, ending):
        self.options.to.mkdir(parents=True, exist_ok=True)
        return self.options.to / ending

    def make_tree(self, folder, is_archive=False):
        """The files, whether Swift's libraries are among them, and what they need of the system."""
        program, engine = self.options.program, self.engine
        has_libraries = tree.make(folder, ROOT, program, engine, self.version, self.date, is_archive)
        return has_libraries, needs.with_least(deb.depends(folder))

    def make_deb(self):
        """The Debian package; where it lies."""
        folder = self.work / "deb"
        has_libraries, wanted = self.make_tree(folder / "usr")
        self.warn_of_lacks(folder / "usr", wanted)
        texts = self.texts(folder / "usr", has_libraries, wanted)
        deb.put_own(folder, PACKAGING, self.version, self.date_rfc, texts)
        deb.put_control(folder, PACKAGING, self.version, self.architecture, wanted, HOMEPAGE)
        target = self.name(f"quiver_{self.version}_{self.architecture}.deb")
        deb.build(folder, target, self.epoch)
        return target

    def warn_of_lacks(self, usr, wanted):
        """Says which known systems the package cannot be installed on, as one that is made on a newer system cannot."""
        symbols = needs.asked(tree.binaries(usr))
        for name, system in needs.systems().items():
            for lack in needs.lacks(system, symbols, wanted):
                print(f"package: not for {name}: {lack}", file=sys.stderr)

    def make_needs(self):
        """What the package needs beside what systems have; ends with status 1 where that is too much."""
        if self.options.root:
            name, found = needs.facts(self.options.root)
            told = needs.systems().get(name)
            wrong = needs.differences(found, told) if told else [f"{name} is not in {needs.SYSTEMS.relative_to(ROOT)}"]
            lines = [json.dumps({name: found}, indent=1)]
        else:
            usr = self.work / "usr"
            _, wanted = self.make_tree(usr)
            symbols, known = needs.asked(tree.binaries(usr)), needs.systems()
            lines = [needs.table(symbols, wanted, known)]
            wrong = [f"{name}: {lack}" for name in known for lack in needs.lacks(known[name], symbols, wanted)]
            if needs.shown() != lines[0]:
                wrong.append(f"{needs.PAGE.relative_to(ROOT)} has another table; put this one there")
        wrong = list(wrong)
        if wrong:
            print("\n".join(lines))
            print("\n".join(f"package: {line}" for line in wrong), file=sys.stderr)
            sys.exit(1)
        return "\n".join(lines)

    def make_archive(self):
        """The archive to unpack anywhere; where it lies."""
        name = f"quiver-{self.version}-linux-{self.machine}"
        folder = self.work / name
        has_libraries, wanted = self.make_tree(folder, is_archive=True)
        for text_name, text in self.texts(folder, has_libraries, wanted).items():
            files.write(folder / "share/doc/quiver" / text_name, text)
        packages = " ".join(sorted({w.split(" ")[0] for w in wanted} - {"adduser", "libc6", "libgcc-s1", "libstdc++6"}))
        text = (PACKAGING / "archive-README.md").read_text()
        for word, value in (("VERSION", self.version), ("MACHINE", self.machine), ("PACKAGES", packages)):
            text = text.replace(f"@{word}@", value)
        files.write(folder / "README.md", text)
        files.write(folder / "LICENSE", parts.own_text(ROOT))
        for unit in ("quiver.service", "quiver.default", "pipeline.json"):
            files.write(folder / "share/quiver/systemd" / unit, (PACKAGING / unit).read_text())
        files.clamp(folder, self.epoch)
        target = self.name(f"{name}.tar.gz")
        files.tar_gz(folder, target, self.epoch, f"{name}/")
        return target

    def debian(self):
        """The Debian package that was named, or one that is made now."""
        self.package = self.package or self.make_deb()
        return self.package

    def make_lint(self):
        """What Debian's own check says of the package; ends with status 1 where there is an error."""
        checked = ["lintian", "--fail-on", "error", "--tag-display-limit", "0", self.debian()]
        ended = subprocess.run(checked, capture_output=True, text=True)
        said = (ended.stdout + ended.stderr).strip()
        if ended.returncode != 0:
            print(said)
            print(f"package: lintian ended with status {ended.returncode}", file=sys.stderr)
            sys.exit(1)
        return said or "lintian: nothing to say"

    def make_image(self):
        """The image; where it lies."""
        package = self.debian()
        target = self.name(f"quiver-{self.version}-{self.architecture}.oci.tar")
        root = self.options.root or self.work / "image-root"
        image.make(package, target, root, self.epoch, self.version, self.architecture, mirror=self.options.mirror)
        return target

    def make_try(self):
        """What the Debian package's trial has found."""
        root = self.options.root or self.work / "root"
        made = self.options.suite, self.options.mirror, self.options.components
        return told(trial.run, self.debian(), root, ROOT / "samples/photos", *made)

    def make_try_image(self):
        """What the image's trial has found."""
        made = self.options.image or self.make_image()
        return told(container.run, made, self.work / "container", ROOT / "samples/photos")


def told(trying, *arguments):
    """A trial's rows as lines."""
    try:
        rows = trying(*arguments)
    except trial.Failed as error:
        stop(str(error))
    width = max(len(what) for what, _ in rows)
    return "\n".join(f"{what:{width}}  {found}" for what, found in rows)


def main():
    """Reads the command line, makes what it asks for, prints where it lies or what was found."""
    options = usage.arguments()
    is_needed = usage.is_program_needed(options)
    usage.check(options, is_needed)
    if is_needed and not options.program:
        options.program = build()
        options.checkouts = options.checkouts or BUILD / "checkouts"
    options.checkouts = options.checkouts or ROOT / ".build/checkouts"
    # A name of its own would stand in files: everything is made in a folder that is always called the same.
    with tempfile.TemporaryDirectory(prefix="quiver-package-") as work:
        packaging = Packaging(options, Path(work))
        for kind in options.kinds:
            try:
                print(getattr(packaging, f"make_{kind.replace('-', '_')}")(), flush=True)
            except subprocess.CalledProcessError as error:
                said = error.stderr or b""
                said = (said if isinstance(said, str) else said.decode(errors="replace")).strip()
                command = " ".join(map(str, error.cmd))[:200]
                stop(f"{command} ended with status {error.returncode}\n{said[-2000:]}".strip())


if __name__ == "__main__":
    main()
