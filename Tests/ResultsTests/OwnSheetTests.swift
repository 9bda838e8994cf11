import Foundation
import Results
import SystemPackage
import TestSupport
import Testing

@Suite struct OwnSheetTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func put(_ text: String, as name: String) throws -> FilePath {
        try Data(text.utf8).write(to: folder[name])
        return FilePath(folder[name].path).resolvedPath
    }

    private static let page = #"<head><meta name="generator" content="Quiver"><title>day</title></head>"#

    @Test(
        arguments: [
            ("scores.html", page, true), ("scores.html", "<p>mine</p>", false), ("scores.html", "", false),
            ("scores.html", String(repeating: " ", count: 5000) + page, false),
            ("scores.csv", "session,round,end,arrow,photo,face\r\n", true), ("scores.csv", "name,points\r\n", false),
            ("scores.csv", page, false), ("scores.html", "session,round,end,arrow,photo,face\r\n", false),
        ])
    func ownSheetsAreKnownByTheirBeginning(name: String, text: String, isOurs: Bool) throws {
        let path = try put(text, as: name)
        #expect(OwnSheet.isOurs(path) == isOurs)
        #expect((try? OwnSheet.checkFree(path)) != nil || !isOurs)
        guard !isOurs else { return }
        let error = #expect(throws: ResultsError.self) { try OwnSheet.checkFree(path) }
        #expect(error?.code == .taken && error?.message.contains(name) == true)
    }

    @Test(
        arguments: [
            ("club/night", false, "club-night"), ("10:30?", false, "10:30?"), ("10:30?", true, "10%3A30%3F"),
            ("a.", true, "a%2E"),
        ])
    func aNameIsOneThatTheFileSystemTakes(session: String, isPlain: Bool, name: String) {
        #expect(OwnSheet.fileName(of: session, isPlain: isPlain) == name)
        #expect(OwnSheet.isRefusedSomewhere("10:30") && !OwnSheet.isRefusedSomewhere("club/night"))
    }

    @Test func whereNothingLiesASheetMayLie() throws {
        let path = FilePath(folder["scores.html"].path).resolvedPath
        #expect(!OwnSheet.isOurs(path))
        try OwnSheet.checkFree(path)
    }

    @Test func aLinkToAnOwnSheetIsNone() throws {
        _ = try put(Self.page, as: "real.html")
        try FileManager.default.createSymbolicLink(at: folder["scores.html"], withDestinationURL: folder["real.html"])
        let path = FilePath(folder["scores.html"].path)
        #expect(!OwnSheet.isOurs(path))
        #expect(throws: ResultsError.self) { try OwnSheet.checkFree(path) }
    }
}
