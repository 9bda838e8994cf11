import Geometry
import Results
import Scoring
import SystemPackage

/// What the record of a photo that has ended changes in the sequence of its folder.
struct SequenceStep: Sendable {
    /// The folder as records name it.
    let folder: String
    /// The folder itself.
    let folderPath: FilePath
    /// The photo's path, as its record has it.
    let path: String
    /// Where the photo lies: photos that are moved away leave their name to others.
    let lies: FilePath
    /// The photo's SHA-256.
    let content: String?
    /// The photo with what it shows of each question; nil where the record is of no photo of a sequence.
    let entry: (photo: CapturedPhoto, seen: [SeenFrame])?
    /// Whether the photo has a result.
    let isDone: Bool

    /// Nil where the record says nothing of its photo: what was known before stands.
    init?(_ record: Record, _ finders: [SequenceFinder]) {
        guard !record.lacksResult else { return nil }
        folder = Session.name(ofPhoto: record.source.path)
        folderPath = record.source.filePath.removingLastComponent()
        path = record.source.path
        lies = record.source.movedToPath ?? record.source.filePath
        content = record.source.sha256
        isDone = record.state == .done
        entry = SequencePhoto(record).map { photo in
            (photo: photo.photo, seen: finders.map { SeenFrame(photo.frame, by: $0.question) })
        }
    }

    /// Whether the record takes the place of another one with the same path, as records in the results do.
    fileprivate func replaces(_ entry: FolderSequence.Entry) -> Bool {
        entry.content == content || isDone && entry.lies == lies
    }
}

/// The photos of one folder, in the order that `quiver sequence` has, and what they show.
///
/// Photos come in any order. Each is put where it belongs, and what is found is what would be found if all had come in turn.
struct FolderSequence: Sendable {
    fileprivate struct Entry: Sendable {
        let photo: CapturedPhoto
        let lies: FilePath
        let content: String?
        let seen: [SeenFrame]
    }

    private var entries: [Entry] = []
    private var paths: Set<String> = []
    /// Entries with a time.
    private var timed = 0
    /// So many of the first entries are as they were when evidence was last looked for.
    private var unchanged = 0
    private var tracks: [(track: EvidenceTrack, ledger: EvidenceLedger)]

    init(_ finders: [SequenceFinder]) {
        tracks = finders.map { (EvidenceTrack($0), EvidenceLedger()) }
    }

    /// Takes photos that have ended.
    mutating func take(_ steps: [SequenceStep]) {
        // Where some have a time and some have none, only all of them together have an order.
        var isMixed = hasMixedTimes
        for step in steps {
            if paths.contains(step.path) { remove { $0.photo.path == step.path && step.replaces($0) } }
            guard let (photo, seen) = step.entry else { continue }
            let entry = Entry(photo: photo, lies: step.lies, content: step.content, seen: seen)
            paths.insert(step.path)
            insert(entry, at: isMixed ? entries.count : place(of: photo))
            isMixed = isMixed || hasMixedTimes
        }
        if isMixed { sort() }
    }

    /// What has become of the evidence since it was last asked for, with the number of the question.
    mutating func changes(last: inout Int) -> [EvidenceChange] {
        var changes: [EvidenceChange] = []
        for index in tracks.indices {
            let frames = entries.lazy.map { $0.seen[index] }
            let found = tracks[index].track.evidence(in: frames, unchanged: unchanged)
            changes += tracks[index].ledger.changes(to: found, last: &last)
        }
        unchanged = entries.count
        return changes
    }

    private var hasMixedTimes: Bool { timed != 0 && timed != entries.count }

    private mutating func insert(_ entry: Entry, at index: Int) {
        entries.insert(entry, at: index)
        timed += entry.photo.captured == nil ? 0 : 1
        unchanged = min(unchanged, index)
    }

    private mutating func remove(where isOld: (Entry) -> Bool) {
        guard let first = entries.firstIndex(where: isOld) else { return }
        unchanged = min(unchanged, first)
        entries.removeAll(where: isOld)
        timed = entries.count { $0.photo.captured != nil }
    }

    /// Behind all that come before it, or at the same moment under the same name.
    private func place(of photo: CapturedPhoto) -> Int {
        if let last = entries.last, !CapturedPhoto.areInOrder(photo, last.photo) { return entries.count }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if CapturedPhoto.areInOrder(photo, entries[middle].photo) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private mutating func sort() {
        let before = entries
        entries = CapturedPhoto.inOrder(entries, by: \.photo)
        let same = zip(before, entries).prefix { $0.photo == $1.photo && $0.lies == $1.lies }.count
        unchanged = min(unchanged, same)
    }
}
