import Foundation
import Glibc
import SystemPackage
import SystemValues

/// A folder of this process alone among the system's temp files.
struct PrivateFolder {
    private static let (prefix, patience) = ("quiver-sidecars-", Int64(86_400_000_000_000))

    let path: FilePath

    /// - Parameters:
    ///   - parent: Where it is made.
    ///   - now: Nanoseconds since 1970: what a killed process left there a day before goes.
    init(
        in parent: FilePath = FilePath(FileManager.default.temporaryDirectory.path).resolvedPath,
        now: Int64 = AbandonedFiles.wall()
    ) throws(ResultsError) {
        for (name, kind) in (try? RootFolder(withoutLinks: parent).names()) ?? []
        where kind == .folder && name.rawBytes.starts(with: Self.prefix.utf8) {
            let left = parent.appending(name)
            guard let status = FileCalls.status(left), status.owner == geteuid(),
                now - status.modified.wrappedNanoseconds > Self.patience
            else { continue }
            try? FileManager.default.removeItem(atPath: left.string)
        }
        var name = parent.appending(Self.prefix + "XXXXXX").string.utf8CString
        let isMade = name.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkdtemp($0) != nil } ?? false }
        guard isMade else { throw ResultsError(Errno(rawValue: errno), "make a folder in", parent) }
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } ?? parent }
    }

    /// Writes a file there, which need not outlive a power cut.
    func write(_ bytes: [UInt8], as name: String) throws(ResultsError) -> FilePath {
        let place = path.appending(name)
        do {
            let file = try FileDescriptor.open(
                place, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
            try file.closeAfter { _ = try file.writeAll(bytes) }
        } catch {
            throw ResultsError(error as? Errno ?? .ioError, "write", place)
        }
        return place
    }

    /// Removes it with all that is in it.
    func remove() { try? FileManager.default.removeItem(atPath: path.string) }
}
