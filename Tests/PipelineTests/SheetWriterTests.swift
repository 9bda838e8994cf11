import Findings
import Foundation
import Glibc
import Scoring
import Settings
import Storage
import StorageTesting
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

@Suite(.timeLimit(.minutes(30))) struct SheetWriterTests {
    @Test func aCorrectionIsInTheFilesAndOtherSessionsAreLeftAlone() async throws {
        let scene = try SheetScene()
        try await scene.score("day/1.jpg", day: 1)
        try await scene.score("eve/1.jpg", day: 1)
        try await scene.add(7, to: "day/1.jpg")
        let first = try await scene.writer().write()
        #expect(first.failures.isEmpty && first.written == ["day 1970-01-02", "eve 1970-01-02"])
        #expect(
            scene.sheets() == ["day/scores.csv", "day/scores.html", "eve/scores.csv", "eve/scores.html"])
        #expect(try scene.scores(in: "day/scores.csv") == ["7"])
        #expect(try await scene.marks().isEmpty)
        let other = scene.number("eve/scores.html")
        try await scene.add(9, to: "day/1.jpg", as: 1)
        #expect(try await scene.writer().write().written == ["day 1970-01-02"])
        #expect(try scene.scores(in: "day/scores.csv") == ["9"])
        #expect(try scene.text("day/scores.html").contains("day 1970-01-02"))
        #expect(scene.number("eve/scores.html") == other && other != nil)
        // Nothing is due, and nothing is written.
        let page = scene.number("day/scores.html")
        #expect(try await scene.writer().write().written.isEmpty && scene.number("day/scores.html") == page)
        // What was asked for is.
        #expect(try await scene.writer().write(further: ["day 1970-01-02"]).written == ["day 1970-01-02"])
        #expect(scene.number("day/scores.html") != page)
    }

    @Test func thePlotsColoursGoByTheBoundsOfTheSettings() async throws {
        let scene = try SheetScene()
        try scene.make("day")
        var reading = SheetScene.reading("day/1.jpg", day: 1)
        reading.photo.faces = [
            TargetDetection.Face(
                type: .wa122, sizeAssumed: false, center: Point(x: 0, y: 0),
                homography: Homography(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1]),
                outline: Ellipse(cx: 0, cy: 0, a: 1, b: 1, angleDeg: 0), residual: 0, confidence: 1)
        ]
        reading.arrows = [
            DetectedArrow(
                id: 1, face: 0, normalizedX: 0.15, normalizedY: 0, pixelX: 0.15, pixelY: 0, distanceFromCenter: 0.15,
                clockPositionDeg: 90, confidence: 0.75, boundingBox: Box(x: 0, y: 0, width: 1, height: 1),
                kind: .arrow, nock: nil, score: 9, isX: false, distanceMm: 91.5, distanceToLine: 0.5,
                reviewReasons: [], source: .model)
        ]
        let placed = reading
        _ = try await scene.queue.perform { try $0.scores.store(placed) }
        var settings = Settings()
        settings.output.confidenceLevels = try #require(ConfidenceLevels([0.95, 0.8, 0.6]))
        #expect(try await scene.writer(settings: settings).write().failures.isEmpty)
        let page = try scene.text("day/scores.html")
        #expect(page.contains("80\u{202F}% sure or more") && !page.contains("70\u{202F}% sure or more"))
    }

    @Test(arguments: ReportLanguage.allCases)
    func sheetsAreInTheLanguageOfTheSettings(language: ReportLanguage) async throws {
        let scene = try SheetScene()
        try await scene.score("day/1.jpg", day: 1)
        var settings = Settings()
        settings.output.language = language
        #expect(try await scene.writer(settings: settings).write().failures.isEmpty)
        #expect(try scene.text("day/scores.html").contains(#"<html lang="\#(language.rawValue)">"#))
    }

    @Test func whatACrashHasLeftIsWrittenByTheNextThatOpensTheQueue() async throws {
        let folder = try TemporaryFolder()
        func open() throws -> SheetScene {
            // The former store is let go a moment after its service has closed.
            let queue = QueueLocation.file(FilePath(folder["quiver.sqlite"].path))
            return try SheetScene(QueueBackends.open(queue, owner: .current()), in: folder)
        }
        do {
            let scene = try open()
            try await scene.score("day/1.jpg", day: 1)
            try await scene.add(8, to: "day/1.jpg")
            await scene.queue.close()
        }
        let scene = try open()
        #expect(scene.sheets().isEmpty)
        #expect(try await scene.writer().write().failures.isEmpty)
        #expect(try scene.scores(in: "day/scores.csv") == ["8"])
        #expect(try await scene.marks().isEmpty)
    }

    @Test func aNewDayTakesThePlainNameAndGivesItBackWhenItGoes() async throws {
        let scene = try SheetScene()
        try await scene.score("day/1.jpg", day: 1)
        try await scene.add(7, to: "day/1.jpg")
        _ = try await scene.writer().write()
        try await scene.score("day/2.jpg", day: 2)
        try await scene.add(9, to: "day/2.jpg")
        _ = try await scene.writer().write()
        #expect(try scene.scores(in: "day/scores.csv") == ["9"])
        #expect(try scene.scores(in: "day/scores-day 1970-01-02.csv") == ["7"])
        #expect(try scene.scores(in: "day/scores-day 1970-01-03.csv") == ["9"])
        _ = try await scene.queue.perform { try $0.scores.forget(photo: "day/2.jpg") }
        #expect(try await scene.writer().write().failures.isEmpty)
        #expect(try scene.scores(in: "day/scores.csv") == ["7"])
        #expect(!scene.sheets().contains("day/scores-day 1970-01-03.csv"))
        #expect(try await scene.marks().isEmpty)
    }

    @Test func aSessionOfAnotherNameHasNoFilesUnderTheOldOne() async throws {
        let scene = try SheetScene()
        try await scene.score("day/1.jpg", day: 1)
        try await scene.add(7, to: "day/1.jpg")
        _ = try await scene.writer().write()
        try await scene.change("day 1970-01-02", .rename("club"))
        #expect(try await scene.writer().write().written == ["club"])
        #expect(scene.sheets() == ["scores-club.csv", "scores-club.html"])
        try await scene.score("late/2.jpg", day: 1)
        try await scene.change("late 1970-01-02", .merge(into: "club"))
        #expect(try await scene.writer().write().written == ["club"])
        #expect(scene.sheets() == ["scores-club.csv", "scores-club.html"])
        #expect(try await scene.marks().isEmpty)
    }

    @Test func aFileOfAnothersStaysAndKeepsNoOtherSessionFromItsSheet() async throws {
        let scene = try SheetScene()
        try await scene.score("day/1.jpg", day: 1)
        try await scene.score("eve/1.jpg", day: 1)
        try Data("mine".utf8).write(to: scene.temporary["day/scores.csv"])
        let outcome = try await scene.writer().write()
        #expect(outcome.written == ["eve 1970-01-02"] && outcome.failures.count == 1)
        #expect(outcome.failures.first?.contains("day/scores.csv") == true)
        #expect(try scene.text("day/scores.csv") == "mine" && !scene.sheets().contains("day/scores.html"))
        #expect(try await scene.marks().map(\.session) == ["day"], "it stays due")
        try FileManager.default.removeItem(at: scene.temporary["day/scores.csv"])
        #expect(try await scene.writer().write().failures.isEmpty)
        #expect(try await scene.marks().isEmpty && scene.sheets().contains("day/scores.html"))
    }

    @Test func whereNothingCanBePlacedTheMarkStays() async throws {
        struct Gone: Error {}
        let scene = try SheetScene()
        try await scene.score("day/1.jpg", day: 1)
        let marks = try await scene.marks()
        var writer = scene.writer()
        writer.placing = { _ in throw Gone() }
        #expect(try await !writer.write().failures.isEmpty)
        #expect(try await scene.marks() == marks && scene.sheets().isEmpty)
    }

    /// A book that somebody changes between the look at it and the writing of its files.
    private struct BusyBook: SheetBook {
        let base: OwnBook
        let change: @Sendable () async throws -> Void

        func look<T: Sendable>(_ body: @escaping @Sendable (any ScoreReading) throws -> T) async throws -> T {
            try await base.look(body)
        }

        func holding<T: Sendable>(_ body: @escaping @Sendable (QueueService) async throws -> T) async throws -> T {
            try await change()
            return try await base.holding(body)
        }
    }

    @Test func aChangeWhilePicturesAreMadeIsInTheFilesAndTheyStayDue() async throws {
        let scene = try SheetScene()
        try await scene.score("day/1.jpg", day: 1)
        let book = BusyBook(base: OwnBook(queue: scene.queue)) { try await scene.add(6, to: "day/1.jpg") }
        _ = try await scene.writer(book).write()
        #expect(try scene.scores(in: "day/scores.csv") == ["6"])
        #expect(try await scene.marks().map(\.session) == ["day"])
        _ = try await scene.writer().write()
        #expect(try await scene.marks().isEmpty)
    }

    @Test(arguments: FaultyQueueStore.Moment.allCases)
    func whicheverTransactionFailsTheSecondWritingMakesItGood(at moment: FaultyQueueStore.Moment) async throws {
        var (number, hasFailed) = (0, true)
        while hasFailed {
            number += 1
            let inner = MemoryQueueStore()
            _ = try inner.transaction { try $0.scores.store(SheetScene.reading("day/1.jpg", day: 1)) }
            let store = FaultyQueueStore(inner, failing: number, at: moment)
            let scene = try SheetScene(store)
            try scene.make("day")
            _ = try? await scene.writer().write()
            hasFailed = store.hasFailed
            _ = try? await scene.writer().write()
            #expect(scene.sheets() == ["day/scores.csv", "day/scores.html"], "transaction \(number)")
            #expect(try inner.transaction { try $0.scores.sheetMarks() }.isEmpty, "transaction \(number)")
        }
        #expect(number > 3)
    }

    /// A sheet shows photos, so it gives no user more rights than they do.
    @Test func aSheetIsNoMoreReadableThanItsPhotos() async throws {
        let scene = try SheetScene()
        let photo = scene.temporary["private.jpg"]
        try Data("photo".utf8).write(to: photo)
        chmod(photo.path, 0o600)
        _ = try await scene.queue.perform {
            try $0.scores.store(
                PhotoReading(
                    session: "day",
                    photo: Session.Photo(
                        path: photo.path, captured: 5, annotated: nil, width: 0, height: 0, faces: []),
                    arrows: [], counting: Counting()))
        }
        _ = try await scene.writer().write()
        for name in ["scores.html", "scores.csv"] {
            #expect(FilePath(scene.temporary[name].path).mode.map { $0 & 0o077 } == 0, "\(name)")
        }
    }
}
