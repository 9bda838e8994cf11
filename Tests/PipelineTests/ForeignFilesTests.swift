import Foundation
import Glibc
import Results
import TestSupport
import Testing

/// Files, links and queues of others in the folders that Quiver writes into.
@Suite struct ForeignFilesTests {
    private func make(_ url: URL, _ text: String) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test func aFileThatIsNotQuiversIsNeverReplaced() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let foreign = ["00000.jpg.json", "00000.jpg.annotated.jpg", "results.csv", "results.jsonl"]
        for name in foreign { try make(fixtures.output.appendingPathComponent(name), "mine: \(name)") }
        try make(fixtures.folder.appendingPathComponent("kept/00000.jpg"), "mine")
        try make(
            fixtures.folder.appendingPathComponent("pipeline.json"), #"{"output": {"originals": "kept"}}"#)
        for _ in 1...2 {
            let ended = try fixtures.run("--annotate")
            #expect(ended.status == 0, "\(ended.talk)")
            for name in foreign {
                #expect(
                    try String(contentsOf: fixtures.output.appendingPathComponent(name), encoding: .utf8)
                        == "mine: \(name)")
            }
            #expect(ended.talk.contains("results.csv was not made by Quiver and stays as it is"), "\(ended.talk)")
        }
        let record = try Record.decode(Data(contentsOf: fixtures.output.appendingPathComponent("00000-2.jpg.json")))
        #expect(record.outputs?.annotated == "00000-2.jpg.annotated.jpg")
        #expect(record.outputs?.original == fixtures.folder.appendingPathComponent("kept/00000-2.jpg").path)
        let kept = fixtures.folder.appendingPathComponent("kept")
        #expect(try Data(contentsOf: kept.appendingPathComponent("00000-2.jpg")) == RunFixtures.photo(0))
        #expect(try String(contentsOf: kept.appendingPathComponent("00000.jpg"), encoding: .utf8) == "mine")
        for name in ["results-2.csv", "results-2.jsonl"] {
            let table = try String(contentsOf: fixtures.output.appendingPathComponent(name), encoding: .utf8)
            #expect(table.contains("00000.jpg"))
        }
    }

    @Test(arguments: ["day", ".quiver-staging"])
    func aPlantedLinkIsRefusedByNameAndNothingIsWrittenThroughIt(planted: String) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        try fixtures.add(1, in: "day", from: 1)
        let outside = fixtures.folder.appendingPathComponent("outside")
        for url in [outside, fixtures.output] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        let link = fixtures.output.appendingPathComponent(planted)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
        try make(
            fixtures.folder.appendingPathComponent("pipeline.json"),
            #"{"output": {"crops": true}, "retry": {"attempts": 2, "backoff": "50ms"}}"#)
        let ended = try fixtures.run("--confidence", "0.0001")
        #expect(ended.talk.contains("\(planted) is a symbolic link"), "\(ended.talk)")
        #expect(ended.status == (planted == ".quiver-staging" ? 2 : 1), "\(ended.talk)")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: outside.path).isEmpty)
        // The other photo has its result.
        if planted != ".quiver-staging" {
            #expect(try fixtures.records().values.filter { $0.state == .done }.count == 1)
        }
    }

    @Test func aLinkInThePlaceOfTheCropsCostsThePhotoANumberAndNoResult() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let outside = fixtures.folder.appendingPathComponent("outside")
        for url in [outside, fixtures.output] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        let link = fixtures.output.appendingPathComponent("00000.jpg.crops")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
        try make(fixtures.folder.appendingPathComponent("pipeline.json"), #"{"output": {"crops": true}}"#)
        let ended = try fixtures.run("--confidence", "0.0001")
        #expect(ended.status == 0 && ended.talk.contains("was not made by Quiver and stays"), "\(ended.talk)")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: outside.path).isEmpty)
        let record = try #require(try fixtures.records()["00000-2.jpg"])
        #expect(record.state == .done && record.outputs?.crops.isEmpty == false)
    }

    /// A folder in the place of a cancelled photo's record: it was an end of all runs to come.
    @Test func aRecordThatCannotBeWrittenHoldsUpNoOtherPhoto() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("broken.jpg"))
        #expect(try fixtures.run().status == 1)
        let place = fixtures.output.appendingPathComponent("broken.jpg.json")
        #expect(try fixtures.program.run("jobs", "retry", "--state", "failed", "--output", "out").status == 0)
        try FileManager.default.removeItem(at: place)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let cancelled = try fixtures.program.run("jobs", "cancel", "--state", "ready", "--output", "out")
        #expect(cancelled.status == 0 && cancelled.output == "1 cancelled\n")
        #expect(cancelled.talk.contains("broken.jpg is cancelled, and its record cannot be written"))
        try fixtures.add(2, from: 1)
        let ended = try fixtures.run()
        #expect(ended.talk.contains("broken.jpg is cancelled, and its record cannot be written"), "\(ended.talk)")
        let counts = try fixtures.counts()
        #expect(counts["done"] == 3 && counts["cancelled"] == 1, "\(counts)")
    }

    @Test func aSecondQueueIsRefusedAndToldOfTheFirst() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        #expect(try fixtures.run().status == 0)
        let other = fixtures.folder.appendingPathComponent("other.sqlite").path
        let second = try fixtures.run("--queue", other)
        #expect(second.status == 2)
        #expect(
            second.talk.contains("belong to the queue \(fixtures.output.path)/quiver.sqlite"), "\(second.talk)")
        // A queue that is gone owns nothing; a folder that was copied belongs to the queue inside it.
        let copy = fixtures.folder.appendingPathComponent("copy")
        try FileManager.default.copyItem(at: fixtures.output, to: copy)
        let inCopy = try fixtures.program.run(
            "run", fixtures.photos.path, "--output", copy.path, "--model", RunFixtures.model)
        #expect(inCopy.status == 0, "\(inCopy.talk)")
        try FileManager.default.removeItem(at: fixtures.output.appendingPathComponent("quiver.sqlite"))
        let third = try fixtures.run("--queue", other)
        #expect(third.status == 0, "\(third.talk)")
    }

    @Test func aSecondModelIsRefusedUntilItIsAskedFor() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        #expect(try fixtures.run().status == 0)
        let model = fixtures.folder.appendingPathComponent("other.onnx")
        // A field that no reader knows is a different file and the same network.
        try (Data(contentsOf: URL(fileURLWithPath: RunFixtures.model)) + [0xF8, 0x7F, 0x01]).write(to: model)
        let command = ["run", fixtures.photos.path, "--output", fixtures.output.path, "--model", model.path]
        let refused = try fixtures.program.start(command).wait()
        #expect(refused.status == 2)
        #expect(refused.talk.contains("--output") && refused.talk.contains("--replace"), "\(refused.talk)")
        let before = try #require(try fixtures.records()["00000.jpg"]?.photo.models.first)
        let allowed = try fixtures.program.start(command + ["--replace"]).wait()
        #expect(allowed.status == 0 && allowed.talk.contains("replace those of"), "\(allowed.talk)")
        #expect(try fixtures.records()["00000.jpg"]?.photo.models.first?.sha256 != before.sha256)
        let twice = try fixtures.run("--model", model.path)
        #expect(twice.status == 64 && twice.talk.contains("--model was given 2 times"), "\(twice.talk)")
    }

    @Test(arguments: [false, true])
    func resultsGoIntoTheFolderThatWasNamedWhateverItsBytes(joined: Bool) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let folder = fixtures.folder.path
        // A shell gives the program bytes that are not UTF-8, as no argument of Foundation's can.
        let output = joined ? "--output=\"$name\"" : "--output \"$name\""
        let run = "\(QuiverProgram.executable.path) run photos --model \(RunFixtures.model) \(output)"
        let script =
            "name=$(printf 'o\\377'); \(run) --queue q.sqlite; echo $?; ls \"$name\" | grep -c jpg.json; ls; \(run)"
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", script + " 2>&1"]
        shell.currentDirectoryURL = fixtures.folder
        let pipe = Pipe()
        shell.standardOutput = pipe
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        let said = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(said.contains("0\n1\n"), "\(said)")
        #expect(said.contains("o%FF"), "\(said)")
        // Without a queue of its own the folder cannot hold one, and that is said.
        #expect(shell.terminationStatus == 2 && said.contains("name another file with --queue"), "\(said)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("o") }
        #expect(names.count <= 1, "\(names)")
    }
}
