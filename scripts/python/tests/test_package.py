"""Packages whose bytes follow from a commit, and what is said in them."""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from unittest import mock

from package import container, copyright, deb, files, image, manual, parts, sbom, trial

ROOT = Path(__file__).resolve().parents[3]
EPOCH = 1_700_000_000


def part(name, licence=parts.APACHE, placed=("usr/bin/quiver",), **more):
    return parts.Part(name, "1.2", licence, f"https://example.org/{name}", placed, **more)


def tree(folder, names, umask):
    """The same files, made in another order and by another user's habits."""
    before = os.umask(umask)
    try:
        for name in names:
            files.write(folder / name, f"{name}\n", executable=name.startswith("bin/"))
        (folder / "link").symlink_to("bin/b")
        os.link(folder / "bin/a", folder / "same")
    finally:
        os.umask(before)


class Bytes(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(TemporaryDirectory()))

    def test_the_same_tree_gives_the_same_bytes(self):
        names = ["bin/a", "bin/b", "share/ä", "etc/x y"]
        tree(self.folder / "one", names, 0o022)
        tree(self.folder / "two", reversed(names), 0o077)
        os.utime(self.folder / "two/bin/b", (5, 5))
        for name in ("one", "two"):
            files.clamp(self.folder / name, EPOCH)
            files.tar_gz(self.folder / name, self.folder / f"{name}.tar.gz", EPOCH, "quiver/")
        self.assertEqual((self.folder / "one.tar.gz").read_bytes(), (self.folder / "two.tar.gz").read_bytes())
        with tarfile.open(self.folder / "one.tar.gz") as archive:
            found = {entry.name: entry for entry in archive}
        self.assertEqual(list(found), sorted(found))
        self.assertEqual(
            {(entry.uid, entry.gid, entry.uname, entry.mtime) for entry in found.values()}, {(0, 0, "", EPOCH)}
        )
        self.assertEqual((found["quiver/bin/a"].mode, found["quiver/share/ä"].mode), (0o755, 0o644))
        self.assertEqual((found["quiver/link"].linkname, found["quiver/same"].linkname), ("bin/b", "quiver/bin/a"))

    def test_an_image_keeps_owners_and_has_its_own_checksums(self):
        root = self.folder / "root"
        for name, text in {
            "etc/passwd": "root:x:0:0::/root:/bin/sh\nquiver:x:101:102::/var/lib/quiver:/usr/sbin/nologin\n",
            "etc/shadow": "root:*:19000:0:99999:7:::\nquiver:!:20001:::::\n",
            "var/log/apt/history.log": "today",
            "var/cache/ldconfig/aux-cache": "x",
            "etc/machine-id": "chance",
        }.items():
            files.write(root / name, text)
        image.shed(root, EPOCH)
        self.assertFalse((root / "etc/machine-id").exists() or list((root / "var/log").iterdir()))
        self.assertEqual(
            {line.split(":")[2] for line in (root / "etc/shadow").read_text().split()}, {str(EPOCH // 86_400)}
        )
        image.write(root, self.folder / "oci", EPOCH, "1.0+2~3", "amd64", {"a": "b"})
        index = json.loads((self.folder / "oci/index.json").read_text())
        self.assertEqual(index["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"], "quiver:1.0-2-3")
        blobs = self.folder / "oci/blobs/sha256"
        for blob in blobs.iterdir():
            self.assertEqual(hashlib.sha256(blob.read_bytes()).hexdigest(), blob.name)
        manifest = json.loads((blobs / index["manifests"][0]["digest"][7:]).read_text())
        config = json.loads((blobs / manifest["config"]["digest"][7:]).read_text())
        self.assertEqual(
            (config["config"]["User"], list(config["config"]["Volumes"])), ("101:102", ["/var/lib/quiver"])
        )
        with tarfile.open(blobs / manifest["layers"][0]["digest"][7:]) as layer:
            self.assertIn("etc/passwd", layer.getnames())

    def test_an_archive_is_unpacked_into_its_folder_alone(self):
        def archive(name, kind=tarfile.REGTYPE):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc" if kind == tarfile.SYMTYPE else ""
            member.size = 4 if kind == tarfile.REGTYPE else 0
            with tarfile.open(self.folder / "a.tar", "w") as packed:
                packed.addfile(member, io.BytesIO(b"text") if member.size else None)
            return self.folder / "a.tar"

        container.unpack(archive("./blobs/a"), self.folder / "into")
        self.assertEqual((self.folder / "into/blobs/a").read_bytes(), b"text")
        for name, kind in [
            ("/a", tarfile.REGTYPE),
            ("../a", tarfile.REGTYPE),
            ("b/../../a", tarfile.REGTYPE),
            ("link", tarfile.SYMTYPE),
            ("pipe", tarfile.FIFOTYPE),
        ]:
            with self.assertRaises(trial.Failed, msg=name):
                container.unpack(archive(name, kind), self.folder / "into")

    def test_where_podman_fails_the_kernel_runs_it(self):
        files.write(self.folder / "bin/podman", "#!/bin/sh\necho cannot set up namespaces >&2\nexit 125\n")
        (self.folder / "bin/podman").chmod(0o755)
        with mock.patch.dict(os.environ, PATH=f"{self.folder}/bin:{os.environ['PATH']}"):
            chosen, why = container.runner(None, self.folder, SimpleNamespace(layers=[]), self.folder)
        self.assertIsInstance(chosen, container.Plain)
        self.assertEqual(why, "podman cannot run it here: cannot set up namespaces")


COMMAND = {
    "commandName": "quiver",
    "abstract": "Does it.",
    "discussion": ".TH is no request\n'nor this\n\nC:\\photos --output x",
    "arguments": [
        {"kind": "positional", "valueName": "path", "shouldDisplay": True, "isOptional": True, "isRepeating": True},
        {
            "kind": "option",
            "valueName": "dir",
            "shouldDisplay": True,
            "isOptional": False,
            "isRepeating": False,
            "names": [{"kind": "short", "name": "o"}, {"kind": "long", "name": "output"}],
            "abstract": "Where.",
            "defaultValue": "results",
            "allValues": ["a", "b"],
        },
        {"kind": "flag", "shouldDisplay": False, "names": [{"kind": "long", "name": "secret"}]},
    ],
    "subcommands": [
        {"commandName": "run", "abstract": "Runs.", "shouldDisplay": True},
        {"commandName": "worker", "shouldDisplay": False},
        {"commandName": "help", "shouldDisplay": True},
    ],
}


class Words(unittest.TestCase):
    def test_each_command_that_help_shows_has_a_page(self):
        pages = dict(manual.pages(COMMAND, "1.0", "2026-01-02"))
        self.assertEqual(list(pages), ["quiver.1", "quiver-run.1"])
        page = pages["quiver.1"]
        for text in (
            "\\fBquiver\\fR [\\fIoptions\\fR] [\\fIpath\\fR...] \\fIcommand\\fR",
            "\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIdir\\fR\nWhere. (a, b) Default: results.",
            "\\fBquiver\\-run\\fR(1)\nRuns.",
            "C:\\ephotos \\-\\-output x",
        ):
            self.assertIn(text, page)
        self.assertNotIn("secret", page)
        self.assertIn("SEE ALSO\n\\fBquiver\\fR(1)", pages["quiver-run.1"])

    def test_no_text_of_a_command_is_a_request(self):
        page = manual.page(("quiver",), COMMAND, "1.0", "2026-01-02")
        requests = {line.split(" ")[0] for line in page.split("\n") if line[:1] in (".", "'")}
        self.assertEqual(requests, {".TH", ".SH", ".PP", ".nf", ".fi", ".TP"})
        self.assertEqual(page.count(".TH "), 2, "the heading, and the text that stands behind \\&")

    @unittest.skipUnless(shutil.which("groff"), "groff is missing")
    def test_groff_has_nothing_against_it(self):
        page = manual.page(("quiver",), COMMAND, "1.0", "2026-01-02")
        ended = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))


