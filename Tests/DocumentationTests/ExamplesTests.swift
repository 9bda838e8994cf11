import Detection
import Findings
import Foundation
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Results

/// The examples of the pages do what the pages say.
@Suite struct ExamplesTests {
    @Test(arguments: [(UInt8(10), "dark"), (240, "bright")])
    func theDetectorTellsDarkFromBright(level: UInt8, label: String) throws {
        let size = PixelSize(width: 64, height: 64)
        let placement = Placement(of: size, in: size, fit: .stretch)
        let answer = try [UInt8](repeating: level, count: size.area * 3).withUnsafeBytes {
            try BrightnessDetector().detect(PhotoPixels(bytes: $0, size: size, placement: placement))
        }
        #expect(answer.found.classes?.first?.label == label)
    }

    @Test func theFormatListsPhotosThatHaveAResult() throws {
        let folder = try TemporaryFolder()
        let place = FilePath(folder["results.paths.txt"].path)
        let table = try #require(OutputFormat.paths.table)
        #expect(table.name == "results.paths.txt")
        let list = try table.make(TableFormat.Making(place: place))
        for (path, state) in [("a.jpg", Record.State.done), ("b.jpg", .failed), ("c.jpg", .done)] {
            let record = Record(
                timestamp: Timestamp(Date(timeIntervalSince1970: 0)),
                source: Record.Source(path: FilePath(path), bytes: 1, sha256: nil),
                state: state, error: nil, attempts: 1, photo: PhotoResult(), outputs: nil)
            try list.append(TableRow(record))
        }
        try list.finish()
        #expect(
            try String(contentsOf: folder["results.paths.txt"], encoding: .utf8)
                == "# photos with a result, made by Quiver\na.jpg\nc.jpg\n")
    }

    @Test func theBackendReadsWhatIsWritten() throws {
        let backend = MemoryQueueBackend()
        let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)
        let store = try backend.open(owner: owner, at: 1)
        let arrival = NewJob(
            place: Place(root: Array("/p".utf8), path: Array("a.jpg".utf8)), output: Array("a.jpg.json".utf8),
            stamp: FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4),
            content: Fingerprint(head: 1, tail: (9, 9, 9)), pipeline: Fingerprint(head: 1, tail: (2, 3, 4)))
        _ = try store.transaction { try $0.jobs.enqueue([arrival], at: 1) }
        #expect(try backend.reader().read { try $0.jobs.overview()[.ready] } == 1)
    }
}
