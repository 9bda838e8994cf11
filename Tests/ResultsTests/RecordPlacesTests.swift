import Findings
import Foundation
import JSONTree
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Results

/// Paths of records where several hosts share a queue, each of which has the photos at a path of its own.
@Suite struct RecordPlacesTests {
    private static func names(_ path: FilePath) -> RootNames { RootNames([RootName(name: "club", path: path)]) }

    private static let there = names("/mnt/club")

    private static func source(_ path: FilePath, _ names: RootNames = there) -> Record.Source {
        Record.Source(path: path, bytes: 7, sha256: Samples.hash, names: names)
    }

    @Test func aRecordHasAPlaceWhereANameIsKnownAndNowhereElse() throws {
        var record = Samples.done
        record.source = Self.source("/mnt/club/2026/a.jpg")
        #expect(record.source.place == "club:/2026/a.jpg" && record.source.placeEscaped == nil)
        #expect(record.line.contains(#""path":"/mnt/club/2026/a.jpg","place":"club:/2026/a.jpg","bytes":7"#))
        #expect(try Record.decode(record.line.utf8) == record)
        #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
        for names in [RootNames([]), Self.names("/mnt/other")] {
            record.source = Self.source("/mnt/club/2026/a.jpg", names)
            let plain = Record.Source(path: "/mnt/club/2026/a.jpg", bytes: 7, sha256: Samples.hash)
            #expect(record.source == plain && !record.line.contains("place"))
        }
    }

    @Test(arguments: [Array("/a.jpg".utf8), Array("/day/50%.jpg".utf8), [0x2F, 0x61, 0xFF]] as [[UInt8]])
    func everyHostFindsThePhoto(way: [UInt8]) throws {
        let paths: [FilePath] = ["/mnt/club", "/srv/photos of the club", "/", FilePath(rawBytes: [0x2F, 0x66, 0xE4])]
        let sources = paths.map { path in
            let root = path == "/" ? [] : path.rawBytes
            return Self.source(FilePath(rawBytes: root + way), Self.names(path))
        }
        for (path, own) in zip(paths, sources) {
            for source in sources {
                #expect(source.isPlaced(as: own))
                #expect(source.local(Self.names(path)) == own)
                #expect(source.file(Self.names(path)) == own.filePath)
            }
            #expect(own.shared.filePath.rawBytes == Array("club:".utf8) + way)
            #expect(own.local(RootNames([])) == own && own.local(RootNames([RootName(name: "x", path: "/x")])) == own)
        }
    }

    @Test func whatLiesInTheSameFolderIsFoundThereToo() {
        let source = Record.Source(
            path: "/mnt/club/day/b.jpg", bytes: 7, sha256: Samples.hash, duplicateOf: "/mnt/club/a.jpg",
            names: Self.there)
        let local = source.moved(to: "/mnt/club/day/done/b.jpg").local(Self.names("/srv"))
        #expect(local.path == "/srv/day/b.jpg" && local.duplicateOf == "/srv/a.jpg")
        #expect(local.movedTo == "/srv/day/done/b.jpg" && local.place == "club:/day/b.jpg")
        #expect(source.moved(to: "/mnt/club/done/b.jpg").file(Self.names("/srv")) == "/srv/done/b.jpg")
        for elsewhere in ["/mnt/clubs/b.jpg", "/b.jpg"] as [FilePath] {
            #expect(source.moved(to: elsewhere).file(Self.names("/srv")) == elsewhere)
        }
    }

    @Test func withoutAPlaceOfBothTheirPathsCount() {
        let (named, plain) = (Self.source("/mnt/club/a.jpg"), Self.source("/mnt/club/a.jpg", RootNames([])))
        #expect(named.isPlaced(as: plain) && plain.isPlaced(as: named))
        #expect(!Self.source("/srv/a.jpg", Self.names("/srv")).isPlaced(as: plain))
        // Folders of two hosts may have one path and be others.
        #expect(
            !named.isPlaced(as: Self.source("/mnt/club/a.jpg", RootNames([RootName(name: "x", path: "/mnt/club")]))))
    }

    /// A record is untrusted.
    @Test(arguments: ["club:a.jpg", "club:", "club", "/club:/a.jpg", ":", "", "attic:/a.jpg"])
    func whatIsNoPlaceLeadsNowhere(place: String) {
        var source = Self.source("/mnt/club/a.jpg")
        source.place = place
        #expect(source.local(Self.names("/srv")) == source)
    }
}
