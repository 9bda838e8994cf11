import SystemPackage
import SystemValues

/// A record's file, with what shows that it was written anew.
public struct RecordStamp: Hashable, Sendable {
    /// The file's path, from the folder of results.
    public let path: FilePath
    /// The file's inode, size and time of change, as one text.
    public let state: String
}

extension StoredRecords {
    /// Every file that may be a record, without reading one; blocks.
    ///
    /// Files that go away meanwhile are left out, and so are those of photos whose name another one has by now.
    public func stamps() -> [RecordStamp] {
        let replaced = records.replaced()
        return records.paths.compactMap { path in
            guard !replaced.contains(path) else { return nil }
            guard let status = try? Syscalls.status(records.folder.pushing(path), follow: true) else { return nil }
            return RecordStamp(path: path, state: status.version)
        }
    }

    /// Reads one record; nil where the file is no record of a photo that was done.
    public func record(at stamp: RecordStamp) -> Record? {
        records.record(at: stamp.path).flatMap { $0.state == .done ? $0 : nil }
    }
}
