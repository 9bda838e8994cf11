import SystemPackage
import SystemValues

/// All files of one photo that become visible together: those of each format, and what was staged beside them.
public struct PhotoFiles: Sendable {
    /// What became of the photo.
    public var record: Record { written.record }
    private let written: WrittenRecord
    /// What was staged beside the files that are written from the record.
    public let files: [PlacedFile]
    private let names: OutputNames
    private let photoFiles: [any PhotoFile]
    private let output: FilePath
    private let mode: UInt32?

    /// - Parameters:
    ///   - names: The photo's names, as `OutputChoice` gave them.
    ///   - photoFiles: The files that are written from the record.
    ///   - files: What was staged beside them.
    ///   - output: The folder of the results.
    ///   - mode: The photo's rights: no further user gets any to what shows it. Nil where they are not known.
    public init(
        _ written: WrittenRecord, names: OutputNames, photoFiles: [any PhotoFile], files: [PlacedFile] = [],
        in output: FilePath, mode: UInt32? = nil
    ) {
        self.written = written
        self.names = names
        self.photoFiles = photoFiles
        self.files = files
        self.output = output
        self.mode = mode
    }

    /// The record alone, for a photo of which nothing can be written.
    public func withoutFiles() -> PhotoFiles {
        PhotoFiles(written, names: names, photoFiles: [], in: output, mode: mode)
    }

    /// The photo's rights, or those of the record that is replaced.
    private var rights: UInt32 { mode ?? FileCalls.status(names.record)?.mode ?? FileCalls.usualMode }

    /// Where its files lie once they are published.
    public var places: [FilePath] {
        makesWay ? [] : files.map(\.place) + photoFiles.map { names.file(end: $0.end) }
    }

    /// Whether the record says nothing of the photo and a record of the same photo that does has the place: that one stays.
    private var makesWay: Bool {
        guard record.lacksResult, case .own(let marks) = FormerRecord(at: names.record) else { return false }
        return marks.state == Record.State.done.rawValue && marks.isOf(record.source)
    }

    /// The record's place, whether or not a record is written.
    public var recordPlace: FilePath { names.record }

    /// Adds the staged files to a publication, each so that it replaces only what is this photo's own.
    func add(to publication: inout Publication) {
        guard !files.isEmpty else { return }
        let former = FormerRecord(at: names.record).files(of: names, in: output)
        let rights = FileCalls.narrowed(rights)
        for file in files {
            if let mode = file.status?.mode, mode & 0o077 & ~rights != 0 { FileCalls.narrow(file.staged, to: rights) }
            let isOwn =
                former.contains(file.place) || PictureMark.content(of: file.place) == record.source.sha256
            publication.add(file, replacing: isOwn || isCopyOfOriginal(file))
        }
    }

    /// Stages the files that are written from the record, and adds them.
    ///
    /// - Parameter staged: Gains the temp files, to be removed where nothing comes of them.
    func addRecord(to publication: inout Publication, staged: inout [FilePath]) throws(ResultsError) {
        let rights = rights
        for file in photoFiles {
            let place = names.file(end: file.end)
            let isOwn = file.standing(at: place, for: record.source) == .own
            let temporary = try AtomicFile.stage(file.bytes(of: written), for: place, mode: rights)
            staged.append(temporary)
            publication.add(PlacedFile(staged: temporary, place: place), replacing: isOwn)
        }
    }

    /// A copy's place is free, or holds the same bytes.
    private func isCopyOfOriginal(_ file: PlacedFile) -> Bool {
        FileCalls.haveSameContent(file.staged, file.place)
    }

    /// The pictures of this photo that its new record does not name.
    var leftovers: [FilePath] {
        let kept = Set(files.map(\.place) + (record.outputs?.files(of: names, in: output) ?? []))
        var former: [FilePath] = []
        let before = FormerRecord(at: names.record)
        if case .own(let marks) = before, marks.isOf(record.source) { former = before.files(of: names, in: output) }
        let marked = ([names.annotated] + Self.files(in: names.crops)).filter { picture in
            PictureMark.content(of: picture).map { $0 == record.source.sha256 } ?? false
        }
        return Set(former + marked).subtracting(kept).sorted { "\($0)" < "\($1)" }
    }

    private static func files(in folder: FilePath) -> [FilePath] {
        let root = try? FileCalls.at(folder) { (root, way) throws(FolderError) in try root.folder(way) }
        guard let names = try? root?.names() else { return [] }
        return names.filter { $0.kind == .regular }.map { folder.appending($0.name) }
    }

    /// Puts all files of some photos into their places, each folder synced once, and removes the pictures that records
    /// no longer name; blocks.
    ///
    /// - Parameter mayPlace: As for ``Publication/commit(while:)``.
    /// - Throws: `ResultsError`; what was staged before stays, so that each photo can be tried alone.
    public static func publish(
        _ photos: [PhotoFiles], while mayPlace: () -> Bool = { true }
    ) throws(ResultsError) {
        var publication = Publication()
        var staged: [FilePath] = []
        let photos = photos.filter { !$0.makesWay }
        let leftovers = photos.flatMap(\.leftovers)
        do {
            for photo in photos {
                photo.add(to: &publication)
                try photo.addRecord(to: &publication, staged: &staged)
            }
            try publication.commit(while: mayPlace)
        } catch {
            for file in staged { AtomicFile.discard(file) }
            throw error
        }
        for leftover in leftovers {
            FileCalls.remove(leftover)
            FileCalls.removeFolderIfEmpty(leftover.removingLastComponent())
        }
    }
}

extension Record {
    /// Whether the record says nothing of its photo: it replaces none that does.
    public var lacksResult: Bool {
        switch state {
        case .cancelled, .gone, .quarantined: true
        case .failed: error?.fault == .environment
        case .waiting, .ready, .running, .blocked, .done: false
        }
    }
}

extension FileCalls {
    /// Removes a folder of crops that holds none any more.
    static func removeFolderIfEmpty(_ path: FilePath) {
        guard path.lastComponent?.rawBytes.suffix(6).elementsEqual(".crops".utf8) == true else { return }
        removeEmptyFolder(path)
    }

    /// Removes a folder that holds nothing; any other stays.
    static func removeEmptyFolder(_ path: FilePath) {
        _ = try? at(path) { (root, way) throws(FolderError) in try root.removeFolder(way) }
    }
}
