import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

/// The rows of ``CoverageRow`` that commands, files and the API show.
@Suite("What documents name")
struct ProgramCoverageTests {
    static let rows = CoverageRow.allCases.filter { if case .program = $0.shown { true } else { false } }

    @Test("each row", arguments: rows)
    func row(_ row: CoverageRow) async throws {
        if case .program(let show) = row.shown { try await show() }
    }
}

/// How those rows are shown.
enum ProgramCoverage {
    private static let samples = Cases.packageRoot.appendingPathComponent("samples/photos/day1")
    private static let ends = ["end-01.jpg", "end-02.jpg", "end-03.jpg", "end-04.jpg"]

    static func record(_ url: URL) throws -> JSONValue { try JSONParser.parse(Array(Data(contentsOf: url))).value }

    private static func records(_ scene: ReviewScene) throws -> [JSONValue] {
        try ends.map { try record(scene.folder.appendingPathComponent("out/\($0).json")) }
    }

    /// Runs the program in a folder; it must end well.
    @discardableResult
    private static func quiver(_ folder: URL, _ arguments: String...) throws -> QuiverProgram.Ended {
        let ended = try QuiverProgram(folder: folder).start(arguments).wait()
        #expect(ended.status <= 1, "\(arguments): \(ended.status) \(ended.talk)")
        return ended
    }

    /// A table's rows by their columns.
    private static func table(_ text: String) -> [[String: String]] {
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
    }

