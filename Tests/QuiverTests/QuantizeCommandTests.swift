import Foundation
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import quiver

/// `quiver model quantize`: what it refuses, and a real quantization where its packages are there.
@Suite(.timeLimit(.minutes(30))) struct QuantizeCommandTests {
    /// The Python of `scripts/bench int8`, which fetches what is needed; continuous integration does without.
    private static let python: String? = {
        let file = Cases.packageRoot.appendingPathComponent(".build/venv-quantizer/bin/python").path
        if FileManager.default.isExecutableFile(atPath: file) { return file }
        print("NNCF is not there (scripts/bench int8 fetches it): making a model of integers is not tested.")
        return nil
    }()

    private let fixtures: RunFixtures
    private var program: QuiverProgram

    init() throws {
        fixtures = try RunFixtures()
        program = fixtures.program
        program.environment = [
            "XDG_DATA_HOME": fixtures.folder.appendingPathComponent("data").path,
            "XDG_CACHE_HOME": fixtures.folder.appendingPathComponent("cache").path,
        ]
    }

    private func quantize(_ words: String...) throws -> QuiverProgram.Ended {
        try program.start(["model", "quantize"] + words).wait()
    }

    /// Before anything is fetched or read at length.
    @Test func whatCannotBeQuantizedIsRefusedInASentence() throws {
        try fixtures.add(3)
        let few = try quantize(RunFixtures.model, "photos")
        #expect(few.status == 2 && few.talk.contains("3 photos are too few"), "\(few.talk)")
        try fixtures.add(20)
        let actions = Cases.packageRoot.appendingPathComponent("samples/models/actions.onnx").path
        let other = try quantize(actions, "photos")
        #expect(other.status == 2 && other.talk.contains("actions.onnx"), "\(other.talk)")
        let nothing = try quantize("no-such-model", "photos")
        #expect(nothing.status == 64 && nothing.talk.contains("no-such-model"), "\(nothing.talk)")
        let nowhere = try quantize(RunFixtures.model, "elsewhere")
        #expect(nowhere.status != 0 && nowhere.talk.contains("elsewhere"), "\(nowhere.talk)")
        for (words, sentence) in [
            (["--count", "5"], "--count is at least 20"), (["--name", "a/b"], "no name of a model"),
            (["--python", "p", "--from", "f"], "leave out --from"),
        ] {
            let ended = try program.start(["model", "quantize", RunFixtures.model, "photos"] + words).wait()
            #expect(ended.status == 64 && ended.talk.contains(sentence), "\(words): \(ended.talk)")
        }
        #expect(leftovers().isEmpty)
    }

    @Test func aNameThatIsTakenIsRefusedFirst() throws {
        let folder = fixtures.folder.appendingPathComponent("data/quiver/models")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appendingPathComponent("targets-int8.onnx"))
        let taken = try quantize(RunFixtures.model, "photos")
        #expect(taken.status == 2 && taken.talk.contains("--replace"), "\(taken.talk)")
    }

    @Test func aPythonThatIsNotThereIsNamed() throws {
        try fixtures.add(24)
        let ended = try quantize(RunFixtures.model, "photos", "--python", "/nowhere/python")
        #expect(ended.status == 2 && ended.talk.contains("there is no interpreter /nowhere/python"), "\(ended.talk)")
        #expect(leftovers().isEmpty)
    }

    /// What the command says it needs, and where a folder of packages has not what is listed.
    @Test func anEmptyFolderOfPackagesIsSaid() throws {
        try fixtures.add(24)
        try FileManager.default.createDirectory(
            at: fixtures.folder.appendingPathComponent("wheels"), withIntermediateDirectories: true)
        let environment = fixtures.folder.appendingPathComponent("cache/quiver/quantizer")
        // The second time an environment of this very list is there, whose Python does not work.
        for isBroken in [false, true] {
            if isBroken {
                let list = Cases.packageRoot.appendingPathComponent("scripts/quantizer/requirements.txt")
                try FileManager.default.createDirectory(
                    at: environment.appendingPathComponent("bin"), withIntermediateDirectories: true)
                try Data(SHA256.hash(try Data(contentsOf: list)).hexadecimal.utf8)
                    .write(to: environment.appendingPathComponent("stamp"))
            }
            let ended = try quantize(RunFixtures.model, "photos", "--from", "wheels")
            #expect(ended.status == 2, "\(ended.talk)")
            #expect(
                ended.talk.contains("pip could not install") || ended.talk.contains("needed is Python"),
                "\(ended.talk)")
            #expect(isBroken || !FileManager.default.fileExists(atPath: environment.path))
        }
    }

    @Test func foldersOfProcessesThatAreGoneGoFirst() throws {
        let cache = FilePath(fixtures.folder.appendingPathComponent("cache").path)
        let files = FileManager.default
        // One of a process that had this one's number, and one of a process that lives.
        for process in [getpid(), 1] {
            try files.createDirectory(
                atPath: cache.appending("quantizing-\(process)/left").string, withIntermediateDirectories: true)
        }
        do {
            let work = try WorkFolder(in: cache)
            let found = try files.contentsOfDirectory(atPath: work.path.string)
            #expect(found.isEmpty)
        }
        #expect(try files.contentsOfDirectory(atPath: cache.string) == ["quantizing-1"])
    }

    @Test func aFolderThatCannotBeMadeIsSaid() throws {
        let file = fixtures.folder.appendingPathComponent("file")
        try Data().write(to: file)
        let error = #expect(throws: QuantizeError.self) { _ = try WorkFolder(in: FilePath(file.path)).path }
        #expect(error?.description.contains("/file/quantizing-\(getpid()) cannot be made: ") == true)
    }

    @Test func aProgramWithoutItsQuantizerSaysSo() throws {
        let error = #expect(throws: QuantizeError.self) {
            try Quantizer(in: ["/nowhere/quantizer"], place: "/nowhere", python: nil, wheels: nil)
        }
        #expect(error?.description.contains("/nowhere/quantizer/quantize.py") == true && error?.fault == .environment)
    }

    private struct Answer: Decodable {
        struct Agreement: Decodable { var photos: Int }
        struct Side: Decodable {
            var bytes: Int
            var photosPerSecond: Double
        }
        var path: String
        var calibrated: Int
        var agreement: Agreement
        var before: Side
        var after: Side
        var gain: Double
    }

    @Test("a model of integers is made, measured and used", .enabled(if: Self.python != nil))
    func isMade() throws {
        try fixtures.add(24)
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("notes.txt"))
        let python = try #require(Self.python)
        let made = try quantize(RunFixtures.model, "photos", "--python", python, "--format", "json")
        #expect(made.status == 0, "\(made.talk)")
        let answer = try JSONDecoder().decode(Answer.self, from: Data(made.output.utf8))
        #expect(answer.path.hasSuffix("data/quiver/models/targets-int8.xml"))
        #expect(answer.calibrated >= 18 && (5...6).contains(answer.agreement.photos))
        #expect(answer.after.bytes < answer.before.bytes / 2 && answer.after.photosPerSecond > 0 && answer.gain > 0)
        #expect(leftovers().isEmpty)

        // The names of classes are the original's, and settings know the model by its name.
        struct Report: Decodable {
            var task: String
            var layout: String
            var labels: [String]
        }
        func report(_ model: String) throws -> Report {
            let ended = try program.run("model", "inspect", model, "--format", "json")
            #expect(ended.status == 0, "\(ended.talk)")
            return try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8))
        }
        let (before, after) = (try report(RunFixtures.model), try report("targets-int8"))
        #expect(before.labels == after.labels && before.layout == after.layout && after.task == "detect")
        let run = try program.run("run", "photos", "--output", "out", "--model", "targets-int8")
        #expect(run.status == 0, "\(run.talk)")

        // It is one already.
        let again = try quantize("targets-int8", "photos", "--python", python)
        #expect(again.status == 2 && again.talk.contains("it is quantized already"), "\(again.talk)")
    }

    /// Folders of work that were not removed.
    private func leftovers() -> [String] {
        let cache = fixtures.folder.appendingPathComponent("cache/quiver").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []).filter {
            $0.hasPrefix("quantizing-")
        }
    }
}
