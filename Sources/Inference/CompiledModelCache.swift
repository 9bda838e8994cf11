import Foundation
import ModelFiles
import SystemValues

/// Compiled models on disk, one file for each model, engine and set of options.
///
/// A compiled model is as good as a program, so only what this user wrote is trusted: the files lie in a folder of
/// their own that no other user may enter, belong to the user, and end in a note with their key and their SHA-256. A file is
/// written beside its place and renamed: two processes may write the same one at once, and a torn or foreign file is
/// compiled anew instead of being trusted.
public struct CompiledModelCache {
    /// What is known of a model without reading its own file again.
    package struct Note: Codable {
        package var key: String
        package var inputs: [TensorDescription]
        package var outputs: [TensorDescription]
        /// The SHA-256 of the compiled model, in hexadecimal.
        package var sha256: String
    }

    /// An entry, still mapped.
    package struct Entry {
        package let note: Note
        /// To be kept as long as the compiled model: the engine uses the weights where they lie.
        package let file: MappedFile
        private let modelBytes: Int

        fileprivate init(note: Note, file: MappedFile, modelBytes: Int) {
            self.note = note
            self.file = file
            self.modelBytes = modelBytes
        }

        /// Lends the compiled model's bytes.
        package func withModel<Result, Failure: Error>(
            _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try file.withBytes { bytes throws(Failure) in
                try body(UnsafeRawBufferPointer(rebasing: bytes[..<modelBytes]))
            }
        }
    }

    private static let mark: UInt64 = 0x5155_4956_4552_3032
    private static let footerBytes = 16
    private let folder: String
    private let key: String
    private var name: String { key + ".compiled" }

    /// The entry for a key, which is a SHA-256; the folder is made when something is stored.
    package init(folder: String, key: String) {
        self.folder = Self.privateFolder(folder)
        self.key = key
    }

    /// Why nothing is kept in a folder that was set, as a sentence; nil where it can be used or made.
    public static func problem(of folder: String) -> String? {
        do throws(SystemError) {
            _ = try PrivateFolder(privateFolder(folder))
            return nil
        } catch {
            switch error.number {
            case ENOENT: return nil
            case EACCES: return "\(privateFolder(folder)) may be entered by other users, or is not yours"
            default: return "\(privateFolder(folder)) cannot be opened: \(error)"
            }
        }
    }

    /// A folder of our own within the one that was set, which others may be allowed to look into.
    private static func privateFolder(_ folder: String) -> String {
        (folder as NSString).appendingPathComponent("compiled")
    }

    /// The stored model, or nil where there is none that is whole and this user's own.
    package func read() -> Entry? {
        guard let file = try? PrivateFolder(folder).map(name), file.count > Self.footerBytes else { return nil }
        let read = file.withBytes { bytes -> (note: Note, modelBytes: Int)? in
            let end = bytes.count - Self.footerBytes
            let noteBytes = Int(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
            guard bytes.loadUnaligned(fromByteOffset: end + 8, as: UInt64.self) == Self.mark,
                noteBytes > 0, noteBytes < end,
                let note = try? JSONDecoder().decode(Note.self, from: Data(bytes[(end - noteBytes)..<end]))
            else { return nil }
            let sha256 = SHA256.hash(bytes[..<(end - noteBytes)]).hexadecimal
            return note.key == key && note.sha256 == sha256 ? (note, end - noteBytes) : nil
        }
        return read.map { Entry(note: $0.note, file: file, modelBytes: $0.modelBytes) }
    }

    /// Stores what `export` writes into the path it is given; false where that fails, which is no one's error.
    package func store(
        inputs: [TensorDescription], outputs: [TensorDescription], export: (String) -> Bool
    ) -> Bool {
        do {
            try PrivateFolder.make(folder)
            let place = try PrivateFolder(folder)
            let draft = "\(name).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
            defer { place.remove(draft) }
            guard export((folder as NSString).appendingPathComponent(draft)) else { return false }
            let sha256 = try place.map(draft).withBytes(SHA256.hash).hexadecimal
            let note = Note(key: key, inputs: inputs, outputs: outputs, sha256: sha256)
            var footer = try JSONEncoder().encode(note)
            withUnsafeBytes(of: (UInt64(footer.count), Self.mark)) { footer.append(contentsOf: $0) }
            try place.append(footer, to: draft)
            return place.rename(draft, to: name)
        } catch {
            return false
        }
    }

    /// Removes an entry that the engine could not use.
    package func remove() {
        _ = try? PrivateFolder(folder).remove(name)
    }
}

/// A folder that belongs to the user who runs this process and that no other user may enter.
///
/// What lies in it is trusted as much as the program itself, so every user who could have written there counts. It is
/// looked at through its descriptor: a folder that is swapped under its name is not the one that was checked.
struct PrivateFolder: ~Copyable {
    let path: String
    private let descriptor: Int32

    /// Opens a folder; throws where it is missing or not private.
    init(_ path: String) throws(SystemError) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw SystemError(number: errno) }
        var status = stat()
        guard fstat(number, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            close(number)
            throw SystemError(number: EACCES)
        }
        self.path = path
        descriptor = number
    }

    deinit { close(descriptor) }

    /// Makes a folder and those above it that are missing, for this user alone.
    static func make(_ path: String) throws {
        let above = (path as NSString).deletingLastPathComponent
        if !above.isEmpty {
            try FileManager.default.createDirectory(
                atPath: above, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError(number: errno) }
    }

    /// Maps a file of this folder; throws where it is not this user's own.
    func map(_ name: String) throws(SystemError) -> MappedFile {
        let file = try openOwn(name, O_RDONLY)
        defer { close(file) }
        return try MappedFile(descriptor: file)
    }

    /// Adds bytes to a file of this folder, and waits until all of it is on the disk.
    func append(_ bytes: Data, to name: String) throws {
        let file = FileHandle(fileDescriptor: try openOwn(name, O_WRONLY | O_APPEND), closeOnDealloc: false)
        defer { close(file.fileDescriptor) }
        try file.write(contentsOf: bytes)
        guard fchmod(file.fileDescriptor, 0o600) == 0 else { throw SystemError(number: errno) }
        try file.synchronize()
    }

    func rename(_ name: String, to newName: String) -> Bool {
        renameat(descriptor, name, descriptor, newName) == 0
    }

    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    private func openOwn(_ name: String, _ flags: Int32) throws(SystemError) -> Int32 {
        let file = openat(descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw SystemError(number: errno) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            close(file)
            throw SystemError(number: EACCES)
        }
        return file
    }
}
