import Foundation
import Results
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor

@Suite struct SheetFilesTests {
    private let temporary: TemporaryFolder
    private var output: FilePath { FilePath(temporary.url.path).resolvedPath }

    init() throws {
        temporary = try TemporaryFolder()
        for folder in ["day", "a/b"] {
            try FileManager.default.createDirectory(at: temporary[folder], withIntermediateDirectories: true)
        }
    }

    private func files(_ places: SheetPlace...) -> SheetFiles { SheetFiles(output: output, places: places) }

    private func names(_ place: SheetPlace, among others: SheetPlace...) -> [String] {
        let files = SheetFiles(output: output, places: [place] + others)
        let folder = files.folder(of: place)
        let below = folder == output ? "" : (folder.lastComponent?.string ?? "") + "/"
        return files.stems(of: place).map { below + $0 }
    }

    @Test func theNewestOfAFolderHasThePlainName() {
        let first = SheetPlace(session: "day 2026-05-01", folder: "day", lastCaptured: 1)
        let second = SheetPlace(session: "day 2026-05-02", folder: "day", lastCaptured: 2)
        #expect(names(first) == ["day/scores"])
        #expect(names(first, among: second) == ["day/scores-day 2026-05-01"])
        #expect(names(second, among: first) == ["day/scores", "day/scores-day 2026-05-02"])
    }

    @Test func whatSharesTheResultsFolderHasItsNameThere() {
        let one = SheetPlace(session: "photos 2026-05-01", folder: "photos", lastCaptured: 1)
        let other = SheetPlace(session: "evening 2026-05-01", folder: "evening", lastCaptured: 1)
        let named = SheetPlace(session: "club/night", folder: nil)
        #expect(names(one, among: named) == ["scores"])
        #expect(names(one, among: other) == ["scores-photos"])
        #expect(names(named, among: one, other) == ["scores-club-night"])
    }

    @Test(arguments: ["/etc", "../day", "day/../../x", "", "."])
    func noNameLeadsOutOfTheResults(name: String) {
        let place = SheetPlace(session: "s", folder: name)
        #expect(files(place).folder(of: place) == output && files(place).folder(ofRow: name) == output)
    }

    @Test func aLinkIsNoFolderOfResults() throws {
        try FileManager.default.createSymbolicLink(
            at: temporary["link"], withDestinationURL: URL(fileURLWithPath: "/tmp"))
        let place = SheetPlace(session: "s", folder: "link")
        #expect(files(place).folder(of: place) == output)
    }

    @Test func aLongNameFitsAFileAndStaysItsOwn() {
        let long = String(repeating: "ä", count: 200)
        let (one, other) = (SheetPlace(session: long + "1", folder: nil), SheetPlace(session: long + "2", folder: nil))
        let stems = files(one, other).stems(of: one) + files(one, other).stems(of: other)
        #expect(Set(stems).count == 2 && stems.allSatisfy { ($0 + ".html").utf8.count <= 255 })
    }

    @Test func aSheetSaysWhichFileItIs() throws {
        let place = SheetPlace(session: "a\"b&<c", folder: nil)
        try files(place).write(
            page: Array(#"<head><meta name="generator" content="Quiver"></head>"#.utf8), table: [], of: place,
            mode: 0o644)
        let page = files(place).page(of: place)
        #expect(OwnSheet.isOurs(page) && OwnSheet.isKept(page))
        let copy = output.appending("scores-copy.html")
        try FileManager.default.copyItem(atPath: page.string, toPath: copy.string)
        #expect(OwnSheet.isOurs(copy) && !OwnSheet.isKept(copy))
    }

    @Test func onlyOwnSheetsOfNoSessionAreRemoved() throws {
        let own = #"<meta name="generator" content="Quiver">"#
        let table = "session,round,end,arrow,photo,face\r\n"
        let kept = SheetPlace(session: "kept", folder: nil)
        func sheet(_ stem: String) -> String {
            String(decoding: OwnSheet.kept(Array(own.utf8), as: stem), as: UTF8.self)
        }
        for (name, text) in [
            ("scores-kept.html", sheet("scores-kept")), ("scores-kept.csv", table),
            ("scores-gone.html", sheet("scores-gone")), ("scores-gone.csv", table),
            ("scores-half.html", sheet("scores-half")), ("scores-half.csv", "mine"),
            ("scores-mine.html", "<p>mine</p>"), ("scoresheet.html", sheet("scoresheet")),
            ("scores.html", sheet("scores")),
            // A user's own: a report of that name, and a copy of a sheet.
            ("scores-anna.html", own), ("scores-anna.csv", table),
            ("scores-backup.html", sheet("scores")), ("scores-backup.csv", table),
        ] { try Data(text.utf8).write(to: temporary[name]) }
        files(kept).clean(output)
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).filter {
            $0.hasPrefix("scores")
        }
        #expect(
            left.sorted() == [
                "scores-anna.csv", "scores-anna.html", "scores-backup.csv", "scores-backup.html", "scores-half.csv",
                "scores-kept.csv", "scores-kept.html", "scores-mine.html", "scoresheet.html",
            ])
    }
}
