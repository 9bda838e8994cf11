import Glibc
import SystemPackage
import SystemValues

/// A temp file that grows until it is whole; dropped before that, it is removed.
final class StagedFile {
    /// The place that the file is meant for.
    let target: FilePath
    private let path: FilePath
    private var descriptor: FileDescriptor?

    /// Makes the temp file, and the folders that its place lies in.
    ///
    /// - Parameter mode: The rights of the file whose content it shows, which gives no further user any right to it.
    init(for target: FilePath, mode: UInt32 = FileCalls.usualMode) throws(ResultsError) {
        self.target = target
        path = AtomicFile.temporary(for: target)
        try AtomicFile.make(path.removingLastComponent())
        let path = path
        do throws(FolderError) {
            descriptor = try FileCalls.at(path) { (root, way) throws(FolderError) in
                try root.open(way, for: .creating, mode: FileCalls.narrowed(mode)).takeDescriptor()
            }
        } catch {
            // Errors name the place, not the temp file, which nobody knows.
            throw ResultsError(error, "write", target)
        }
    }

    deinit {
        guard let descriptor else { return }
        Glibc.close(descriptor.rawValue)
        FileCalls.remove(path)
    }

    func append(_ bytes: some Sequence<UInt8>) throws(ResultsError) {
        guard let descriptor else { throw ResultsError(.badFileDescriptor, "write", target) }
        do {
            try descriptor.writeAll(bytes)
        } catch {
            throw ResultsError(error as? Errno ?? .ioError, "write", target)
        }
    }

    /// Waits until the content is on the disk, which is the last moment at which a full disk shows; returns the temp
    /// file, which from now on is the caller's to publish or remove.
    func close() throws(ResultsError) -> FilePath {
        guard let descriptor else { throw ResultsError(.badFileDescriptor, "write", target) }
        guard fsync(descriptor.rawValue) == 0 else { throw ResultsError(Errno(rawValue: errno), "write", target) }
        self.descriptor = nil
        guard Glibc.close(descriptor.rawValue) == 0 else {
            let failure = Errno(rawValue: errno)
            FileCalls.remove(path)
            throw ResultsError(failure, "write", target)
        }
        return path
    }

    /// Puts the whole file into its place.
    func publish() throws(ResultsError) {
        var publication = Publication()
        publication.add(try close(), as: target)
        do throws(ResultsError) {
            try publication.commit()
        } catch {
            publication.discard()
            throw error
        }
    }
}
