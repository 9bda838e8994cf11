import Foundation

/// Compiled models on disk, one file for each model, engine and set of options.
///
/// A file is written beside its place and renamed, and ends in a note with its own length and hash: two processes may
/// write the same one at once, and a torn or foreign file is compiled anew instead of being trusted.
struct CompiledModelCache {
    /// What is known of a model without reading its own file again.
    struct Note: Codable {
        var inputs: [TensorDescription]
        var outputs: [TensorDescription]
        var hash: ContentHash
    }

    /// An entry, still mapped.
    struct Entry {
        let note: Note
        /// To be kept as long as the compiled model: the engine uses the weights where they lie.
        let file: MappedFile
        private let modelBytes: Int

        fileprivate init(note: Note, file: MappedFile, modelBytes: Int) {
            self.note = note
            self.file = file
            self.modelBytes = modelBytes
        }

        /// Lends the compiled model's bytes.
        func withModel<Result, Failure: Error>(
            _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try file.withBytes { bytes throws(Failure) in
                try body(UnsafeRawBufferPointer(rebasing: bytes[..<modelBytes]))
            }
        }
    }

    private static let mark: UInt64 = 0x5155_4956_4552_3031
    private static let footerBytes = 16
    private let place: String

    /// The entry for a key; the folder is made when something is stored.
    init(folder: String, key: ContentHash) {
        place = (folder as NSString).appendingPathComponent(key.text + ".compiled")
    }

    /// The stored model, or nil where there is none that is whole.
    func read() -> Entry? {
        guard let file = try? MappedFile(place), file.count > Self.footerBytes else { return nil }
        let read = file.withBytes { bytes -> (note: Note, modelBytes: Int)? in
            let end = bytes.count - Self.footerBytes
            let noteBytes = Int(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
            guard bytes.loadUnaligned(fromByteOffset: end + 8, as: UInt64.self) == Self.mark,
                noteBytes > 0, noteBytes < end,
                let note = try? JSONDecoder().decode(Note.self, from: Data(bytes[(end - noteBytes)..<end]))
            else { return nil }
            var hash = ContentHash()
            hash.add(UnsafeRawBufferPointer(rebasing: bytes[..<(end - noteBytes)]))
            return hash == note.hash ? (note, end - noteBytes) : nil
        }
        return read.map { Entry(note: $0.note, file: file, modelBytes: $0.modelBytes) }
    }

    /// Stores what `export` writes into the path it is given; false where that fails, which is no one's error.
    func store(
        inputs: [TensorDescription], outputs: [TensorDescription], export: (String) -> Bool
    ) -> Bool {
        let folder = (place as NSString).deletingLastPathComponent
        let draft = "\(place).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
        defer { unlink(draft) }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            guard export(draft) else { return false }
            var hash = ContentHash()
            try MappedFile(draft).withBytes { hash.add($0) }
            let note = try JSONEncoder().encode(Note(inputs: inputs, outputs: outputs, hash: hash))
            guard chmod(draft, 0o644) == 0, let handle = FileHandle(forWritingAtPath: draft) else { return false }
            defer { try? handle.close() }
            try handle.seekToEnd()
            var footer = note
            withUnsafeBytes(of: (UInt64(note.count), Self.mark)) { footer.append(contentsOf: $0) }
            try handle.write(contentsOf: footer)
            try handle.synchronize()
            return rename(draft, place) == 0
        } catch {
            return false
        }
    }

    /// Removes an entry that the engine could not use.
    func remove() {
        unlink(place)
    }
}
