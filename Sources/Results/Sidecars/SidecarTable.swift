import Findings
import SystemPackage
import SystemValues

/// What became of sidecars.
public struct SidecarSummary: Sendable, Hashable, Encodable {
    /// Sidecars that were written.
    public var written = 0
    /// Photos whose sidecar says it already, or that need none.
    public var unchanged = 0
    /// Sidecars that were left as they are, and are not what was asked for.
    public var left = 0
    /// The first of these, each with its name and why.
    public var examples: [String] = []

    private static let mostExamples = 20

    mutating func leave(_ what: String) {
        left += 1
        if examples.count < Self.mostExamples { examples.append(what) }
    }
}

/// `xmp`: sidecars with the labels of photos, merged with those that are there.
///
/// Some hundred are checked by one process of `exiv2` before they are placed.
final class SidecarTable: RecordTable {
    private struct Waiting {
        let place: FilePath
        let status: FileStatus?
        let mode: UInt32
        let pair: SidecarReader.Pair
    }

    static let tasks = COCOTable.tasks.union([.classify])
    private static let (mostWaiting, mostBytes) = (250, 8 << 20)

    private(set) var summary = SidecarSummary()
    private let folder: FilePath
    private let choice: SidecarChoice
    private let reader: SidecarReader
    private var places: SidecarPlaces
    private var waiting: [Waiting] = []
    private var bytes = 0

    /// - Throws: `ResultsError` where the program is missing: before anything is written.
    init(_ making: TableFormat.Making, by reader: SidecarReader = SidecarReader()) throws(ResultsError) {
        try reader.check()
        self.reader = reader
        (folder, choice) = (making.place, making.sidecars)
        places = SidecarPlaces(names: making.sidecars.names)
    }

    func append(_ row: TableRow) throws(ResultsError) {
        guard let photo = row.labelledPhoto, photo.isThere, let name = photo.file.lastComponent else { return }
        do throws(SidecarFault) {
            let (standing, former) = try place(of: row, photo.file)
            places.take(standing.place)
            let labels = SidecarLabels(
                row.record, photo: SidecarNotes.photo(name.rawBytes), part: row.part, tasks: COCOTable.tasks)
            let merged = SidecarMerge.merged(former, with: labels)
            // A copy of the user's own is nothing that the export has to say.
            guard merged != former.tree.bytes else {
                summary.unchanged += 1
                return
            }
            let mode = standing.status?.mode ?? FileCalls.status(photo.file)?.mode ?? FileCalls.usualMode
            let pair = SidecarReader.Pair(
                former: former.tree.bytes, merged: merged, hasNotes: !labels.isEmpty)
            waiting.append(.init(place: standing.place, status: standing.status, mode: mode, pair: pair))
            bytes += merged.count + former.tree.bytes.count
        } catch {
            summary.leave(error.why)
        }
        if waiting.count >= Self.mostWaiting || bytes >= Self.mostBytes { try flush() }
    }

    func finish() throws(ResultsError) { try flush() }

    /// Where a photo's sidecar goes, and what the labels are put into.
    private func place(of row: TableRow, _ photo: FilePath) throws(SidecarFault) -> (StandingSidecar, Sidecar) {
        // Folders of the user's may be reached through links.
        let home = photo.removingLastComponent().resolvedPath
        let name = photo.lastComponent?.rawBytes ?? []
        let empty = try Sidecar(Array(Sidecar.empty.utf8))
        guard !choice.isBeside else {
            let standing = try places.sidecar(of: name, in: home)
            return (standing, standing.content ?? empty)
        }
        let own = FilePath(rawBytes: row.place)
        let parts = own.components.dropLast().filter { $0.kind == .regular }
        let place = folder.appending(parts)
        var last = own.lastComponent?.rawBytes ?? name
        if last.suffix(RecordFile.end.utf8.count).elementsEqual(RecordFile.end.utf8) {
            last.removeLast(RecordFile.end.utf8.count)
        }
        let standing = try places.sidecar(of: last, in: place)
        let beside = try SidecarPlaces(names: choice.names).sidecar(of: name, in: home)
        if let content = standing.content {
            guard let (mine, users) = standing.status.map({ ($0.modified, beside.status?.modified) }),
                users.map({ ($0.seconds, $0.nanoseconds) <= (mine.seconds, mine.nanoseconds) }) ?? true
            else {
                throw SidecarFault(
                    "\(EscapedName.printable(standing.place)) is older than the sidecar beside the photo, which may say more by now; "
                        + "export into a new folder")
            }
            return (standing, content)
        }
        guard let content = beside.content, let called = beside.place.lastComponent else { return (standing, empty) }
        // It is called as the user's, so that it can take its place.
        let same = place.appending(called)
        let isFree = !places.isTaken(same) && !FileCalls.exists(same)
        return (StandingSidecar(place: isFree ? same : standing.place, status: nil, content: nil), content)
    }

    private func flush() throws(ResultsError) {
        let faults = try reader.faults(of: waiting.map(\.pair))
        var folders: Set<FilePath> = []
        for (one, fault) in zip(waiting, faults) {
            if let fault {
                summary.leave("\(EscapedName.printable(one.place)): \(fault)")
                continue
            }
            do throws(ResultsError) {
                if try write(one) { folders.insert(one.place.removingLastComponent()) }
            } catch {
                // On a full disk none of the others would fare better.
                guard error.code != .diskFull else { throw error }
                summary.leave(error.message)
            }
        }
        for folder in folders { try FileCalls.syncFolder(folder) }
        (waiting, bytes) = ([], 0)
    }

    /// Writes a sidecar where what lies there is still what it was made of, and says whether it is.
    private func write(_ one: Waiting) throws(ResultsError) -> Bool {
        let isBare = one.pair.merged.elementsEqual(Sidecar.empty.utf8)
        if isBare, let status = one.status, status == FileCalls.status(one.place) {
            // It held labels of Quiver's alone, and there are none any more.
            guard try FileCalls.remove(one.place, asItWas: status) else { return leaveChanged(one) }
            summary.written += 1
            return true
        }
        let staged = try StagedFile(for: one.place, mode: one.mode)
        try staged.append(one.pair.merged)
        if let status = one.status {
            try staged.write { (file) throws(ResultsError) in FileCalls.takeRights(of: status, file) }
        }
        let temporary = try staged.close()
        guard FileCalls.status(one.place) == one.status else {
            AtomicFile.discard(temporary)
            return leaveChanged(one)
        }
        if let status = one.status {
            guard try FileCalls.replace(temporary, at: one.place, asItWas: status) else { return leaveChanged(one) }
        } else {
            do throws(ResultsError) { try FileCalls.place(temporary, at: one.place, replacing: false) } catch {
                AtomicFile.discard(temporary)
                throw error
            }
        }
        summary.written += 1
        return true
    }

    /// Leaves a sidecar that is no longer what the labels were put into; says that nothing was written.
    private func leaveChanged(_ one: Waiting) -> Bool {
        summary.leave("\(EscapedName.printable(one.place)) was changed by another program meanwhile")
        return false
    }
}
