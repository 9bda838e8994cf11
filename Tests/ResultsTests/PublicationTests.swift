import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Results

@Suite struct PublicationTests {
    let folder: TemporaryFolder
    var path: FilePath { FilePath(folder.url.path) }

    init() throws { folder = try TemporaryFolder() }

    @Test func aTempFileThatWasSweptIsNotMistakenForAnOlderFileInItsPlace() throws {
        let place = path.appending("a.json")
        try AtomicFile.write("old".utf8, to: place)
        var publication = Publication()
        let staged = try AtomicFile.stage("new".utf8, for: place)
        publication.add(PlacedFile(staged: staged, place: place))
        AtomicFile.discard(staged)
        let error = #expect(throws: ResultsError.self) { try publication.commit() }
        #expect(error?.code == .missing)
        #expect(try String(contentsOfFile: place.string, encoding: .utf8) == "old")
    }

    @Test func whatIsNotToBeReplacedStays() throws {
        let place = path.appending("a.json")
        try AtomicFile.write("foreign".utf8, to: place)
        var publication = Publication()
        let staged = try AtomicFile.stage("new".utf8, for: place)
        publication.add(PlacedFile(staged: staged, place: place), replacing: false)
        let error = #expect(throws: ResultsError.self) { try publication.commit() }
        #expect(error?.code == .taken && error?.message.contains("a.json") == true)
        #expect(try String(contentsOfFile: place.string, encoding: .utf8) == "foreign")
    }

    @Test(arguments: ["out", "out/day", "out/day/a.jpg.crops"])
    func aPlantedLinkIsNamedAndNothingIsWrittenThroughIt(planted: String) throws {
        let outside = folder["outside"]
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        let link = folder[planted]
        try FileManager.default.createDirectory(
            at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
        let error = #expect(throws: ResultsError.self) {
            try AtomicFile.write("x".utf8, to: path.appending("out/day/a.jpg.crops/001.jpg"))
        }
        #expect(error?.code == .link && error?.fault == .environment)
        #expect(error?.message.contains("\(link.path) is a symbolic link") == true, "\(error?.message ?? "")")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: outside.path).isEmpty)
    }

    @Test func aLinkUnderAFilesOwnNameIsReplacedAndNotFollowed() throws {
        let victim = folder["victim"]
        try Data("kept".utf8).write(to: victim)
        let place = path.appending("out/results.csv")
        try AtomicFile.make(place.removingLastComponent())
        symlink(victim.path, place.string)
        try AtomicFile.write("x".utf8, to: place)
        #expect(try Data(contentsOf: victim) == Data("kept".utf8))
        #expect(try String(contentsOfFile: place.string, encoding: .utf8) == "x")
    }

    /// As where a lease ends between two renames.
    @Test func nothingMoreIsPlacedOnceTheClaimIsLost() throws {
        let targets = ["out/a.json", "out/b.json"].map { path.appending($0) }
        var publication = Publication()
        for target in targets { publication.add(try AtomicFile.stage("x".utf8, for: target), as: target) }
        var left = 1
        let error = #expect(throws: ResultsError.self) {
            try publication.commit(while: {
                left -= 1
                return left >= 0
            })
        }
        #expect(error?.code == .claimLost && error?.message.contains("b.json") == true)
        #expect(targets.map(FileCalls.exists) == [true, false])
        publication.discard()
        #expect(AtomicFile.sweep(path) == 0)
    }

    @Test func aSweepLeavesWhatLiesBehindALink() throws {
        let orphan = try AtomicFile.stage("x".utf8, for: path.appending("outside/a.json"))
        try AtomicFile.make(path.appending("out"))
        symlink(path.appending("outside").string, path.appending("out/link").string)
        #expect(AtomicFile.sweep(path.appending("out")) == 0)
        #expect(FileCalls.exists(orphan))
    }
}
