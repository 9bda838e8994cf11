import Foundation
import Results
import TestSupport
import Testing

/// What a person types, and what the program answers.
@Suite("the command line")
struct CommandLineTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    /// Runs a shell's line in the folder of the fixtures, with the program as `quiver`.
    private func shell(_ line: String) throws -> (status: Int32, output: String) {
        try fixtures.program.type("quiver() { '\(QuiverProgram.executable.path)' \"$@\"; }; \(line)")
    }

    static let commands = [
        "", "run", "watch", "score", "score score-photos", "score report", "score correct", "status", "jobs",
        "jobs list", "jobs show", "jobs retry", "jobs cancel", "jobs prune", "queue", "queue move",
        "queue reopen", "backup", "config", "init", "doctor",
        "model inspect", "model list", "model add", "model quantize", "export", "import", "submit", "events", "reload",
        "serve",
        "records", "sequence", "segment",
        "evaluate", "alike", "select", "sets", "sets list", "sets add", "sets remove",
        "sets rename", "sets delete", "find", "pdf", "token", "token add", "token list", "token remove",
        "schema", "worker",
    ]

    @Test("no help text has a stray backslash or is wider than a terminal", arguments: commands)
    func help(command: String) throws {
        let help = try fixtures.program.start(command.split(separator: " ").map(String.init) + ["--help"]).wait()
        #expect(help.status == 0)
        #expect(!help.output.contains("\\"), "\(help.output)")
        // A usage line holds every option and is broken by the terminal.
        let lines = help.output.split(separator: "\n").filter {
            !$0.hasPrefix("USAGE") && !$0.hasPrefix("  quiver score ")
        }
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    }

    @Test(
        "a command lists its own options only",
        arguments: ["status", "jobs list", "jobs show", "jobs retry", "backup", "doctor", "score report"])
    func ownOptions(command: String) throws {
        let help = try fixtures.program.start(command.split(separator: " ").map(String.init) + ["--help"]).wait()
        for option in ["--confidence", "--iou", "--annotate", "--log", "--limit"] where command != "jobs list" {
            #expect(!help.output.contains(option), "\(option)")
        }
        #expect(!help.output.contains("Write results"))
    }

    @Test("paths come from standard input, one on each line or with a NUL behind each")
    func standardInput() throws {
        let photos = try fixtures.add(4)
        let odd = fixtures.photos.appendingPathComponent("two\nlines.jpg")
        try FileManager.default.moveItem(at: photos[3], to: odd)
        let run = "quiver run --model '\(RunFixtures.model)'"
        #expect(try shell("printf 'photos/00000.jpg\\nphotos/00001.jpg' | \(run) --output out -").status == 0)
        #expect(try Set(fixtures.records().keys) == ["00000.jpg", "00001.jpg"])
        let named = try shell("find photos -name 'two*' -print0 | \(run) --output out - photos/00002.jpg")
        #expect(named.status == 0, "\(named.output)")
        #expect(try fixtures.records().count == 4)
        #expect(try shell("printf 'photos/00000.jpg\\0' | \(run) --output other -0 -").status == 0)
        let none = try shell("\(run) --output out - </dev/null")
        #expect(none.status == 64 && none.output.contains("names no photo"), "\(none.output)")
    }

    @Test("--limit takes the first photos, and says what it left out")
    func limit() throws {
        try fixtures.add(5)
        let ended = try fixtures.run("--limit", "2")
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(try fixtures.records().count == 2)
        #expect(ended.output.contains("only the first 2 photos (--limit); 3 left out"), "\(ended.output)")
        #expect(try fixtures.run("--limit", "0").status == 64)
        let whole = try fixtures.run()
        #expect(whole.output.contains("3 done, 2 known from before"), "\(whole.output)")
    }

    @Test("classes and thresholds decide what is kept")
    func classes() throws {
        let photo = try fixtures.add(1)[0]
        let labels = { (extra: [String]) throws -> Set<String> in
            let arguments = [
                "run", photo.path, "--model", RunFixtures.model, "--confidence", "0.25", "--output", "out",
            ]
            let ended = try fixtures.program.start(arguments + extra).wait()
            #expect(ended.status == 0, "\(ended.talk)")
            return Set(try #require(try fixtures.records().values.first).photo.detections.map(\.label))
        }
        let all = try labels([])
        try #require(all.count >= 2, "the sample shows several classes")
        let one = try #require(all.sorted().first)
        #expect(try labels(["--classes", one]) == [one])
        #expect(try labels(["--classes", all.sorted().joined(separator: ",")]) == all)
        #expect(try labels(["--threshold", "\(one)=1"]) == all.subtracting([one]))
        #expect(try labels(all.flatMap { ["--threshold", "\($0)=1"] }) == [])
    }

    @Test(
        "what cannot be meant is refused with a sentence",
        arguments: [
            (["run", "photos", "--model", "a.onnx", "-m", "b.onnx"], "a run uses one model"),
            (["score", "photos", "--model", "a.onnx", "--model", "b.onnx"], "a run uses one model"),
            (["run", "photos", "--threshold", "person"], "person=0.5"),
            (["run", "photos", "--threshold", "a=0.1", "--threshold", "a=0.2"], "given twice"),
            (["jobs", "prune", "--state", "done", "--older-than", "nan"], "a number of days"),
            (["jobs", "prune", "--state", "done", "--older-than", "inf"], "a number of days"),
            (["jobs", "prune", "--state", "done", "--older-than", "1e300"], "a number of days"),
        ])
    func refusals(arguments: [String], sentence: String) throws {
        let ended = try fixtures.program.start(arguments).wait()
        #expect(ended.status == 64)
        #expect(ended.talk.contains(sentence), "\(ended.talk)")
    }

    @Test("a folder that is called photos can be scored")
    func folderNamedPhotos() throws {
        let folder = fixtures.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("no picture".utf8).write(to: folder.appendingPathComponent("broken.jpg"))
        let ended = try quiver("score", "photos", "--output", fixtures.output.path)
        #expect(ended.status == 1 && ended.talk.contains("broken.jpg"), "\(ended.talk)")
    }

    @Test("the counts of a summary add up, and its hint works as it is printed")
    func summary() throws {
        try fixtures.add(2)
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        _ = try fixtures.run()
        let again = try fixtures.run()
        #expect(again.output.contains("0 done, 3 known from before (2 done, 1 failed)"), "\(again.output)")
        let hint = try #require(again.output.firstMatch(of: /to see it: (quiver .*)/)?.1)
        let list = try shell(String(hint))
        #expect(list.status == 0 && list.output.contains("broken.jpg"), "\(list.output)")
    }

    @Test("an error does not repeat the path that stands beside it")
    func paths() throws {
        for name in ["a.jpg", "b.jpg"] {
            try Data("no picture \(name)".utf8).write(to: fixtures.photos.appendingPathComponent(name))
        }
        let ended = try fixtures.run()
        for name in ["a.jpg", "b.jpg"] {
            let line = try #require(ended.talk.split(separator: "\n").first { $0.contains(name) })
            #expect(line.matches(of: try Regex(NSRegularExpression.escapedPattern(for: name))).count == 1, "\(line)")
        }
        let table = try String(contentsOf: fixtures.output.appendingPathComponent("results.csv"), encoding: .utf8)
        let errors = table.split(separator: "\r\n").dropFirst().compactMap { $0.firstMatch(of: /"([^"]*)"/)?.1 }
        #expect(errors.count == 2 && Set(errors).count == 1, "\(table)")
        let list = try quiver("jobs", "list", "--output", fixtures.output.path).output
        #expect(list.split(separator: "\n").allSatisfy { $0.matches(of: /\.jpg/).count == 1 }, "\(list)")
    }

    @Test("jobs list finds photos by path, class, score and content")
    func search() throws {
        let photos = try fixtures.add(3)
        try FileManager.default.copyItem(at: photos[0], to: fixtures.photos.appendingPathComponent("copy.jpg"))
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        _ = try fixtures.run()
        let count = { (extra: [String]) throws -> Int in
            let ended = try fixtures.program.start(["jobs", "list", "--output", "out"] + extra).wait()
            #expect(ended.status == 0, "\(ended.talk)")
            return ended.output.split(separator: "\n").count
        }
        let record = try #require(try fixtures.records()["00000.jpg"])
        let best = try #require(record.photo.detections.max { $0.confidence < $1.confidence })
        #expect(try count([]) == 5)
        #expect(try count(["--path", "photos/0000"]) == 3)
        #expect(try count(["--label", best.label]) == 4)
        #expect(try count(["--label", "nobody"]) == 0)
        #expect(try count(["--min-confidence", "\(best.confidence)"]) == 4)
        #expect(try count(["--label", best.label, "--min-confidence", "1"]) == 0)
        #expect(try count(["--duplicates"]) == 1)
        #expect(try count(["--label", best.label, "--limit", "2"]) == 2)
    }

    @Test("jobs show is a page for people, and one JSON document for programs")
    func show() throws {
        try fixtures.add(1)
        _ = try fixtures.run()
        let text = try quiver("jobs", "show", "1", "--output", fixtures.output.path).output
        #expect(text.contains("00000.jpg") && text.contains("detection") && !text.contains("{"), "\(text)")
        let json = try quiver("jobs", "show", "1", "--output", fixtures.output.path, "--format", "json").output
        #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
    }

    @Test("the log goes to standard error where '-' is named, and into no file of that name")
    func logToStandardError() throws {
        try fixtures.add(1)
        let ended = try fixtures.run("--log", "-")
        #expect(ended.status == 0 && ended.talk.contains("photo 1 settled"), "\(ended.talk)")
        #expect(!FileManager.default.fileExists(atPath: fixtures.folder.appendingPathComponent("-").path))
    }

    @Test("a folder of results that is named as photos is said to be skipped")
    func resultsAsPhotos() throws {
        try fixtures.add(1)
        _ = try fixtures.run("--annotate")
        let ended = try quiver("run", fixtures.output.path, "--model", RunFixtures.model, "--output", "other")
        #expect(ended.status == 0)
        #expect(ended.talk.contains("is a folder of results"), "\(ended.talk)")
        #expect(ended.output.contains("no photos found"), "\(ended.output)")
    }

    @Test("init says how to go on from where it was called")
    func initialise() throws {
        let ended = try quiver("init", "my service")
        let next = try #require(ended.output.firstMatch(of: /run: (.*)/)?.1)
        #expect(next == "cd 'my service' && quiver watch --serve")
        #expect(try quiver("init", "--force").output.contains("run: quiver watch --serve"))
    }

    @Test("help begins with scoring, and 'score --help' with its own options", arguments: ["--help", "-h"])
    func helpForThreeUsers(flag: String) throws {
        let root = try quiver(flag).output
        let users = ["quiver score PHOTOS", "quiver run PHOTOS", "quiver init --for scans"]
        #expect(Self.stand(users + ["SUBCOMMANDS", "\n  score ", "\n  run ", "\n  init "], in: root), "\(root)")
        let score = try quiver("score", flag).output
        let options = ["--face", "--system", "--arrows", "--config", "--workers", "--format"]
        #expect(
            Self.stand(["quiver score [<options>]", "OPTIONS:"] + options.map { "\n  \($0)" }, in: score), "\(score)")
        #expect(score.contains("quiver score report") && score.contains("quiver score correct"))
        #expect(!score.contains("score-photos"), "\(score)")
        #expect(try quiver("help", "score").output == score)
        #expect(try quiver("score", "report", flag).output.contains("--into"))
    }

    /// Whether texts stand in another one, in this order.
    private static func stand(_ texts: [String], in whole: String) -> Bool {
        var rest = whole[...]
        for text in texts {
            guard let range = rest.range(of: text) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    @Test("the version names the commit of a checkout, and stands alone without one")
    func version() throws {
        let version = try quiver("--version").output
        #expect(
            version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+( \([0-9a-f]{10}(, changed since)?\))?\n/) != nil,
            "\(version)")
        let script = Cases.packageRoot.appendingPathComponent("Sources/CommitPlugin/commit.sh").path
        let commit = fixtures.folder.appendingPathComponent("Commit.swift")
        #expect(try shell("sh '\(script)' '\(fixtures.folder.path)' .").status == 0)
        #expect(try String(contentsOf: commit, encoding: .utf8).contains("String? = nil"))
        let before = try FileManager.default.attributesOfItem(atPath: commit.path)[.modificationDate] as? Date
        #expect(try shell("sh '\(script)' '\(fixtures.folder.path)' .").status == 0)
        let after = try FileManager.default.attributesOfItem(atPath: commit.path)[.modificationDate] as? Date
        #expect(before == after, "an unchanged file would be built again")
    }

    @Test("doctor says what device auto chose")
    func device() throws {
        let ended = try quiver("doctor", "--model", RunFixtures.model)
        #expect(ended.output.contains("CPU, chosen by auto"), "\(ended.output)")
    }
}
