import Geometry
import Results
import Scoring
import SystemPackage

/// What is looked for in the photos of a folder.
struct SequenceQuestions: Sendable {
    var finders: [SequenceFinder] = []
    /// Tracks that have seen nothing yet.
    var actions: [ActionTrack] = []
}

/// What is kept of a photo: no more than the questions need.
struct ShownPhoto: Sendable {
    /// What it shows of each question.
    let seen: [SeenFrame]
    /// The people in it, where actions are looked for.
    let people: Frame?

    init(_ frame: Frame, _ questions: SequenceQuestions) {
        seen = questions.finders.map { SeenFrame(frame, by: $0.question) }
        let poses = frame.results.filter { $0.found.poses != nil }
        people =
            questions.actions.isEmpty
            ? nil : Frame(name: frame.name, time: frame.time, size: frame.size, results: poses)
    }
}

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
    /// The photo with what it shows; nil where the record is of no photo of a sequence.
    let entry: (photo: CapturedPhoto, shown: ShownPhoto)?
    /// Whether the photo has a result.
    let isDone: Bool

    /// Nil where the record says nothing of its photo: what was known before stands.
    init?(_ record: Record, _ questions: SequenceQuestions) {
        guard !record.lacksResult else { return nil }
        folder = Session.name(ofPhoto: record.source.path)
        folderPath = record.source.filePath.removingLastComponent()
        path = record.source.path
        lies = record.source.movedToPath ?? record.source.filePath
        content = record.source.sha256
        isDone = record.state == .done
        entry = SequencePhoto(record).map { photo in
            (photo: photo.photo, shown: ShownPhoto(photo.frame, questions))
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
        let shown: ShownPhoto
    }

    private var entries: [Entry] = []
    private var paths: Set<String> = []
    /// Entries with a time.
    private var timed = 0
    /// So many of the first entries are as they were when evidence was last looked for, and actions.
    private var unchanged = (evidence: 0, actions: 0)
    private var tracks: [(track: EvidenceTrack, ledger: EvidenceLedger)]
    private var actions: [(track: ActionTrack, ledger: EvidenceLedger)]

    init(_ questions: SequenceQuestions) {
        tracks = questions.finders.map { (EvidenceTrack($0), EvidenceLedger()) }
        actions = questions.actions.map { ($0, EvidenceLedger()) }
    }

    /// Takes photos that have ended.
    mutating func take(_ steps: [SequenceStep]) {
        // Where some have a time and some have none, only all of them together have an order.
        var isMixed = hasMixedTimes
        for step in steps {
            if paths.contains(step.path) { remove { $0.photo.path == step.path && step.replaces($0) } }
            guard let (photo, shown) = step.entry else { continue }
            let entry = Entry(photo: photo, lies: step.lies, content: step.content, shown: shown)
            paths.insert(step.path)
            insert(entry, at: isMixed ? entries.count : place(of: photo))
            isMixed = isMixed || hasMixedTimes
        }
        if isMixed { sort() }
    }

    /// What has become of the evidence since it was last asked for.
    ///
    /// - Parameter last: The last number that an event was given.
    mutating func changes(last: inout Int) -> [EvidenceChange] {
        var changes: [EvidenceChange] = []
        for index in tracks.indices {
            let frames = entries.lazy.map { $0.shown.seen[index] }
            let found = tracks[index].track.evidence(in: frames, unchanged: unchanged.evidence)
            changes += tracks[index].ledger.changes(to: found, last: &last)
        }
        unchanged.evidence = entries.count
        return changes
    }

    /// What has become of actions since they were last asked for.
    ///
    /// - Throws: where a model fails; it is asked again the next time.
    mutating func actionChanges(last: inout Int) throws -> [EvidenceChange] {
        guard !actions.isEmpty else { return [] }
        let frames = entries.compactMap(\.shown.people)
        var changes: [EvidenceChange] = []
        for index in actions.indices {
            let found = try actions[index].track.evidence(in: frames, unchanged: unchanged.actions)
            let all = TrackedEvidence(isAnew: true, settled: [], recent: found)
            changes += actions[index].ledger.changes(to: all, last: &last)
        }
        unchanged.actions = entries.count
        return changes
    }

    private mutating func changed(from index: Int) {
        unchanged = (min(unchanged.evidence, index), min(unchanged.actions, index))
    }

    private var hasMixedTimes: Bool { timed != 0 && timed != entries.count }

    private mutating func insert(_ entry: Entry, at index: Int) {
        entries.insert(entry, at: index)
        timed += entry.photo.captured == nil ? 0 : 1
        changed(from: index)
    }

    private mutating func remove(where isOld: (Entry) -> Bool) {
        guard let first = entries.firstIndex(where: isOld) else { return }
        changed(from: first)
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
        changed(from: same)
    }
}
