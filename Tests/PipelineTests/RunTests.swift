import Foundation
import Intake
import Results
import SystemPackage
import TestSupport
import Testing

@Suite struct RunTests {
    @Test func everyPhotoGetsARecordAndAPlaceInTheTables() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(3)
        try fixtures.add(2, in: "day 1/[end]", from: 3)
        let ended = try fixtures.run("--annotate")
        #expect(ended.status == 0, "\(ended.talk)")
        let records = try fixtures.records()
        #expect(records.count == 5)
        #expect(records.values.allSatisfy { $0.state == .done && $0.attempts == 1 })
        let record = try #require(records["day 1/[end]/00003.jpg"])
        #expect(record.outputs?.annotated == "day 1/[end]/00003.jpg.annotated.jpg")
        let annotated = fixtures.output.appendingPathComponent("day 1/[end]/00003.jpg.annotated.jpg")
        #expect(FileManager.default.fileExists(atPath: annotated.path))
        let lines = try String(contentsOf: fixtures.output.appendingPathComponent("results.jsonl"), encoding: .utf8)
        #expect(lines.split(separator: "\n").count == 5)
        let table = try String(contentsOf: fixtures.output.appendingPathComponent("results.csv"), encoding: .utf8)
        #expect(table.contains("00004.jpg"))
        #expect(fixtures.leftovers().isEmpty)
    }

    @Test func recordsFollowTheirPublishedSchema() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        _ = try fixtures.run()
        for name in ["00000.jpg.json", "broken.jpg.json"] {
            let document = try String(contentsOf: fixtures.output.appendingPathComponent(name), encoding: .utf8)
            #expect(try JSONSchemaCheck.problems(of: document, against: Record.schema) == [])
        }
    }

    @Test func whatWasDoneIsNotDoneAgain() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        _ = try fixtures.run()
        let before = try fixtures.records()
        try fixtures.add(1, from: 2)
        let second = try fixtures.run("--format", "json")
        #expect(second.status == 0)
        #expect(second.output.contains(#""done" : 1"#) && second.output.contains(#""known" : 2"#), "\(second.output)")
        let after = try fixtures.records()
        #expect(after.count == 3)
        #expect(after["00000.jpg"] == before["00000.jpg"])
    }

    @Test func theSameContentIsWorkedOnceAndBothFilesHaveARecord() throws {
        let fixtures = try RunFixtures()
        let photo = try fixtures.add(1)[0]
        let copy = fixtures.photos.appendingPathComponent("copy.jpg")
        try FileManager.default.copyItem(at: photo, to: copy)
        let ended = try fixtures.run()
        #expect(ended.status == 0)
        let records = try fixtures.records()
        #expect(records.count == 2)
        let duplicates = records.values.filter { $0.source.duplicateOf != nil }
        let duplicate = try #require(duplicates.first)
        #expect(duplicates.count == 1)
        let other = try #require(records.values.first { $0.source.duplicateOf == nil })
        #expect(duplicate.source.duplicateOf == other.source.path)
        #expect(duplicate.photo.detections == other.photo.detections)
    }

    @Test func aCopyHasAnAnnotatedPictureOfItsOwn() throws {
        let fixtures = try RunFixtures()
        let photo = try fixtures.add(1)[0]
        for name in ["copy.jpg", "50 % \u{e9}.jpg"] {
            try FileManager.default.copyItem(at: photo, to: fixtures.photos.appendingPathComponent(name))
        }
        #expect(try fixtures.run("--annotate").status == 0)
        let records = try fixtures.records()
        #expect(records.count == 3 && records.values.count { $0.source.duplicateOf != nil } == 2)
        var pictures: Set<Data> = []
        for (name, record) in records {
            #expect(record.outputs?.annotated == name + ".annotated.jpg")
            let place = fixtures.output.appendingPathComponent(name + ".annotated.jpg")
            pictures.insert(try Data(contentsOf: place))
        }
        #expect(pictures.count == 1)
        #expect(fixtures.leftovers().isEmpty)
    }

    @Test func sameNamesNeverCollide() throws {
        let fixtures = try RunFixtures()
        for (number, name) in ["one/a.jpg", "two/a.jpg", "a.jpg", "a.png"].enumerated() {
            let url = fixtures.photos.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try RunFixtures.photo(number).write(to: url)
        }
        _ = try fixtures.run()
        #expect(try Set(fixtures.records().keys) == ["one/a.jpg", "two/a.jpg", "a.jpg", "a.png"])
    }

    @Test func aSecondRootInTheSameOutputDoesNotOverwriteTheFirst() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1, in: "one", from: 0)
        let other = fixtures.photos.appendingPathComponent("two/00000.jpg")
        try FileManager.default.createDirectory(
            at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
        try RunFixtures.photo(99).write(to: other)
        for root in ["one", "two"] {
            let path = fixtures.photos.appendingPathComponent(root).path
            _ = try fixtures.program.run("run", path, "--output", fixtures.output.path, "--model", RunFixtures.model)
        }
        #expect(try Set(fixtures.records().keys) == ["00000.jpg", "two/00000.jpg"])
    }

    @Test(arguments: [0o600, 0o640, 0o444])
    func whatIsMadeOfAPhotoIsOpenToNoMoreUsersThanThePhoto(mode: Int) throws {
        let fixtures = try RunFixtures()
        try #"{"output": {"annotate": true, "crops": true, "originals": "kept"}}"#.write(
            to: fixtures.folder.appendingPathComponent("pipeline.json"), atomically: true, encoding: .utf8)
        let photo = try fixtures.add(1)[0]
        let copy = fixtures.photos.appendingPathComponent("copy.jpg")
        try FileManager.default.copyItem(at: photo, to: copy)
        for file in [photo, copy] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        }
        /// Files with more rights than the photo, or with less than their owner needs.
        func wrong() throws -> [String] {
            let made = [fixtures.output.path, fixtures.folder.appendingPathComponent("kept").path].flatMap { folder in
                (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).map {
                    folder + "/" + $0
                }
            }
            let shown = made.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".jpg.json") }
            #expect(shown.count { $0.contains(".crops/") } > 0 && shown.count >= 6, "\(shown)")
            return try shown.filter { file in
                let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int ?? 0
                return rights & 0o077 & ~mode != 0 || rights & 0o600 != 0o600
            }
        }
        let first = try fixtures.run("--confidence", "0.0001")
        #expect(first.status == 0, "\(first.talk)")
        #expect(try wrong() == [])
        for name in ["00000.jpg.json", "copy.jpg.json"] {
            try FileManager.default.removeItem(at: fixtures.output.appendingPathComponent(name))
        }
        let second = try fixtures.run("--confidence", "0.0001")
        #expect(second.output.contains("2 records written again"), "\(second.output)")
        #expect(try wrong() == [])
    }

    @Test func everyPageOfAFileIsLookedAt() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        for (name, pages) in [("one.tif", 1), ("three.tif", 3), ("two.tif", 2)] {
            let url = fixtures.photos.appendingPathComponent(name)
            try Data(SmallTIFF.bytes(pages: (0..<pages).map { (64 + $0, 48) })).write(to: url)
            try fixtures.age(url)
        }
        let ended = try fixtures.run("--annotate")
        #expect(ended.status == 0 && !ended.output.contains("more pages"), "\(ended.output) \(ended.talk)")
        let records = try fixtures.records()
        let three = try #require(records["three.tif"])
        #expect(three.photo.image?.pages == 3 && three.photo.unreadPages == 0)
        #expect(three.photo.pages.map(\.number) == [1, 2, 3] && three.photo.pages.map(\.size?.width) == [64, 65, 66])
        #expect(three.photo.results.map(\.page) == [1, 2, 3] && three.photo.image?.width == 64)
        #expect(three.outputs?.pages == ["three.tif.crops/page-002.jpg", "three.tif.crops/page-003.jpg"])
        for name in ["one.tif", "00000.jpg"] {
            let place = fixtures.output.appendingPathComponent(name + ".json")
            #expect(try !String(contentsOf: place, encoding: .utf8).contains("pages"))
        }
        let place = fixtures.output.appendingPathComponent("three.tif.json")
        let document = try String(contentsOf: place, encoding: .utf8)
        #expect(try JSONSchemaCheck.problems(of: document, against: Record.schema) == [])
        #expect(document.contains("three.tif#3"))
    }

    @Test func pagesBeyondTheLimitAreLeftOutAndABrokenOneHoldsUpNoOther() throws {
        let fixtures = try RunFixtures()
        let long = fixtures.photos.appendingPathComponent("long.tif")
        try Data(SmallTIFF.bytes(pages: Array(repeating: (64, 48), count: 5))).write(to: long)
        // The second page is packed in a way that is not read.
        var broken = SmallTIFF.bytes(pages: [(64, 48), (64, 48), (64, 48)])
        let second = 8 + 114 + 64 * 48
        broken[second + 2 + 3 * 12 + 8] = 99
        let url = fixtures.photos.appendingPathComponent("broken.tif")
        try Data(broken).write(to: url)
        for file in [long, url] { try fixtures.age(file) }
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(#"{"limits": {"pages": 3}}"#.utf8).write(to: config)
        let ended = try fixtures.run("--config", config.path)
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(
            ended.output.contains("1 file has more pages or frames than are read (limits.pages)"), "\(ended.output)")
        let records = try fixtures.records()
        #expect(records["long.tif"]?.photo.pages.count == 3 && records["long.tif"]?.photo.unreadPages == 2)
        let pages = try #require(records["broken.tif"]?.photo.pages)
        #expect(pages.map { $0.error == nil } == [true, false, true] && pages[1].error?.code == "unsupported")
        #expect(records["broken.tif"]?.state == .done)
        #expect(records["broken.tif"]?.photo.results.map(\.page) == [1, 3])
        let table = try String(contentsOf: fixtures.output.appendingPathComponent("results.csv"), encoding: .utf8)
        #expect(table.contains("unsupported"), "a page that could not be read has a row")
    }

    @Test func aBrokenPhotoFailsAloneAndTellsWhoseFaultItIs() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        try RunFixtures.photo(0).prefix(3000).write(to: fixtures.photos.appendingPathComponent("cut.jpg"))
        let ended = try fixtures.run()
        #expect(ended.status == 1)
        let records = try fixtures.records()
        #expect(records["00000.jpg"]?.state == .done)
        #expect(records["cut.jpg"]?.state == .failed)
        #expect(records["cut.jpg"]?.error?.fault == .input)
        #expect(records["cut.jpg"]?.error?.message.contains("cut.jpg") == true)
    }

    @Test func namesThatAreNotTextKeepTheirBytes() throws {
        let fixtures = try RunFixtures()
        let name: [UInt8] = [0x62, 0xFF, 0x0A] + Array(".jpg".utf8)
        let path = FilePath(fixtures.photos.path).pushing(FilePath(rawBytes: name))
        let file = try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll(RunFixtures.photo(0)) }
        let ended = try fixtures.run()
        #expect(ended.status == 0, "\(ended.talk)")
        let lines = try String(contentsOf: fixtures.output.appendingPathComponent("results.jsonl"), encoding: .utf8)
        #expect(lines.contains(#""pathEscaped":true"#) && lines.contains("b%FF"))
    }

    @Test func cropsAndOriginalsAreWrittenWhereTheSettingsSay() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(
            """
            {"detectors": [{"name": "all", "model": "\(RunFixtures.model)", "confidence": 0.0001, "maxDetections": 3}],
             "output": {"path": "out", "crops": true, "originals": "kept"}}
            """.utf8
        ).write(to: config)
        let ended = try fixtures.program.run("run", fixtures.photos.path, "--config", config.path)
        #expect(ended.status == 0, "\(ended.talk)")
        let record = try #require(try fixtures.records()["00000.jpg"])
        #expect(record.photo.detections.count == 3)
        #expect(record.outputs?.crops.count == 3)
        for crop in record.outputs?.crops ?? [] {
            #expect(FileManager.default.fileExists(atPath: fixtures.output.appendingPathComponent(crop).path))
        }
        let kept = fixtures.folder.appendingPathComponent("kept/00000.jpg")
        #expect(try Data(contentsOf: kept) == RunFixtures.photo(0))
    }

    @Test func finishedInputsAreMovedOnlyWhereAsked() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1, in: "day")
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(#"{"after": "move", "output": {"path": "out"}}"#.utf8).write(to: config)
        let ended = try fixtures.program.run(
            "run", fixtures.photos.path, "--config", config.path, "--model", RunFixtures.model)
        #expect(ended.status == 1, "\(ended.talk)")
        for moved in ["done/day/00000.jpg", "failed/broken.jpg"] {
            #expect(FileManager.default.fileExists(atPath: fixtures.photos.appendingPathComponent(moved).path))
        }
        let again = try fixtures.program.run(
            "run", fixtures.photos.path, "--config", config.path, "--model", RunFixtures.model, "--format", "json")
        #expect(again.output.contains(#""done" : 0"#), "what was moved is not taken in again: \(again.output)")
    }

    @Test func anOutputFolderInsideTheInputNeverLoops() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        let inside = fixtures.photos.appendingPathComponent("results").path
        for _ in 0..<2 {
            let ended = try fixtures.program.run(
                "run", fixtures.photos.path, "--output", inside, "--model", RunFixtures.model, "--annotate")
            #expect(ended.status == 0)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: inside)
        #expect(names.filter { $0.hasSuffix(".json") }.count == 2)
    }

    @Test(arguments: [
        (["run", "photos", "--model", "missing.onnx"], 2, "There is no model"),
        (["run", "nowhere", "--output", "out"], 2, "nowhere"),
        (["run", "--bogus"], 64, "bogus"),
        (["run", "photos", "--config", "misspelt.json"], 64, "confidence"),
    ])
    func whatCannotWorkIsOneClearSentence(arguments: [String], status: Int, word: String) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        try Data(#"{"detectors": [{"name": "a", "confidense": 0.5}]}"#.utf8)
            .write(to: fixtures.folder.appendingPathComponent("misspelt.json"))
        let ended = try fixtures.program.start(arguments).wait()
        #expect(ended.status == Int32(status), "\(ended.talk)")
        #expect(ended.talk.contains(word), "\(ended.talk)")
        #expect(try fixtures.records().isEmpty)
    }
}
