import Findings
import Foundation
import SystemPackage
import SystemValues

/// Copies of photos for data sets, which are made to be handed on, and links to them.
///
/// A record is untrusted and may name any file of this user's. So a copy is made of a picture that holds the very bytes
/// that were looked at, and of nothing else; a link leads to a picture.
extension LabelledPhoto {
    /// Whether the file is a picture by its first bytes; blocks.
    var isPicture: Bool {
        guard !isSeen else { return true }
        // Links in a photo's path are the user's own matter.
        let start = FileCalls.beginning(of: file.resolvedPath, limit: SniffedFormat.wantedBytes)
        return start.map { SniffedFormat(firstBytes: $0) != nil } ?? false
    }

    /// Whether the file is a picture and holds what was looked at; blocks.
    var holdsWhatWasLookedAt: Bool {
        do throws(ResultsError) {
            let file = try opened()
            return try read(file) { (_) throws(ResultsError) in }
        } catch {
            return false
        }
    }

    /// Copies the photo into a temp file beside a place; blocks.
    ///
    /// - Throws: `ResultsError`, also where the file is another one by now.
    func staged(for target: FilePath) throws(ResultsError) -> FilePath {
        let file = try opened()
        let copy = try StagedFile(for: target, mode: file.status.mode)
        guard try read(file, { (part) throws(ResultsError) in try copy.append(part) }) else {
            throw ResultsError(
                .missing, "\(EscapedName.printable(self.file)) is not the photo that was looked at any more",
                fault: .environment)
        }
        return try copy.close()
    }

    private func opened() throws(ResultsError) -> RegularFile {
        // Links in a photo's path are the user's own matter; nothing is followed after this.
        let path = file.resolvedPath
        do throws(FolderError) {
            let (root, way) = try RootFolder.origin(of: path)
            return try root.open(way)
        } catch {
            throw ResultsError(error, "read", path)
        }
    }

    /// Hands out the file's bytes, and says whether they are the photo's.
    private func read(
        _ file: borrowing RegularFile, _ take: (ArraySlice<UInt8>) throws(ResultsError) -> Void
    ) throws(ResultsError) -> Bool {
        var hash = SHA256()
        var offset = Int64(0)
        // One byte more than the file, so that what has grown meanwhile shows.
        var part = [UInt8](repeating: 0, count: Int(min(file.status.size, 1 << 20 - 1)) + 1)
        while true {
            let count: Int
            do {
                let descriptor = file.descriptor
                count = try part.withUnsafeMutableBytes { try descriptor.read(fromAbsoluteOffset: offset, into: $0) }
            } catch {
                throw ResultsError(error as? Errno ?? .ioError, "read", self.file)
            }
            guard count > 0 else { break }
            let bytes = part[..<count]
            let isPicture = { SniffedFormat(firstBytes: Array(bytes.prefix(SniffedFormat.wantedBytes))) != nil }
            guard offset > 0 || isPicture() else { return false }
            hash.update(bytes)
            try take(bytes)
            offset += Int64(count)
            // A file that grows meanwhile is not the photo.
            if offset > file.status.size { return false }
        }
        return hash.finish().hexadecimal == sha256
    }
}
