import Findings
import Foundation
import SystemPackage
import Testing

@testable import Results

/// Sidecars in a folder and beside photos; a script stands for `exiv2` but where the program itself is there.
@Suite struct SidecarTableTests {
    let scene: DataSetScene
    static let program = FilePath("/usr/bin/exiv2")

    init() throws { scene = try DataSetScene() }

    private var photos: FilePath { scene.folder.appending("photos") }

    /// Says of each file whether Quiver's notes are in it, and its rating.
    private static let honest = #"""
        [ "$1" = --version ] && exit 0
        shift
        for file; do
            grep -q quiver:Labels "$file" && echo "$file  Xmp.quiver.Labels  x"
            grep -o 'xmp:Rating="[0-9]"' "$file" | while read -r line; do echo "$file  Xmp.xmp.Rating  $line"; done
        done
        exit 0
        """#

    private func reader(_ script: String) throws -> SidecarReader {
        let programs = try self.programs(["exiv2": script])
        return SidecarReader(environment: ["PATH": programs.string + ":/usr/bin:/bin"])
    }

    /// A folder of scripts, each under a program's name.
    private func programs(_ scripts: [String: String]) throws -> FilePath {
        let programs = scene.folder.appending("programs")
        try AtomicFile.make(programs)
        for (name, script) in scripts {
            let place = programs.appending(name)
            try AtomicFile.write("#!/bin/sh\n\(script)\n".utf8, to: place)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.string)
        }
        return programs
    }

    /// Exports photos, each with labels.
    @discardableResult
    private func export(
        _ rows: [(name: FilePath, labels: [String])], names: SidecarChoice.Names = .full, beside: Bool = true,
        script: String = honest, by own: SidecarReader? = nil
    ) throws -> SidecarSummary {
        let choice = SidecarChoice(names: names, isBeside: beside)
        let table = try SidecarTable(.init(place: scene.set, sidecars: choice), by: own ?? reader(script))
        for (name, labels) in rows {
            let photo = try scene.photo(name)
            let found = labels.enumerated().map { (id: $0.offset, label: $0.element) }
            let record = scene.record(of: photo, found, sha256: DataSetScene.content, format: "gif")
            try table.append(TableRow(record, place: name.rawBytes + Array(".json".utf8)))
        }
        try table.finish()
        return table.summary
    }

    private func bytes(_ path: FilePath) -> [UInt8]? { FileCalls.beginning(of: path, limit: 1 << 25) }

    private func texts(_ name: String) throws -> [String: [String]] {
        try SidecarMergeTests.Reader.read(try #require(bytes(photos.appending(name))))
    }

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: photos.string).filter { $0.hasSuffix("mp") })
    }

    private func put(_ bytes: [UInt8], _ name: String) throws {
        try AtomicFile.write(bytes, to: photos.appending(name))
    }

    @Test func besideThePhotosByBothNames() throws {
        try put(SidecarMergeTests.sidecar(""), "b.xmp")
        let rows: [(FilePath, [String])] = [("a.gif", ["dog"]), ("b.gif", ["cat"]), ("c.gif", [])]
        #expect(try export(rows) == SidecarSummary(written: 2, unchanged: 1))
        #expect(try names() == ["a.gif.xmp", "b.xmp"])
        #expect(try texts("b.xmp")["dc:subject"] == ["cat"])
        let before = (bytes(photos.appending("a.gif.xmp")), bytes(photos.appending("b.xmp")))
        #expect(try export(rows, names: .stem) == SidecarSummary(unchanged: 3))
        #expect(before == (bytes(photos.appending("a.gif.xmp")), bytes(photos.appending("b.xmp"))))
        #expect(try export([("a.gif", []), ("b.gif", [])]).written == 2)
        #expect(try names() == ["b.xmp"], "one with nothing but labels goes with them")
        #expect(bytes(photos.appending("b.xmp")) == SidecarMergeTests.sidecar(""))
    }

    /// `a.gif` and `a.png` have one short name: it is the first one's, also where the other is exported alone.
    @Test func twoPhotosNeverShareASidecar() throws {
        try export([("a.gif", ["dog"]), ("a.png", ["cat"])], names: .stem)
        #expect(try names() == ["a.xmp", "a.png.xmp"])
        try export([("a.png", ["fox"])], names: .stem)
        #expect(try texts("a.xmp")["dc:subject"] == ["dog"] && texts("a.png.xmp")["dc:subject"] == ["fox"])
    }

    @Test func regionsGoByThePhotoAsItsFileHasIt() throws {
        try export([("a.gif", ["dog"])])
        // Upright 100 by 200 pixels with the box from (0, 20) to (10, 40), of orientation 6.
        let read = try texts("a.gif.xmp")
        #expect(read["stDim:w"] == ["200"] && read["stDim:h"] == ["100"])
        #expect(read["stArea:x"] == ["0.15"] && read["stArea:y"] == ["0.95"])
        #expect(read["stArea:w"] == ["0.1"] && read["stArea:h"] == ["0.1"])
    }

    @Test func whatCannotBeMergedIsLeftAndTheOthersGoOn() throws {
        try put(Array("<x:xmpmeta".utf8), "broken.gif.xmp")
        try put([UInt8](repeating: 0x20, count: 17 << 20), "huge.gif.xmp")
        try put(SidecarMergeTests.sidecar(""), "kept.gif.xmp")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o444], ofItemAtPath: photos.appending("kept.gif.xmp").string)
        try put(SidecarMergeTests.sidecar(""), "target")
        try FileManager.default.createSymbolicLink(
            atPath: photos.appending("link.gif.xmp").string, withDestinationPath: "target")
        let names = ["broken", "huge", "kept", "link", "good"].map { "\($0).gif" }
        let before = names.map { bytes(photos.appending("\($0).xmp")) }
        let summary = try export(names.map { (FilePath($0), ["dog"]) })
        #expect(summary.written == 1 && summary.left == 4)
        let reasons = [("broken", "middle"), ("huge", "larger"), ("kept", "read-only"), ("link", "symbolic link")]
        for (name, why) in reasons {
            #expect(summary.examples.contains { $0.contains("\(name).gif.xmp") && $0.contains(why) }, "\(summary)")
        }
        #expect(names.dropLast().map { bytes(photos.appending("\($0).xmp")) } == before.dropLast())
        #expect(bytes(photos.appending("target")) == SidecarMergeTests.sidecar(""))
    }

    @Test func aSidecarKeepsItsRights() throws {
        try put(SidecarMergeTests.sidecar(""), "a.gif.xmp")
        let path = photos.appending("a.gif.xmp").string
        try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: path)
        try export([("a.gif", ["dog"])])
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o660)
    }

    @Test func inAFolderTheUsersOwnGoesWithIt() throws {
        try put(SidecarMergeTests.sidecar(""), "day1/a.xmp")
        let foreign = FilePath(rawBytes: Array("day1/".utf8) + [0xFF, 0x0A] + Array(".gif".utf8))
        let rows: [(FilePath, [String])] = [("day1/a.gif", ["dog"]), (foreign, ["cat"])]
        #expect(try export(rows, beside: false).written == 2)
        let other = scene.set.pushing(FilePath(rawBytes: foreign.rawBytes + Array(".xmp".utf8)))
        let notes = try SidecarMergeTests.Reader.read(try #require(bytes(other)))["quiver:Labels"]
        #expect(notes?.first == "photo %FF .gif")
        #expect(try #require(scene.text("day1/a.xmp")).contains(#"xmp:Rating="4""#))
        #expect(bytes(photos.appending("day1/a.xmp")) == SidecarMergeTests.sidecar(""))
        #expect(try export(rows, beside: false) == SidecarSummary(unchanged: 2))
        // The user goes on with the own one: what was copied from it before must not take its place.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: photos.appending("day1/a.xmp").string)
        let later = try export(rows, beside: false)
        #expect(later.left == 1 && later.examples.first?.contains("export into a new folder") == true)
    }

    @Test(
        arguments: [
            // It reads nothing, or a rating that was not there, or falls over one of them.
            "exit 1", "shift; for f; do echo \"$f  Xmp.quiver.Labels x\"; echo \"$f  Xmp.xmp.Rating $f\"; done",
            "[ \"$1\" = --version ] || kill -9 $$",
        ])
    func whatTheProgramDoesNotReadIsNotPlaced(script: String) throws {
        try put(SidecarMergeTests.sidecar(""), "a.gif.xmp")
        let script = "[ \"$1\" = --version ] && exit 0\n" + script
        let summary = try export([("a.gif", ["dog"]), ("b.gif", ["dog"])], script: script)
        #expect(summary.written == 0 && summary.left == 2)
        #expect(bytes(photos.appending("a.gif.xmp")) == SidecarMergeTests.sidecar(""))
        #expect(try names() == ["a.gif.xmp"])
    }

    /// One sidecar with which the program never ends is named, and all others have their place.
    @Test func oneThatKeepsTheProgramForEverIsNamedAndTheOthersGoOn() throws {
        let names = (0..<40).map { "\($0).gif" }
        let patience = Duration.seconds(7)
        var reader = try self.reader(Self.honest)
        reader.patience = patience
        reader.runner = { (program, output, error, limit) throws(Errno) in
            let files = program.arguments.filter { $0.hasSuffix(".xmp") }
            #expect(limit == patience)
            // What the label says is what never ends.
            let isEndless = files.contains {
                String(decoding: FileCalls.beginning(of: FilePath($0), limit: 1 << 20) ?? [], as: UTF8.self).contains(
                    "endless")
            }
            return isEndless ? nil : try program.run(output: output, error: error)
        }
        let summary = try export(names.map { (FilePath($0), [$0 == "17.gif" ? "endless" : "dog"]) }, by: reader)
        #expect(summary.written == 39 && summary.left == 1)
        #expect(
            summary.examples.first?.contains("17.gif.xmp: exiv2 does not come to an end with it within 7 s") == true)
        #expect(try self.names().count == 39)
    }

    @Test func aProgramThatNeverAnswersIsSaidBeforeAnythingIsWritten() throws {
        var reader = try self.reader(Self.honest)
        reader.runner = { (_, _, _, _) throws(Errno) in nil }
        let error = #expect(throws: ResultsError.self) { try export([("a.gif", ["dog"])], by: reader) }
        #expect(error?.message.contains("does not answer within 60 s") == true && error?.fault == .environment)
        #expect(!FileManager.default.fileExists(atPath: photos.appending("a.gif.xmp").string))
    }

    /// Another program places its own between the look at a sidecar and the exchange.
    @Test(arguments: [false, true]) func whatAnotherProgramPutsInBetweenStays(isRemoved: Bool) throws {
        try put(SidecarMergeTests.sidecar(""), "a.gif.xmp")
        let place = photos.appending("a.gif.xmp")
        let former = try #require(FileCalls.status(place))
        let users = SidecarMergeTests.sidecar(SidecarMergeTests.region)
        try put(users, "a.gif.xmp")
        if isRemoved {
            #expect(try !FileCalls.remove(place, asItWas: former))
        } else {
            let temporary = try AtomicFile.stage(Array("ours".utf8), for: place)
            #expect(try !FileCalls.replace(temporary, at: place, asItWas: former))
        }
        #expect(bytes(place) == users)
        let now = try #require(FileCalls.status(place))
        if isRemoved {
            #expect(try FileCalls.remove(place, asItWas: now) && bytes(place) == nil)
        } else {
            let temporary = try AtomicFile.stage(Array("ours".utf8), for: place)
            #expect(try FileCalls.replace(temporary, at: place, asItWas: now) && bytes(place) == Array("ours".utf8))
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: photos.string).filter {
            $0.hasPrefix(".quiver-")
        }
        #expect(left.isEmpty)
    }

    /// Of a group that the user is not of, nothing is gained by the group that the new file has.
    @Test func aNewFileGivesNoGroupFurtherRights() throws {
        try put(SidecarMergeTests.sidecar(""), "a.gif.xmp")
        let place = photos.appending("a.gif.xmp")
        _ = chmod(place.string, 0o664)
        let status = try #require(FileCalls.status(place))
        let file = try FileDescriptor.open(
            photos.appending("new"), .writeOnly, options: .create, permissions: .ownerReadWrite)
        try file.closeAfter { FileCalls.takeRights(of: status, file) }
        let own = try #require(FileCalls.status(photos.appending("new")))
        #expect(own.mode == 0o664 && own.group == status.group && own.owner == status.owner)
    }

    @Test(arguments: [
        ([:], "install util-linux"),
        (["prlimit": #"[ "$1" = --version ] || exit 127"#], "apt-get install exiv2"),
        // As where the process may have less memory than the limit says.
        (["prlimit": #"[ "$1" = --version ] || exit 1"#], "exiv2 --version' says"),
    ])
    func aMissingProgramIsSaidBeforeAnythingIsWritten(scripts: [String: String], advice: String) throws {
        let reader = SidecarReader(environment: ["PATH": try programs(scripts).string])
        let error = #expect(throws: ResultsError.self) { try export([("a.gif", ["dog"])], by: reader) }
        #expect(error?.message.contains(advice) == true && error?.fault == .environment)
    }

    /// The choice counts as in any other export, and a class of the whole photo is a keyword.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program.string)), arguments: [true, false])
    func asAnExport(beside: Bool) throws {
        for name in ["a.gif", "b.gif"] {
            let photo = try scene.photo(FilePath(name))
            let found = [(id: 0, label: "cat"), (id: 1, label: "dog")]
            var record = scene.record(of: photo, found, sha256: DataSetScene.content, format: "gif")
            record.photo.results.append(
                DetectorResult(
                    detector: "kinds", task: .classify, model: 0,
                    found: .classes([ClassScore(label: "park", confidence: 0.8)])))
            try scene.keep(record, as: FilePath(name + ".json"))
        }
        let export = try #require(DataSetExport(format: "xmp", copiesPhotos: true))
        let choice = DataSetExport.Choice(
            findings: FindingThresholds(classes: ["dog": 0.5, "park": 0.5]),
            classes: ExportClasses(names: ["dog": "hound"]), sidecars: .init(names: .stem, isBeside: beside))
        let summary = try export.write(
            results: scene.results, to: beside ? nil : scene.set, choosing: choice)
        #expect(summary.photos == 2 && summary.sidecars == SidecarSummary(written: 2))
        let place = (beside ? photos : scene.set).appending("a.xmp")
        let read = try SidecarMergeTests.Reader.read(try #require(bytes(place)))
        #expect(read["dc:subject"] == ["hound", "park"] && read["mwg-rs:Name"] == ["hound"])
        #expect(scene.files(in: "") == (beside ? [] : ["a.xmp", "b.xmp", "quiver-manifest.json"]))
        guard !beside else { return }
        #expect(try #require(scene.text("quiver-manifest.json")).contains(#""sidecars":"stem""#))
        #expect(
            try export.write(results: scene.results, to: scene.set, choosing: choice).sidecars
                == SidecarSummary(unchanged: 2))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program.string)))
    func theProgramItselfReadsThem() throws {
        let hostile = "a: \"b\"\n]\\ <x>&|/é"
        let own = SidecarMergeTests.list("d:subject", "<rdf:li xml:lang='de'>a, b</rdf:li>")
        try put(SidecarMergeTests.sidecar(own), "b.xmp")
        let foreign = FilePath(rawBytes: [0xFF, 0x0A] + Array(".gif".utf8))
        let rows: [(FilePath, [String])] = [("a.gif", ["dog", hostile]), ("b.gif", [hostile]), (foreign, ["dog"])]
        let summary = try export(rows, script: "PATH=/usr/bin exec exiv2 \"$@\"")
        #expect(summary.written == 3 && summary.left == 0, "\(summary)")
    }
}
