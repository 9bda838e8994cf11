import Foundation
import Glibc
import Intake
import Results
import SystemPackage
import SystemValues

/// The hidden folder in a watched folder that keeps photos until they are whole.
///
/// It is on the same file system, so that each gets its name in one step. Intake passes over names that begin with a dot.
/// Everything here blocks. One server holds the folder at a time.
final class UploadFolder: Sendable {
    static let name: FilePath = ".quiver-uploads"

    /// The watched folder.
    let root: RootFolder
    private let lock: FileDescriptor

    /// Opens or makes the folder.
    ///
    /// - Throws: ``FolderError`` where that cannot be done, `Errno.resourceBusy` in it where another server holds it.
    init(in watched: FilePath) throws(FolderError) {
        root = try RootFolder(watched)
        try root.makeFolders(Self.name)
        let own = try root.folder(Self.name)
        // What others sent is no other user's to read before it has its name.
        _ = fchmod(own.descriptor.rawValue, 0o700)
        let file = try own.open("lock", for: .updating, mode: 0o600)
        lock = file.takeDescriptor()
        guard flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0 || ![EWOULDBLOCK, EINTR].contains(errno) else {
            // `deinit` closes the lock: closed here as well, its number may be another file's by then.
            throw FolderError(.system(.resourceBusy), "hold", watched.pushing(Self.name))
        }
    }

    deinit { try? lock.close() }

    /// Lets another server hold the folder.
    func leave() { _ = flock(lock.rawValue, LOCK_UN) }

    /// Whether the watched folder is still the one that was opened.
    var isInPlace: Bool { root.isInPlace }

    private func file(_ id: String, _ ending: String) -> FilePath { Self.name.appending(id + ending) }
    private func part(_ id: String) -> FilePath { file(id, ".part") }
    private func note(_ id: String) -> FilePath { file(id, ".json") }

    /// What was kept when the last server ended; what belongs to nothing is removed.
    ///
    /// The server's copy of a whole photo may be the only one: what cannot be read now is no reason to remove anything.
    ///
    /// - Parameter time: Milliseconds since 1970; a note that cannot be understood is removed where it is older.
    /// - Throws: ``FolderError`` where a file cannot be looked at or read.
    func load(keepingSince time: Int64) throws(FolderError) -> [Upload] {
        var (uploads, kept): ([Upload], Set<String>) = ([], [])
        let names = try root.names(in: Self.name).map(\.name.string)
        for name in names where name.hasSuffix(".json") {
            let id = String(name.dropLast(5))
            switch UploadNote.isID(id) ? try read(id) : .foreign {
            case .upload(let upload):
                uploads.append(upload)
                if upload.isUnfinished { kept.insert(id) }
            // A later version's, or damaged: its bytes stay as long as those of an upload that nothing comes for.
            case .unknown(let written) where written >= time: kept.insert(id)
            case .unknown, .foreign: _ = try? root.remove(Self.name.appending(name))
            }
        }
        for name in names where name != "lock" && !name.hasSuffix(".json") {
            let isPart = name.hasSuffix(".part") && kept.contains(String(name.dropLast(5)))
            if !isPart { _ = try? root.remove(Self.name.appending(name)) }
        }
        return uploads
    }

    /// What a note's file holds.
    private enum Kept {
        case upload(Upload)
        /// It cannot be understood; written at this time, in milliseconds since 1970.
        case unknown(written: Int64)
        /// It is none of ours, or leads out of the folder.
        case foreign
    }

    private func read(_ id: String) throws(FolderError) -> Kept {
        let status: FileStatus
        let bytes: [UInt8]
        do throws(FolderError) {
            let file = try root.open(note(id))
            status = file.status
            bytes = try contents(of: file)
        } catch {
            // Not a file at all, or gone by now; any other reason may pass.
            if case .system = error.reason, !error.isMissing { throw error }
            return .foreign
        }
        guard var note = try? JSONDecoder().decode(UploadNote.self, from: Data(bytes)) else {
            return .unknown(written: Self.milliseconds(status))
        }
        guard note.id == id, note.name.map({ PathBelow(FilePath($0)) != nil }) ?? true,
            note.folder.map({ PathBelow(FilePath($0)) != nil }) ?? true
        else { return .foreign }
        let part = try root.status(of: part(id))
        // Its part has gone by the rename alone: only the note of that was lost.
        if note.phase == .placing, part == nil { note.phase = .placed }
        // The bytes' own time, or the note's: what was changed last.
        let touched = Self.milliseconds(part ?? status)
        var upload = Upload(note: note, received: min(part?.size ?? 0, note.size), touched: max(touched, note.made))
        if note.phase == .placed { upload.received = note.size }
        upload.isThere = isThere(note)
        return .upload(upload)
    }

    private static func milliseconds(_ status: FileStatus) -> Int64 { status.modified.wrappedNanoseconds / 1_000_000 }