    private static func text(_ folder: URL, _ path: String) -> String {
        (try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }

    /// The photos with something, each with how many of it, as `quiver find` has them.
    private static func hits(_ label: String, _ scene: ReviewScene) throws -> [String] {
        let found = try quiver(scene.folder, "find", label, "--in", "out", "--kind", label, "--format", "jsonl").output
        return try found.split(separator: "\n").map { line in
            let hit = try JSONParser.parse(Array(line.utf8)).value
            let name = hit["photo"]?.text?.split(separator: "/").last ?? ""
            return "\(name) \(hit["count"]?.whole ?? 0)"
        }
    }

    /// A photo that has settled, of five arrows.
    private static func shoot(into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let photo = folder.appendingPathComponent("end-02.jpg")
        try FileManager.default.copyItem(at: samples.appendingPathComponent("end-02.jpg"), to: photo)
        try photo.age()
    }

    /// The record of a photo that is scored with settings and options of its own.
    private static func scored(_ settings: JSONValue, _ options: String...) throws -> JSONValue {
        let folder = try TemporaryFolder()
        try Data(settings.line.utf8).write(to: folder["pipeline.json"])
        try shoot(into: folder["photos"])
        let ended = try QuiverProgram(folder: folder.url)
            .start(["score", "photos", "--output", "out", "--arrows", "6"] + options).wait()
        #expect(ended.status == 0, "\(ended.talk)")
        return try record(folder["out/end-02.jpg.json"])
    }

    private static let measures: JSONValue = ["output": ["crops": true, "confidenceLevels": [0.999, 0.998, 0.2]]]

    /// One run with what rows ask of settings; scoring takes seconds.
    private static let measured = Task { try scored(measures, "--face", "wa-80", "--shaft", "0") }

    /// The first end, confirmed with one score changed, one arrow moved, and one of Ana's placed.
    private static func confirmed() async throws -> (scene: ReviewScene, before: [JSONValue], now: [JSONValue]) {
        let scene = try await ReviewScene()
        let before = try await scene.arrows(ofEnd: 1)
        #expect(before.count == 6 && before.allSatisfy { $0["wasAdjusted"] == false })
        let photo = try await scene.end(1)["photos"]?.items.first?["id"]?.text ?? ""
        let body = """
            {"arrows":[{"number":2,"value":{"score":8,"isX":false}},
            {"number":4,"value":{"score":8,"isX":false,"position":{"x":0.2,"y":0.137},"face":0}},
            {"number":60,"value":{"score":7,"isX":false,"position":{"x":0.35,"y":0},"face":0}}],
            "archers":[{"number":2,"archer":"Ana"},{"number":60,"archer":"Ana"}],
            "faces":[],"isConfirmed":true,"isSkipped":false}
            """
        #expect(try await scene.ask("PUT", "/photos/\(photo)/review", body: body).status == 200)
        _ = try await eventually("the sheets have the end as confirmed") {
            text(scene.folder, "out/scores.html").contains("Ana")
                && rows(scene).filter { $0["confirmed"] == "true" }.count == 7 ? true : nil
        }
        return (scene, before, try await scene.arrows(ofEnd: 1))
    }

    /// What the model has read of the arrow that a confirmed end gives to Ana.
    private static func read(_ before: [JSONValue]) throws -> String {
        try #require(before.first { $0["number"] == 2 }?["mark"]?.text)
    }

    /// The rows of the first end on the disk.
    private static func rows(_ scene: ReviewScene) -> [[String: String]] {
        table(text(scene.folder, "out/scores.csv")).filter { $0["end"] == "1" }
    }

    /// The first end of the document that `score report` prints.
    private static func reported(_ scene: ReviewScene) throws -> JSONValue {
        let printed = try quiver(scene.folder, "score", "report", "out", "--format", "json").output
        let report = try JSONParser.parse(Array(printed.utf8)).value
        return try #require(report["rounds"]?.items.first?["ends"]?.items.first)
    }

    @Sendable static func oneResult() async throws {
        let scene = try await ReviewScene()
        let arrows = try records(scene).map { $0["arrows"]?.items.count ?? 0 }
        #expect(arrows == [6, 5, 3, 5])
        let found = table(text(scene.folder, "out/results.csv")).filter { $0["label"] == "arrow" }
        #expect(ends.map { end in found.filter { $0["path"]?.hasSuffix(end) == true }.count } == arrows)
        let listed = try quiver(scene.folder, "jobs", "list", "--output", "out", "--label", "arrow").output
        #expect(ends.allSatisfy { listed.contains($0) } && !listed.contains("half.jpg"))
        for job in 1...5 {
            let photo = try await scene.ask("/jobs/\(job)").json
            let boxes = photo["detectors"]?.items.flatMap { $0["detections"]?.items ?? [] } ?? []
            let count = zip(ends, arrows).first { photo["photo"]?.text?.hasSuffix($0.0) == true }?.1 ?? 0
            #expect(boxes.filter { $0["label"] == "arrow" }.count == count, "\(photo.line.prefix(200))")
        }
        #expect(try hits("arrow", scene) == zip(ends, arrows).map { "\($0) \($1)" })
        #expect(try hits("face", scene).isEmpty == false)
        // One that is placed by hand counts from now on.
        let photo = try await scene.end(1)["photos"]?.items.first?["id"]?.text ?? ""
        let placed = """
            {"arrows":[{"number":60,"value":{"score":7,"isX":false,"position":{"x":0.35,"y":0},"face":0}}],
            "archers":[],"faces":[],"isConfirmed":true,"isSkipped":false}
            """
        #expect(try await scene.ask("PUT", "/photos/\(photo)/review", body: placed).status == 200)
        #expect(try hits("arrow", scene).first == "end-01.jpg 7")
        let crops = try await measured.value["outputs"]?["crops"]?.items ?? []
        #expect(crops.compactMap(\.text).filter { $0.hasSuffix("arrow.jpg") }.count == 5, "\(crops)")
    }

    @Sendable static func confirmedAsData() async throws {
        let (scene, _, arrows) = try await confirmed()
        let (end, rows) = (try reported(scene), rows(scene))
        let reported = end["arrows"]?.items ?? []
        #expect(end["isConfirmed"] == true && reported.allSatisfy { $0["isConfirmed"] == true })
        #expect(reported.filter { $0["wasAdjusted"] == true }.map { $0["number"] } == [4, 60])
        #expect(reported.filter { $0["isPlacedByHand"] == true }.map { $0["number"] } == [60])
        #expect(reported.filter { $0["archer"] == "Ana" }.map { $0["number"] } == [2, 60])
        #expect(rows.map { $0["adjusted"] } == reported.map { $0["wasAdjusted"] == true ? "true" : "false" })
        #expect(rows.map { $0["placedByHand"] } == reported.map { $0["isPlacedByHand"] == true ? "true" : "false" })
        #expect(rows.map { $0["score"] } == arrows.map { $0["mark"]?.text })
    }

    @Sendable static func sheetsAreNew() async throws {
        let (scene, before, arrows) = try await confirmed()
        #expect(before.map { $0["mark"] } != arrows.map { $0["mark"] })
        let page = text(scene.folder, "out/scores.html")
        #expect(page.contains("the model read \(try read(before))"))
        // But for what marks the file that Quiver keeps.
        let told = page.replacing(#/<meta name="quiver-sheet"[^>]*>/#, with: "")
        #expect(told != page)
        #expect(try quiver(scene.folder, "score", "report", "out", "--format", "html").output == told)
    }

    @Sendable static func archersOnSheets() async throws {
        let (scene, before, _) = try await confirmed()
        let read = try read(before)
        #expect(text(scene.folder, "out/scores.html").contains("Ana: manual correction, the model read \(read)"))
        #expect(rows(scene).allSatisfy { $0["endArchers"] == "Ana" && $0["sessionArchers"] == "Ana" })
        #expect(try reported(scene)["archers"] == ["Ana"])
    }

    @Sendable static func ownSettings() async throws {
        let checkout = try TemporaryFolder()
        let root = Cases.packageRoot
        try FileManager.default.copyItem(
            at: root.appendingPathComponent("pipeline.json"), to: checkout["pipeline.json"])
        try FileManager.default.createSymbolicLink(
            at: checkout["samples"], withDestinationURL: root.appendingPathComponent("samples"))
        let empty = try quiver(checkout.url, "run")
        #expect(empty.status == 0 && empty.talk.contains("was missing and has been made"), "\(empty.talk)")
        try shoot(into: checkout["drop"])
        #expect(try quiver(checkout.url, "run").status == 0)
        let found = table(text(checkout.url, "results/results.csv")).filter { $0["label"] == "arrow" }
        #expect(found.count == 5 && table(text(checkout.url, "results/scores.csv")).count == 5)
    }

    @Sendable static func dropFolderScores() async throws {
        let club = try TemporaryFolder()
        #expect(try quiver(club.url, "init", "--for", "scoring").status == 0)
        try shoot(into: club["drop"])
        #expect(try quiver(club.url, "run").status == 0)
        let sheet = table(text(club.url, "results/scores.csv"))
        #expect(sheet.map { $0["score"] } == ["9", "8", "7", "6", "4"], "\(sheet)")
        #expect(text(club.url, "results/scores.html").contains("end-02.jpg"))
    }

    @Sendable static func curation() async throws {
        let scene = try await ReviewScene()
        let arrows = try records(scene).reduce(0) { $0 + ($1["arrows"]?.items.count ?? 0) }
        try quiver(scene.folder, "export", "coco", "out", "--to", "coco")
        let set = try record(scene.folder.appendingPathComponent("coco/annotations.json"))
        let arrow = try #require(set["categories"]?.items.first { $0["name"] == "arrow" })
        #expect(arrow["keypoints"] == ["tip", "nock"])
        #expect(set["annotations"]?.items.filter { $0["category_id"] == arrow["id"] }.count == arrows)
        try quiver(scene.folder, "export", "yolo", "out", "--to", "yolo")
        let boxes = ends.flatMap { end in
            text(scene.folder, "yolo/labels/\(end.dropLast(4)).txt").split(separator: "\n")
        }
        #expect(boxes.filter { $0.hasPrefix("0 ") }.count == arrows)
        #expect(text(scene.folder, "yolo/data.yaml").contains(#"0: "arrow""#))
    }

    @Sendable static func scoringIsOn() async throws {
        let club = try TemporaryFolder()
        #expect(try quiver(club.url, "init").status == 0)
        let face = try record(club["pipeline.json"])["scoring"]?["face"]
        #expect(face == "auto", "\(String(describing: face))")
    }

    @Sendable static func thresholds() async throws {
        let folder = try TemporaryFolder()
        let settings: JSONValue = ["detectors": [["name": "arrows", "confidence": 0.4, "iou": 0.7]]]
        try Data(settings.line.utf8).write(to: folder["pipeline.json"])
        let printed = try quiver(folder.url, "config", "--format", "json").output
        let config = try JSONParser.parse(Array(printed.utf8)).value["settings"]
        #expect(config?["detectors[0].confidence"]?["value"] == 0.4)
        #expect(config?["detectors[0].iou"]?["value"] == 0.7)
    }

    @Sendable static func thresholdIsKept() async throws {
        let folder = try TemporaryFolder()
        let model = try TinyModels.segmenting(in: folder.url)
        // The ball's confidence becomes one that every engine has exactly.
        func bytes(_ value: Float) -> Data { withUnsafeBytes(of: value.bitPattern.littleEndian) { Data($0) } }
        var weights = try Data(contentsOf: folder["segmenting.bin"])
        weights.replaceSubrange(try #require(weights.range(of: bytes(0.6))), with: bytes(0.5))
        try weights.write(to: folder["segmenting.bin"])
        try shoot(into: folder["photos"])
        for (confidence, labels) in [(0.5, ["cup", "ball"]), (0.50001, ["cup"])] {
            let detector: JSONValue = [
                "name": "things", "task": "segment", "model": .string(model), "labels": ["cup", "ball"],
                "confidence": .number(confidence),
            ]
            try Data((["detectors": [detector]] as JSONValue).line.utf8).write(to: folder["pipeline.json"])
            #expect(try quiver(folder.url, "run", "photos", "--output", "out-\(confidence)").status == 0)
            let found = try record(folder["out-\(confidence)/end-02.jpg.json"])["results"]?.items.first?["masks"]?.items
            #expect(found?.compactMap { $0["label"]?.text } == labels)
        }
    }

    @Sendable static func records() async throws {
        let scene = try await ReviewScene()
        for record in try records(scene) {
            let scores = record["detections"]?.items.compactMap { $0["confidence"]?.decimal } ?? []
            #expect(!scores.isEmpty && scores == scores.sorted(by: >))
            for arrow in record["arrows"]?.items ?? [] {
                func number(_ key: String) throws -> Double { try #require(arrow[key]?.decimal, "\(arrow.line)") }
                let (x, y, distance) = try (number("normalizedX"), number("normalizedY"), number("distanceFromCenter"))
                #expect(abs(hypot(x, y) - distance) < 1e-4)
                let clock = (atan2(y, x) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
                #expect(abs(clock - (try number("clockPositionDeg"))) < 0.05)
                let (width, height) = (
                    record["imageMetadata"]?["width"]?.decimal, record["imageMetadata"]?["height"]?.decimal
                )
                #expect(
                    try (0...(width ?? 0)).contains(number("pixelX")) && (0...(height ?? 0)).contains(number("pixelY")))
                #expect(try (0...1).contains(number("confidence")))
                #expect(["x", "y", "width", "height"].allSatisfy { arrow["boundingBox"]?[$0]?.decimal != nil })
                // The shaft's half width counts; faces of 122 cm and of 80 cm are in these photos.
                let face = record["targetDetection"]?["faces"]?.items[arrow["face"]?.whole ?? 0]
                let reach = distance - 2.75 / (face?["type"] == "wa-122" ? 610 : 400)
                let zone = Int((10 * reach).rounded(.up))
                #expect(arrow["score"]?.whole == (reach > 1 ? 0 : 11 - max(zone, 1)), "\(arrow.line)")
                #expect(arrow["isX"] == .bool(reach <= 0.05))
            }
        }
    }

    @Sendable static func bareTable() async throws {
        let bare = try await measured.value["arrows"]?.items ?? []
        #expect(bare.count == 5)
        for arrow in bare {
            let zone = Int((10 * (arrow["distanceFromCenter"]?.decimal ?? 0)).rounded(.up))
            #expect(arrow["score"]?.whole == 11 - zone, "\(arrow.line)")
        }
        // A thick shaft beside a line of a smaller face touches it.
        let thick = try scored([:], "--face", "wa-80", "--shaft", "9.3mm")["arrows"]?.items ?? []
        #expect(bare.map { $0["score"] } == [9, 8, 7, 6, 4] && thick.map { $0["score"] } == [9, 8, 7, 7, 4])
    }

    @Sendable static func ownConfidence() async throws {
        let (scene, before, arrows) = try await confirmed()
        for (old, now) in zip(before, arrows) {
            #expect(now["source"] == "person" && now["confidence"] == 1, "\(now.line)")
            #expect(now["read"]?["confidence"] == old["confidence"] && now["read"]?["mark"] == old["mark"])
        }
        let rows = rows(scene)
        #expect(rows.prefix(6).map { Double($0["modelConfidence"] ?? "") } == before.map { $0["confidence"]?.decimal })
        #expect(rows.last?["modelConfidence"] == "" && arrows.last?["read"] == .null)
    }

    @Sendable static func adjusted() async throws {
        let (_, _, arrows) = try await confirmed()
        #expect(arrows.map { $0["wasAdjusted"] } == [false, false, false, true, false, false, true])
        #expect(arrows.compactMap { $0["mark"]?.text } == ["X", "8", "9", "8", "8", "7", "7"])
        #expect(arrows.map { $0["isX"] } == [true, false, false, false, false, false, false])
        #expect(arrows.allSatisfy { $0["normalizedX"]?.decimal != nil && $0["normalizedY"]?.decimal != nil })
    }

    @Sendable static func rounds() async throws {
        let scene = try await ReviewScene()
        let known = try await scene.ask("/rounds").json["rounds"]?.items.compactMap { $0["id"]?.text } ?? []
        #expect(Set(known).isSuperset(of: ["wa-70", "vegas", "nfaa-300", "portsmouth"]), "\(known)")
        let named = try quiver(scene.folder, "score", "round", "out", "--as", "wa-70")
        #expect(named.output.contains("WA 720, 70 m") && named.output.contains("at best"), "\(named.output)")
        let ranking = try await scene.ask("/ranking").json["rankings"]?.items.first
        let row = try #require(ranking?["rows"]?.items.first)
        #expect(ranking?["round"]?["id"] == "wa-70" && row["rank"] == 1)
        let total = try await scene.session()["total"]?["score"]
        #expect(row["total"]?["score"] == total)
        #expect((row["missingArrows"]?.whole ?? 0) > 0)
    }

    @Sendable static func bounds() async throws {
        let record = try await measured.value
        let words = ["very high", "high", "moderate"]
        #expect(record["confidenceLevels"] == [0.999, 0.998, 0.2])
        for arrow in record["arrows"]?.items ?? [] {
            let index = [0.999, 0.998, 0.2].firstIndex { (arrow["confidence"]?.decimal ?? 0) >= $0 }
            #expect(arrow["confidenceLevel"]?.text == index.map { words[$0] }, "\(arrow.line)")
        }
        // The page has them from the next start of the server on.
        let scene = try await ReviewScene()
        try Data(measures.line.utf8).write(to: scene.folder.appendingPathComponent("pipeline.json"))
        let (running, address) = try await scene.serve([])
        defer { kill(running.pid, SIGKILL) }
        let levels = try await scene.ask(address + "/api/v1/jobs/1").json["confidenceLevels"]
        #expect(levels == [0.999, 0.998, 0.2])
    }
}
