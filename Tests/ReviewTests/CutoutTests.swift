import Foundation
import JSONTree
import TestSupport
import Testing

/// Objects of a photo that the server cuts out for the page and for programs.
@Suite("Objects cut out by the server")
struct CutoutTests {
    private static let photo = Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg")

    private static func scene() async throws -> ReviewScene {
        let folder = try TemporaryFolder()
        return try await ReviewScene(
            finding: [
                "name": "things", "task": "segment", "model": .string(try TinyModels.segmenting(in: folder.url)),
                "labels": ["cup", "ball"],
            ], in: photo)
    }

    /// A PNG's width, height and type of colour: 2 is RGB, 6 RGB with alpha.
    private static func png(_ answer: ReviewScene.Answer) throws -> [Int] {
        let head = [UInt8](answer.data.prefix(26))
        try #require(answer.status == 200 && head.count == 26, "\(answer.status) \(answer.json.line)")
        #expect(head.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(answer.headers.value(forHTTPHeaderField: "Content-Type") == "image/png")
        func number(_ first: Int) -> Int { head[first..<first + 4].reduce(0) { $0 << 8 | Int($1) } }
        return [number(16), number(20), Int(head[25])]
    }

    @Test("one object, several, all; near them or as large as the photo; on each ground")
    func ways() async throws {
        let scene = try await Self.scene()
        let job = try await scene.ask("/jobs/1").json
        let (width, height) = (job["width"]?.whole ?? 0, job["height"]?.whole ?? 0)
        let boxes = (job["detectors"]?.items.first?["masks"]?.items ?? []).map { $0["box"] }
        try #require(boxes.count == 2)
        let one = try Self.png(try await scene.ask("/jobs/1/cutout?detector=things&index=0"))
        // The mask lies inside of its box.
        let box = Int(boxes[0]?["width"]?.decimal ?? 0)
        #expect(one[2] == 6 && one[0] > box / 2 && one[0] < width / 2, "\(one) in \(box)")
        let all = try Self.png(try await scene.ask("/jobs/1/cutout"))
        #expect(all[0] > one[0] && all[0] < width)
        #expect(try Self.png(try await scene.ask("/jobs/1/cutout?index=0,1&detector=things")) == all)
        #expect(try Self.png(try await scene.ask("/jobs/1/cutout?crop=false")) == [width, height, 6])
        for ground in ["blur", "grey", "%23ff8000"] {
            #expect(try Self.png(try await scene.ask("/jobs/1/cutout?background=\(ground)"))[2] == 2, "\(ground)")
        }
        for (query, status) in [
            ("detector=nobody", 404), ("index=7&detector=things", 404), ("index=a", 400), ("index=1,", 400),
            ("crop=maybe", 400), ("background=sky.jpg", 400), ("background=/etc/passwd", 400),
        ] {
            #expect(try await scene.ask("/jobs/1/cutout?\(query)").status == status, "\(query)")
        }
        #expect(try await scene.ask("/jobs/99/cutout").status == 404)
    }

    @Test("the objects of a further page are cut out of that page")
    func pages() async throws {
        let folder = try TemporaryFolder()
        let file = folder["two.tif"]
        try Data(SmallTIFF.bytes(pages: [(64, 48), (96, 64)])).write(to: file)
        try file.age()
        let scene = try await ReviewScene(
            finding: ["name": "things", "task": "subject", "model": .string(try TinyModels.subjects(in: folder.url))],
            in: file)
        func size(_ query: String) async throws -> [Int] {
            try Self.png(try await scene.ask("/jobs/1/cutout?crop=false&background=grey\(query)"))
        }
        #expect(try await size("") == [64, 48, 2])
        #expect(try await size("&detector=things") == [64, 48, 2])
        #expect(try await size("&detector=things%232") == [96, 64, 2])
        #expect(try await scene.ask("/jobs/1/cutout?detector=things%233").status == 404)
    }

    @Test("an object that was deleted is not there, and one that is the same stays the same")
    func corrected() async throws {
        let scene = try await Self.scene()
        let job = try await scene.ask("/jobs/1").json
        let masks = job["detectors"]?.items.first?["masks"]?.items ?? []
        let second = try Self.png(try await scene.ask("/jobs/1/cutout?detector=things&index=1"))
        let kept: JSONValue = [
            "label": masks[1]["label"] ?? nil, "mask": masks[1]["mask"] ?? nil,
            "confidence": masks[1]["confidence"] ?? nil, "origin": 1,
        ]
        let review: JSONValue = ["isAccepted": true, "masks": ["things": [kept]]]
        let answer = try await scene.ask("PUT", "/jobs/1/review", body: review.line)
        try #require(answer.status == 200, "\(answer.json.line)")
        #expect(try Self.png(try await scene.ask("/jobs/1/cutout?detector=things&index=0")) == second)
        #expect(try await scene.ask("/jobs/1/cutout?detector=things&index=1").status == 404)
    }
}

extension BrowserTests {
    /// The tools of the page, in a real browser.
    @Suite("Cutting out in a browser", .enabled(if: Cases.isAvailable))
    struct CutoutPageTests {
        @Test("the chosen object is saved as a picture of its own")
        func saved() async throws {
            let folder = try TemporaryFolder()
            let page = try await ReviewPage(
                finding: [
                    "name": "things", "task": "segment", "model": .string(try TinyModels.segmenting(in: folder.url)),
                    "labels": ["cup", "ball"],
                ], in: try Cases.file("people/photos/object_cat.png"))
            try await page.open("#/photos/1")
            try await page.wait("[data-test='cutout-save']")
            #expect(try await page.text("[data-test='cutout-what']") == "Cut out all objects")
            try await page.click("list-mask-1")
            #expect(try await page.text("[data-test='cutout-what']") == "Cut out 1, cup")
            // What the page hands to the browser as a download is looked at before it goes.
            _ = try await page.browser.run(
                """
                window.saved = [];
                let picture = null;
                const addressOf = URL.createObjectURL;
                URL.createObjectURL = (blob) => { picture = blob; return addressOf.call(URL, blob); };
                HTMLAnchorElement.prototype.click = function () {
                    const { download } = this;
                    picture.arrayBuffer().then((bytes) =>
                        window.saved.push([download, ...new Uint8Array(bytes.slice(0, 4))].join(" ")));
                };
                """)
            try await page.click("cutout-save")
            let saved = try await eventually("the cutout is saved") { () -> String? in
                let saved = try await page.browser.run("return window.saved[0] ?? null")
                return saved.text
            }
            #expect(saved == "object_cat-cutout.png 137 80 78 71")
            await page.browser.quit()
        }
    }
}