    /// The bytes of a note; none where it is longer than any.
    private func contents(of file: borrowing RegularFile) throws(FolderError) -> [UInt8] {
        guard file.status.size <= 64 << 10 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(file.status.size))
        do {
            let count = try Syscalls.read(file.descriptor.rawValue, into: &bytes, at: 0)
            return Array(bytes[..<count])
        } catch {
            throw FolderError(.system(error), "read", root.path.pushing(Self.name))
        }
    }

    /// Whether a photo still lies where it was put; one that cannot be looked at counts as there.
    func isThere(_ note: UploadNote) -> Bool {
        guard note.phase == .placed, let name = note.name else { return true }
        do { return try root.status(of: FilePath(name)) != nil } catch { return true }
    }

    /// Writes what is kept of an upload, whole or not at all.
    func write(_ note: UploadNote) throws(FolderError) {
        let draft = file(note.id, ".draft")
        _ = try root.remove(draft)
        do {
            let bytes = Array(try JSONEncoder().encode(note))
            let file = try root.open(draft, for: .creating, mode: 0o600)
            try file.descriptor.writeAll(bytes)
            try file.sync()
            try file.close()
        } catch {
            _ = try? root.remove(draft)
            throw error as? FolderError
                ?? FolderError(.system(error as? Errno ?? .ioError), "write", root.path.pushing(draft))
        }
        try root.rename(draft, to: self.note(note.id), replacing: true)
        try root.sync(Self.name)
    }

    /// Adds bytes to a photo at its end; they are on the disk when this returns.
    func append(_ bytes: some Collection<UInt8>, to id: String, at offset: Int64) throws(FolderError) {
        let file = try root.open(part(id), for: .updating, mode: 0o644)
        do {
            // What a power cut left behind what was answered for.
            if file.status.size > offset {
                guard ftruncate(file.descriptor.rawValue, off_t(offset)) == 0 else { throw Errno(rawValue: errno) }
            }
            _ = try file.descriptor.seek(offset: offset, from: .start)
            try file.descriptor.writeAll(bytes)
            guard fdatasync(file.descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            _ = ftruncate(file.descriptor.rawValue, off_t(offset))
            throw FolderError(.system(error as? Errno ?? .ioError), "write", root.path.pushing(part(id)))
        }
        if offset == 0 { try root.sync(Self.name) }
    }

    /// What the bytes are that have come, and their hash.
    func look(at id: String) throws(FolderError) -> (check: PhotoCheck, content: String) {
        let file = try root.open(part(id))
        do {
            try file.sync()
            let check = try PhotoCheck.look(at: file.descriptor, size: file.status.size)
            var hash = SHA256()
            var (offset, bytes) = (Int64(0), [UInt8](repeating: 0, count: 1 << 20))
            while true {
                let count = try Syscalls.read(file.descriptor.rawValue, into: &bytes, at: offset)
                if count == 0 { break }
                hash.update(bytes[..<count])
                offset += Int64(count)
            }
            return (check, hash.finish().hexadecimal)
        } catch {
            throw error as? FolderError
                ?? FolderError(.system(error as? Errno ?? .ioError), "read", root.path.pushing(part(id)))
        }
    }

    /// A name in the watched folder that no file has, in the folder that is meant, or in the watched one where that has gone.
    func freeName(_ name: String, _ ending: String, in folder: String?) throws(FolderError) -> String {
        var folder = folder
        if let named = folder, try root.status(of: FilePath(named))?.kind != .folder { folder = nil }
        var number = 1
        while true {
            let last = number == 1 ? "\(name).\(ending)" : "\(name)-\(number).\(ending)"
            let way = folder.map { "\($0)/\(last)" } ?? last
            if try root.status(of: FilePath(way)) == nil { return way }
            number += 1
        }
    }

    /// Which file a photo is that waits for its name; nil where it has it.
    func number(of id: String) throws(FolderError) -> FileNumber? { try root.status(of: part(id))?.number }

    /// Which file has a name in the watched folder; nil where none has.
    func number(at name: String) throws(FolderError) -> FileNumber? { try root.status(of: FilePath(name))?.number }

    /// Gives a whole photo its name; no other file is replaced.
    func place(_ id: String, as name: String) throws(FolderError) {
        try root.rename(part(id), to: FilePath(name), replacing: false)
        let folder = FilePath(name).removingLastComponent()
        try root.sync(folder.isEmpty ? nil : folder)
        try root.sync(Self.name)
    }

    /// Removes the bytes of an upload.
    func removePart(_ id: String) throws(FolderError) { _ = try root.remove(part(id)) }

    /// Removes what is kept of an upload, and its bytes.
    func remove(_ id: String) throws(FolderError) {
        _ = try root.remove(part(id))
        _ = try root.remove(note(id))
        try root.sync(Self.name)
    }

    /// Bytes that this user may still write to the folder's file system.
    func free() -> Int64 {
        var facts = statvfs()
        guard fstatvfs(root.descriptor.rawValue, &facts) == 0 else { return .max }
        let (bytes, isMore) = Int64(clamping: facts.f_bavail).multipliedReportingOverflow(
            by: Int64(clamping: facts.f_frsize))
        return isMore ? .max : bytes
    }
}
