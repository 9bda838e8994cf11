import Results
import Storage
import SystemPackage
import SystemValues

/// The files of a folder of results that may be records.
struct RecordFiles: Sendable {
    /// Times of files are coarser than the clock, and a share's clock is another one.
    private static let tolerance: Int64 = 1_000

    /// In no order.
    let paths: [RawPath]
    /// When each was written; nil where that cannot be told.
    private let written: [UnixMillis?]
    /// The number of each path.
    private let numbers: [RawPath: Int]

    /// Looks at all of a folder.
    init(in results: FilePath) throws {
        let paths = try StoredRecords.files(in: results)
        // By their paths from here: the way to the folder is long, and as long for each of them.
        let folder = try RootFolder(withoutLinks: results.resolvedPath)
        self.init(withExtendedLifetime(folder) { Self.files(at: paths, in: folder.descriptor.rawValue) })
    }

    /// Files with the time at which each was written, in milliseconds since 1970.
    init(_ files: [(path: RawPath, written: UnixMillis?)]) {
        (paths, written) = (files.map(\.path), files.map(\.written))
        numbers = Dictionary(zip(paths, paths.indices), uniquingKeysWith: { $1 })
    }

    private static func files(at paths: [FilePath], in folder: CInt) -> [(path: RawPath, written: UnixMillis?)] {
        var files: [(path: RawPath, written: UnixMillis?)] = []
        files.reserveCapacity(paths.count)
        for path in paths {
            let written: UnixMillis?
            do throws(Errno) {
                let moment = try Syscalls.status(path, in: folder, follow: true).modified
                written = moment.seconds &* 1_000 &+ moment.nanoseconds / 1_000_000
            } catch {
                // What went away meanwhile is no file.
                if error == .noSuchFileOrDirectory { continue }
                written = nil
            }
            files.append((RawPath(path.rawBytes), written))
        }
        return files
    }

    /// The file whose result the queue has at a photo's place, or a later one; nil where there is none.
    func told(by place: EndedPlace) -> Int? {
        guard place.hasResult, let file = numbers[RawPath(place.way)], let written = written[file],
            written <= place.finished &+ Self.tolerance
        else { return nil }
        return file
    }
}
