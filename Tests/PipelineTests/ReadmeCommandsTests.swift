import Foundation
import TestSupport
import Testing

/// What the README has users type, typed: in a folder of their own, and in the checkout with its `pipeline.json`.
@Suite("the commands of the README", .enabled(if: Cases.isAvailable), .timeLimit(.minutes(30)))
struct ReadmeCommandsTests {
    enum Place: CaseIterable {
        case ownFolder, checkout
    }

    private let fixtures: RunFixtures
    private static let readme = Cases.packageRoot.appendingPathComponent("README.md")

    init() throws { fixtures = try RunFixtures() }

    /// The lines of the README's shell examples, but for those that install.
    private static func lines() throws -> [String] {
        let text = try String(contentsOf: readme, encoding: .utf8)
        return text.matches(of: /```sh\n(?<lines>[\s\S]*?)```/).map(\.output.lines)
            .filter { !$0.contains("scripts/demo") }
            .flatMap { $0.split(separator: "\n") }.map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    /// Puts there what the commands speak of: photos, a session, a model and a mark of time.
    private func prepare(_ place: Place) throws {
        let (files, folder) = (FileManager.default, fixtures.folder)
        let samples = Cases.packageRoot.appendingPathComponent("samples")
        for name in ["photos", "session"] {
            let day = folder.appendingPathComponent("\(name)/day1")
            try files.createDirectory(at: day, withIntermediateDirectories: true)
            let photo = day.appendingPathComponent("end-03.jpg")
            try files.copyItem(at: samples.appendingPathComponent("photos/day1/end-03.jpg"), to: photo)
            try fixtures.age(photo)
        }
        try files.copyItem(
            at: try Cases.file("models/yolov8n_int8.onnx"), to: folder.appendingPathComponent("yolov8n.onnx"))
        let last = folder.appendingPathComponent("last")
        try Data().write(to: last)
        try last.age(by: 7200)
        guard place == .checkout else { return }
        try files.createDirectory(
            at: folder.appendingPathComponent("samples"), withIntermediateDirectories: true)
        for name in ["pipeline.json", "samples/models"] {
            try files.copyItem(
                at: Cases.packageRoot.appendingPathComponent(name), to: folder.appendingPathComponent(name))
        }
    }

    /// Runs one line in the folder as a shell does; a page that is served is stopped once it can be opened.
    private func type(_ line: String) throws -> (status: Int32, output: String) {
        let program = QuiverProgram.executable.path
        let words = """
            quiver() {
                case " $* " in
                *" serve "* | *" --serve "*)
                    '\(program)' "$@" --port 0 2>page &
                    until grep -q 'the page is at' page; do kill -0 $! || break; sleep 0.05; done
                    kill $!
                    wait $!
                    status=$?
                    cat page
                    return $status ;;
                *) '\(program)' "$@" ;;
                esac
            }
            yolo() { test -f "${2#data=}"; }
            \(line)
            """
        return try fixtures.program.type(words)
    }

    @Test("all work, one after the other", arguments: Place.allCases)
    func everyLineWorks(place: Place) throws {
        try prepare(place)
        let (files, folder) = (FileManager.default, fixtures.folder)
        var found = ""
        let lines = try Self.lines()
        for line in lines {
            let (status, output) = try type(line)
            // Where a model has to be fetched, the README and the program say the same of it.
            let isExcused = status == 64 && output.contains("quiver model fetch") && line.contains("quiver model fetch")
            #expect(status == 0 || isExcused, "\(line)\n\(output)")
            if line.contains("quiver find ") { found += output }
            // A scan arrives as soon as there is a folder for it.
            let scan = folder.appendingPathComponent("archive/drop/invoice.png")
            if files.fileExists(atPath: scan.deletingLastPathComponent().path), !files.fileExists(atPath: scan.path) {
                try files.copyItem(
                    at: Cases.packageRoot.appendingPathComponent("Tests/PipelineTests/Fixtures/invoice.png"), to: scan)
                try fixtures.age(scan)
            }
        }
        #expect(found.contains("Invoice 2026-0318"), "\(found)")
        for file in [
            "scores/day1/scores.html", "out/day1/end-03.jpg.json", "out/day1/end-03.jpg.annotated.jpg",
            "out/results.csv", "out/results.jsonl", "out/quiver.sqlite", "set/data.yaml", "club/pipeline.json",
            "club/drop", "archive/results/invoice.png.json", "things-set/data.yaml", "codes/results.csv",
        ] {
            #expect(files.fileExists(atPath: folder.appendingPathComponent(file).path), "\(file)")
        }
        for kind in ["quiver score", "quiver run", "quiver init --for", "quiver serve", "quiver watch"] {
            #expect(lines.contains { $0.contains(kind) }, "\(kind)")
        }
    }

    @Test("the checkout's own settings work as they stand, with results elsewhere too")
    func theCheckoutsSettings() throws {
        try prepare(.checkout)
        let elsewhere = try TemporaryFolder()
        for line in [
            "quiver run", "quiver watch --serve", "quiver score session --output '\(elsewhere.url.path)'",
            "quiver serve --output '\(elsewhere.url.path)'", "quiver score report '\(elsewhere.url.path)'",
            "quiver jobs list --output '\(elsewhere.url.path)'",
            "quiver model inspect '\(try Cases.file("people/efficientnet_lite0.onnx").path)'",
        ] {
            let (status, output) = try type(line)
            #expect(status == 0, "\(line)\n\(output)")
            guard line == "quiver run" else { continue }
            #expect(output.contains("drop was missing and has been made"), "\(output)")
            #expect(output.contains("no photos found in "), "\(output)")
        }
        let drop = fixtures.folder.appendingPathComponent("drop")
        #expect(FileManager.default.fileExists(atPath: drop.path))
        // Text is asked for, so no target is scored.
        let (status, output) = try type("quiver run session --task barcodes --output codes --format jsonl")
        #expect(status == 0 && !output.contains("targetDetection\":{"), "\(output)")
    }

    @Test("every command that it names has a help")
    func everyCommandIsThere() throws {
        let text = try String(contentsOf: Self.readme, encoding: .utf8)
        let names = Set(text.matches(of: /`quiver (?<name>[a-z]+)/).map { String($0.output.name) })
        #expect(names.isSuperset(of: ["score", "run", "init", "watch", "serve"]), "\(names)")
        for name in names {
            let ended = try fixtures.program.run(name, "--help")
            #expect(ended.status == 0 && ended.output.contains("USAGE: quiver \(name)"), "\(name)")
        }
    }
}