PARTS = [
    part("swift-nio", copyright="2017 Apple Inc."),
    part("grdb", "MIT", text="Permission is hereby granted\n\nfree", copyright="2015 Gwendal Roué"),
    part("swift-runtime", f"{parts.APACHE} WITH Swift-exception", ("usr/lib/quiver/swift/*",), copyright="2014 Apple"),
    part("hwloc", "BSD-3-Clause", ("usr/lib/quiver/libhwloc*",), text=parts.BSD_3, copyright="2009 Inria"),
]


class Licences(unittest.TestCase):
    def test_each_licence_has_its_text_and_each_part_its_place(self):
        text = copyright.document(PARTS, "https://example.org")
        blocks = [
            dict(re.findall(r"^([A-Z][\w-]+):(.*(?:\n .*)*)", block, re.MULTILINE)) for block in text.split("\n\n")
        ]
        named = {word.strip() for block in blocks if "Files" in block for word in block["License"].split(" and ")}
        told = {
            block["License"].split("\n")[0].strip() for block in blocks if "License" in block and "Files" not in block
        }
        self.assertEqual(named, told)
        self.assertEqual(text.count("Files: usr/bin/quiver\n"), 1)
        for one in PARTS:
            self.assertIn(f" {one.name} 1.2, https://example.org/{one.name}", text)
            self.assertIn(one.copyright, text)

    def test_kinds_are_known_by_their_words(self):
        self.assertEqual(parts.kind("Apache License\nVersion 2.0"), "Apache-2.0")
        self.assertEqual(
            parts.kind("Apache License Version 2.0 Runtime Library Exception"), "Apache-2.0 WITH Swift-exception"
        )
        self.assertEqual(parts.kind("Permission is hereby granted, free of charge"), "MIT")
        with self.assertRaises(SystemExit):
            parts.kind("All rights reserved.")
        self.assertEqual(
            parts.holders("Copyright (c) 2015 A\n  Copyright 2016 B\nCopyright [yyyy] [name]\nthe copyright law"),
            "Copyright (c) 2015 A\nCopyright 2016 B",
        )

    def test_the_list_of_parts_refers_to_what_it_has(self):
        made = json.loads(sbom.document("1.0", "abc", EPOCH, PARTS, ["libc6 (>= 2.36)", "adduser"], "00" * 32))
        names = [entry["SPDXID"] for entry in made["packages"]]
        self.assertEqual(len(names), len(set(names)))
        for relation in made["relationships"]:
            self.assertIn(relation["relatedSpdxElement"], names)
        self.assertEqual({entry["name"]: entry["versionInfo"] for entry in made["packages"]}["debian-libc6"], "2.36")
        self.assertEqual(made["creationInfo"]["created"], "2023-11-14T22:13:20Z")


