import Findings
import Foundation
import Glibc
import Results
import Settings
import TestSupport
import Testing

@testable import quiver

/// `quiver init`, and the first minute after it.
@Suite("quiver init", .timeLimit(.minutes(30)))
struct InitCommandTests {
    private let fixtures: RunFixtures
    private var club: URL { fixtures.folder.appendingPathComponent("club") }

    init() throws { fixtures = try RunFixtures() }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    private func file() throws -> String {
        try String(contentsOf: club.appendingPathComponent("pipeline.json"), encoding: .utf8)
    }

    /// Makes the folder, drops a picture into it and processes it; its record.
    private func firstMinute(_ starter: Settings.Starter, _ picture: String) throws -> Record {
        let made = try quiver("init", "--for", starter.rawValue, "club")
        #expect(made.status == 0, "\(made.talk)")
        #expect(made.output.contains("for \(starter.rawValue), and made the folder 'drop'"), "\(made.output)")
        #expect(made.output.contains("run: cd club && quiver watch --serve"), "\(made.output)")
        #expect(try file() == starter.template())
        let source = Cases.packageRoot.appendingPathComponent(picture)
        let photo = club.appendingPathComponent("drop/\(source.lastPathComponent)")
        try FileManager.default.copyItem(at: source, to: photo)
        try fixtures.age(photo)
        let ended = try QuiverProgram(folder: club).run("run")
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(ended.output.contains("to review them in the browser: quiver serve\n"), "\(ended.output)")
        let result = club.appendingPathComponent("results/\(source.lastPathComponent)")
        #expect(FileManager.default.fileExists(atPath: result.path + ".annotated.jpg"))
        return try Record.decode(Data(contentsOf: URL(fileURLWithPath: result.path + ".json")))
    }

    @Test func theFileForScoringScores() throws {
        let record = try firstMinute(.scoring, "samples/photos/day1/end-03.jpg")
        #expect(record.photo.targetDetection?.faces.count == 1)
        #expect(record.photo.arrows.map(\.score).sorted() == [6, 8, 9])
        let sheet = try QuiverProgram(folder: club).run("score")
        #expect(sheet.status == 0 && sheet.output.contains("end-03.jpg"), "\(sheet.talk)")
        #expect(FileManager.default.fileExists(atPath: club.appendingPathComponent("results/scores.html").path))
    }

    @Test func theFileForObjectsFindsThem() throws {
        let record = try firstMinute(.objects, "samples/photos/day1/end-03.jpg")
        #expect(record.photo.targetDetection == nil && !record.photo.detections.isEmpty)
        #expect(record.photo.results.map(\.detector) == ["objects"])
    }

    /// A page that fills the picture, as scanners make it.
    @Test func theFileForScansReadsThem() throws {
        let record = try firstMinute(.scans, "Tests/PipelineTests/Fixtures/invoice.png")
        let lines = record.photo.results.flatMap { $0.found.texts ?? [] }.map(\.text)
        #expect(lines.contains("Invoice 2026-0318") && lines.contains("Total amount: EUR 129.30"), "\(lines)")
        let found = try QuiverProgram(folder: club).run("find", "EUR", "--in", "results", "--kind", "money")
        #expect(found.status == 0 && found.output.contains("EUR 129.30"), "\(found.output)")
    }

    @Test func awayFromATerminalItIsForScoringAndSaysWhatElseThereIs() throws {
        let ended = try quiver("init", "club")
        #expect(ended.status == 0 && ended.talk.isEmpty, "\(ended.talk)")
        for part in ["for scoring", "--for objects, --for scans", "put photos of targets into 'drop'"] {
            #expect(ended.output.contains(part), "\(ended.output)")
        }
        #expect(try file() == Settings.Starter.scoring.template())
        #expect(try quiver("init", "club", "--for", "scans").status == 64, "the file is there")
        #expect(try quiver("init", "club", "--for", "scans", "--force").status == 0)
        #expect(try file() == Settings.Starter.scans.template())
    }

    @Test func aModelOfOnesOwnLooksAtObjects() throws {
        let copy = fixtures.folder.appendingPathComponent("my own.onnx")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: RunFixtures.model), to: copy)
        let ended = try quiver("init", "club", "--model", "my own.onnx")
        #expect(ended.status == 0 && ended.output.contains("It looks for 4 classes ("), "\(ended.talk)")
        let config = try QuiverProgram(folder: club).run("config")
        #expect(config.status == 0 && config.output.contains("\"\(copy.path)\""), "\(config.output)")
    }

    @Test(
        "what cannot be meant is refused, and writes nothing",
        arguments: [
            (["--for", "scoring", "--model", "none.onnx"], "goes with --for objects"),
            (["--model", "none.onnx"], "There is no model none.onnx"),
            (["--model", "nothing_of_this_name"], "there is no model \"nothing_of_this_name\""),
            (["--for", "films"], "films"),
        ])
    func refusals(arguments: [String], sentence: String) throws {
        let ended = try fixtures.program.start(["init", "club"] + arguments).wait()
        #expect(ended.status == 64 && ended.talk.contains(sentence), "\(ended.talk)")
        #expect(!FileManager.default.fileExists(atPath: club.path))
    }

    @Test func aPlaceThatCannotHoldItIsNamed() throws {
        try Data().write(to: club)
        let ended = try quiver("init", "club/inside")
        #expect(ended.status == 2 && ended.talk.contains("cannot make the folder /"), "\(ended.talk)")
        #expect(ended.talk.contains("/club") && !ended.talk.contains("NSCocoaErrorDomain"), "\(ended.talk)")
    }

    @Test(
        "an answer is a word or its beginning, and Enter is scoring",
        arguments: [
            ([""], Settings.Starter.scoring), ([" Objects "], .objects), (["sca"], .scans), (["o"], .objects),
            (["s", "film", "scoring"], .scoring),
        ])
    func answers(lines: [String], starter: Settings.Starter) throws {
        var (rest, said) = (lines, [String]())
        let read = { rest.isEmpty ? nil : rest.removeFirst() }
        #expect(try StarterQuestion.answer(atTerminal: true, read: read, say: { said.append($0) }) == starter)
        #expect(rest.isEmpty && said.count == lines.count + 1)
        #expect(Settings.Starter.allCases.allSatisfy { said[0].contains("\($0.rawValue) ") })
    }

    @Test func noAnswerIsNoFile() {
        #expect(throws: (any Error).self) {
            try StarterQuestion.answer(atTerminal: true, read: { nil }, say: { _ in })
        }
    }

    @Test func itAsksAtATerminal() throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        defer { close(master) }
        let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        let typed = Array("scans\n".utf8)
        try #require(write(master, typed, typed.count) == typed.count)
        let process = Process()
        process.executableURL = QuiverProgram.executable
        process.arguments = ["init", "club"]
        process.currentDirectoryURL = fixtures.folder
        process.standardInput = terminal
        process.standardError = terminal
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try file() == Settings.Starter.scans.template())
    }
}
