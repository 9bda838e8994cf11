import Foundation
import TestSupport
import Testing

/// `quiver import` of what `quiver export` wrote, and of what users wrote.
@Suite(.timeLimit(.minutes(30))) struct ImportCommandTests {
    fileprivate let fixtures: RunFixtures

    init() throws {
        fixtures = try RunFixtures()
        try fixtures.add(3)
        try fixtures.add(1, in: "day1", from: 10)
        let ended = try fixtures.run()
        #expect(ended.status == 0, "\(ended.talk)")
    }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    private func document(_ ended: QuiverProgram.Ended) throws -> [String: Any] {
        #expect(ended.status == 0, "\(ended.talk)")
        return try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: fixtures.folder.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func anExportComesBackAsItWas() throws {
        let first = try quiver("export", "coco", "out", "--to", "first", "--split", "0.5,0.5")
        #expect(first.status == 0, "\(first.talk)")
        let came = try document(quiver("import", "coco", "first/annotations.json", "out", "--format", "json"))
        let photos = came["photos"] as? Int ?? 0
        #expect(photos == 4 && came["matchedByContent"] as? Int == 4 && came["examples"] as? [String] == [])
        #expect((came["imported"] as? Int ?? 0) + (came["known"] as? Int ?? 0) == 4)
        #expect(try quiver("export", "coco", "out", "--to", "second", "--split", "0.5,0.5").status == 0)
        #expect(try text("first/annotations.json") == text("second/annotations.json"))
        let same = try quiver("export", "--diff", "first", "second")
        #expect(same.output.contains("The same 4 photos"), "\(same.output)")
        // Whatever form it takes, the same is said of the photos.
        for (format, labels) in [("yolo", "data.yaml"), ("voc", ""), ("labelstudio", "tasks.json")] {
            #expect(try quiver("export", format, "out", "--to", format).status == 0)
            let again = try document(quiver("import", format, "\(format)/\(labels)", "out", "--format", "json"))
            #expect(again["known"] as? Int == 4 && again["imported"] as? Int == 0, "\(format): \(again)")
        }
        #expect(try quiver("evaluate", "out").output.contains("4 photos"))
    }

    @Test func whatUsersWroteIsTruth() throws {
        let labels = fixtures.folder.appendingPathComponent("labels.json")
        let images = [
            #"{"id":1,"file_name":"day1/00010.jpg"}"#, #"{"id":2,"file_name":"stranger.jpg"}"#,
        ]
        let boxes = [
            #"{"id":1,"image_id":1,"category_id":7,"bbox":[10,10,20,20]}"#,
            #"{"id":2,"image_id":2,"category_id":7,"bbox":[10,10,20,20]}"#,
        ]
        try Data(
            """
            {"images":[\(images.joined(separator: ","))],"annotations":[\(boxes.joined(separator: ","))],
            "categories":[{"id":7,"name":"stain \\"x\\""}]}
            """.utf8
        ).write(to: labels)
        let check = try document(quiver("import", "coco", "labels.json", "out", "--check", "--format", "json"))
        #expect(check["imported"] as? Int == 1)
        let came = try document(quiver("import", "coco", "labels.json", "out", "--format", "json"))
        #expect(
            came["imported"] as? Int == 1 && came["matchedByPath"] as? Int == 1 && came["withoutResult"] as? Int == 1)
        #expect((came["examples"] as? [String])?.first?.hasPrefix("stranger.jpg: ") == true)
        let exported = try quiver("export", "jsonl", "out", "--to", "set", "--where", "is:reviewed")
        #expect(exported.talk.contains("stain \"x\""), "\(exported.talk)")
        let lines = try text("set/labels.jsonl").split(separator: "\n")
        #expect(
            lines.count == 1 && lines[0].contains(#""objects":[{"label":"stain \"x\"","score":1,"bbox":[10,10,20,20]"#))
        // What a user said stays, unless it is to be replaced.
        try Data(text("labels.json").replacing("[10,10,20,20]", with: "[10,10,30,30]").utf8).write(to: labels)
        let kept = try document(quiver("import", "coco", "labels.json", "out", "--format", "json"))
        #expect(kept["corrected"] as? Int == 1 && kept["imported"] as? Int == 0)
        let replaced = try document(quiver("import", "coco", "labels.json", "out", "--replace", "--format", "json"))
        #expect(replaced["imported"] as? Int == 1)
    }

    /// Where nothing became truth, a script must not go on as if it had; what was truth before is no mistake.
    @Test func notOnePhotoIsAMistake() throws {
        func write(_ name: String) throws {
            let box = #"{"image_id":1,"category_id":1,"bbox":[10,10,20,20]}"#
            let text = """
                {"images":[{"id":1,"file_name":"\(name)"}],"annotations":[\(box)],"categories":[{"id":1,"name":"x"}]}
                """
            try Data(text.utf8).write(to: fixtures.folder.appendingPathComponent("labels.json"))
        }
        try write("stranger.jpg")
        for check in [["--check"], []] {
            let ended = try fixtures.program.start(["import", "coco", "labels.json", "out"] + check).wait()
            #expect(ended.status == 2 && ended.talk.contains("1 photo that no result is of: left out"), "\(ended.talk)")
            #expect(ended.talk.contains("no photo of labels.json is truth now"), "\(ended.talk)")
        }
        try write("day1/00010.jpg")
        for _ in 0..<2 { #expect(try quiver("import", "coco", "labels.json", "out").status == 0) }
        try Data(text("labels.json").replacing("[10,", with: "[11,").utf8).write(
            to: fixtures.folder.appendingPathComponent("labels.json"))
        let kept = try quiver("import", "coco", "labels.json", "out")
        #expect(kept.status == 0 && kept.talk.contains("1 photo that users reviewed before"), "\(kept.talk)")
    }

    @Test(arguments: ["folder", "alike"]) func anExportIsMadeAgain(by grouping: String) throws {
        let made = try quiver(
            "export", "csv", "out", "--to", "first", "--split", "0.5,0.5", "--seed", "3", "--split-by", grouping,
            "--where", "name:0*")
        #expect(made.status == 0, "\(made.talk)")
        let isAlike = grouping == "alike"
        #expect(try text("first/quiver-manifest.json").contains(#""by":"alike","distance":20"#) == isAlike)
        let again = try quiver("export", "--again", "first", "out", "--to", "again")
        #expect(again.status == 0 && again.talk.contains("The same 4 photos"), "\(again.talk)")
        #expect(try text("first/labels.csv") == text("again/labels.csv"))
        #expect(try text("first/quiver-manifest.json") == text("again/quiver-manifest.json"))
    }
}

/// What is refused of imports and exports, asked of one run: nothing of it changes that.
@Suite(.timeLimit(.minutes(30)), .serialized) struct ImportRefusalTests {
    private static let shared = Result {
        let fixtures = try ImportCommandTests().fixtures
        fixtures.temporary.keepUntilExit()
        try Data("[1,".utf8).write(to: fixtures.folder.appendingPathComponent("odd.json"))
        return fixtures
    }

    private let fixtures: RunFixtures

    init() throws { fixtures = try Self.shared.get() }

    @Test(arguments: [
        (["import", "nonsense", "a", "out"], 64, "'nonsense'"),
        (["import", "coco", "nowhere.json", "out"], 2, "nowhere.json"),
        (["import", "coco", "odd.json", "out"], 2, "line 1"), (["import", "yolo", "out", "out"], 2, "data.yaml"),
        (["import", "coco", "odd.json", "nowhere"], 2, "no queue"),
        (["export", "--diff", "out"], 64, "two manifests"),
        (["export", "--diff", "out", "out", "--to", "x"], 64, "leave out --to"),
        (["export", "--diff", "out", "out", "--class", "cat"], 64, "leave out --to"),
        (["export", "--diff", "out", "out", "--link"], 64, "leave out --to"),
        (["export", "--again", "odd.json", "out", "--to", "x"], 2, "odd.json"),
        (["export", "coco", "out", "--to", "x", "--split", "0.5"], 64, "0.8,0.1,0.1"),
        (["export", "coco", "out", "--to", "x", "--seed", "1"], 64, "--split"),
    ])
    func whatCannotBeMeantIsSaid(arguments: [String], status: Int32, word: String) throws {
        let ended = try fixtures.program.start(arguments).wait()
        #expect(ended.status == status && ended.talk.contains(word), "\(ended.talk)")
    }
}