class Debian(unittest.TestCase):
    PACKAGING = ROOT / "scripts/packaging"

    @unittest.skipUnless(shutil.which("dpkg-deb"), "dpkg is missing")
    def test_a_package_says_what_it_holds(self):
        with TemporaryDirectory() as place:
            made = []
            for name in ("one", "two"):
                folder = Path(place, name)
                files.write(folder / "usr/bin/quiver", "#!/bin/sh\n", executable=True)
                deb.put_own(
                    folder, self.PACKAGING, "1.0+1.abc", "Tue, 14 Nov 2023 22:13:20 +0000", {"copyright": "x\n"}
                )
                deb.put_control(
                    folder, self.PACKAGING, "1.0+1.abc", "arm64", ["adduser", "libc6 (>= 2.36)"], "https://example.org"
                )
                made.append(Path(place, f"{name}.deb"))
                deb.build(folder, made[-1], EPOCH)
            self.assertEqual(made[0].read_bytes(), made[1].read_bytes())
            said = subprocess.run(["dpkg-deb", "--info", made[0]], check=True, capture_output=True, text=True).stdout
            self.assertEqual([deb.field(made[0], name) for name in ("Version", "Architecture")], ["1.0+1.abc", "arm64"])
            for text in ("Version: 1.0+1.abc", "Depends: adduser, libc6 (>= 2.36)", "/etc/quiver/pipeline.json"):
                self.assertIn(text, said + (self.PACKAGING / "postinst").read_text() + "/etc/quiver/pipeline.json")
            packed = subprocess.run(["dpkg-deb", "--fsys-tarfile", made[0]], check=True, capture_output=True).stdout
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                inside = {entry.name.removeprefix("./"): entry for entry in archive}
            self.assertEqual({entry.uid for entry in inside.values()}, {0})
            for name in (
                "usr/lib/systemd/system/quiver.service",
                "etc/default/quiver",
                "usr/share/doc/quiver/changelog.gz",
            ):
                self.assertIn(name, inside)
            sums = subprocess.run(
                ["dpkg-deb", "--info", made[0], "md5sums"], check=True, capture_output=True, text=True
            ).stdout
            self.assertIn("usr/bin/quiver", sums)
            self.assertNotIn("etc/", sums, "what users may change is no part of what must not change")

    def test_scripts_are_sound_and_purge_spares_results(self):
        for name in ("postinst", "prerm", "postrm"):
            subprocess.run(["sh", "-n", self.PACKAGING / name], check=True)
        removed = [line for line in (self.PACKAGING / "postrm").read_text().split("\n") if "rm -" in line]
        self.assertEqual([line.strip() for line in removed], ["rm -rf /var/cache/quiver"])

    def test_the_unit_and_the_trial_start_the_same(self):
        unit = (self.PACKAGING / "quiver.service").read_text()
        command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE).group(1)
        self.assertIn(command, trial.UNIT)
        reload = re.search(r"^ExecReload=(.*)$", unit, re.MULTILINE).group(1).split()
        self.assertEqual(reload, [command.split()[0], "reload", *command.split()[2:4]])
        self.assertIn("--reuid " + re.search(r"^User=(.*)$", unit, re.MULTILINE).group(1), trial.UNIT)
        settings = json.loads((self.PACKAGING / "pipeline.json").read_text())
        self.assertTrue(settings["watch"][0]["path"].startswith("/var/lib/quiver/"))

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd is missing")
    def test_the_unit_allows_what_the_sandbox_needs(self):
        unit = (self.PACKAGING / "quiver.service").read_text()
        words = re.search(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE).group(1).split()
        allowed = {word for word in words if not word.startswith("@")}
        groups = [word for word in words if word.startswith("@")]
        while groups:
            ended = subprocess.run(
                ["systemd-analyze", "syscall-filter", groups.pop()], capture_output=True, text=True, check=True
            )
            listed = [line.strip() for line in ended.stdout.splitlines()[1:] if not line.strip().startswith("#")]
            groups += [name for name in listed if name.startswith("@")]
            allowed |= set(listed)
        for call in (
            *("seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "unshare", "prctl"),
            *("mount", "umount2", "pivot_root", "capset", "clone", "clone3", "pidfd_open", "inotify_add_watch"),
        ):
            self.assertIn(call, allowed)


class Monitoring(unittest.TestCase):
    FOLDER = ROOT / "scripts/packaging/monitoring"

    @staticmethod
    def known():
        """The names that the program tells, out of its own tables."""
        folder = ROOT / "Sources/Supervisor/Metrics"
        return set(re.findall(r'"(quiver_\w+)"', "".join(file.read_text() for file in folder.glob("*.swift"))))

    def asked(self, text):
        return {re.sub(r"_(bucket|sum|count)$", "", name) for name in re.findall(r"\bquiver_\w+", text)}

    def test_rules_and_dashboard_ask_for_numbers_that_are_told(self):
        known = self.known()
        self.assertIn("quiver_photos_ended_total", known)
        rules = (self.FOLDER / "quiver-alerts.yml").read_text()
        board = json.loads((self.FOLDER / "quiver-dashboard.json").read_text())
        queries = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
        self.assertGreater(len(queries), 10)
        for text in (rules, *queries):
            self.assertTrue(self.asked(text))
            self.assertLessEqual(self.asked(text), known)

    def test_panels_lie_beside_each_other(self):
        board = json.loads((self.FOLDER / "quiver-dashboard.json").read_text())
        taken = set()
        for panel in board["panels"]:
            place = panel["gridPos"]
            cells = {
                (x, y)
                for x in range(place["x"], place["x"] + place["w"])
                for y in range(place["y"], place["y"] + place["h"])
            }
            self.assertFalse(taken & cells, panel["title"])
            self.assertLessEqual(max(x for x, _ in cells), 23)
            taken |= cells
        identities = [panel["id"] for panel in board["panels"]]
        self.assertEqual(len(identities), len(set(identities)))

    @unittest.skipUnless(shutil.which("promtool"), "promtool is missing")
    def test_promtool_has_nothing_against_the_rules(self):
        ended = subprocess.run(
            ["promtool", "check", "rules", self.FOLDER / "quiver-alerts.yml"], capture_output=True, text=True
        )
        self.assertEqual(ended.returncode, 0, ended.stderr)

    @unittest.skipUnless(shutil.which("promtool"), "promtool is missing")
    def test_promtool_reads_each_query_of_the_dashboard(self):
        board = json.loads((self.FOLDER / "quiver-dashboard.json").read_text())
        with TemporaryDirectory() as folder:
            rules = [
                {"record": f"x:{panel['id']}:{number}", "expr": target["expr"].replace("$__rate_interval", "5m")}
                for panel in board["panels"]
                for number, target in enumerate(panel.get("targets", []))
            ]
            # JSON is YAML.
            file = Path(folder, "rules.yml")
            file.write_text(json.dumps({"groups": [{"name": "x", "rules": rules}]}))
            ended = subprocess.run(["promtool", "check", "rules", file], capture_output=True, text=True)
        self.assertEqual(ended.returncode, 0, ended.stderr)


if __name__ == "__main__":
    unittest.main()
