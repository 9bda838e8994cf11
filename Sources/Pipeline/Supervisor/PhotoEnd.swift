import JobQueue
import Results
import SystemPackage

/// All that has to happen for one photo to have ended: files to place, a record to write, an outcome for the queue.
struct PhotoEnd: Sendable {
    struct StagedFile: Sendable, Hashable {
        var staged: FilePath
        var place: FilePath
    }

    let claim: Claim
    let outcome: Outcome
    /// Nil where the photo will be tried again.
    let record: Record?
    /// Where the record goes; nil where JSON files are not wanted.
    let recordFile: FilePath?
    let files: [StagedFile]

    /// The same end where nothing of it can be written: the queue alone keeps it.
    func withoutFiles() -> PhotoEnd {
        PhotoEnd(claim: claim, outcome: outcome, record: record, recordFile: nil, files: [])
    }

    /// Renames every file of the batch into its place, each folder synced once; blocks.
    ///
    /// - Throws: `ResultsError`; what workers have staged stays, so that each end can be tried by itself.
    static func publish(_ ends: [PhotoEnd]) throws(ResultsError) {
        var publication = Publication()
        var records: [FilePath] = []
        do {
            for end in ends {
                for file in end.files { publication.add(file.staged, as: file.place) }
                guard let record = end.record, let place = end.recordFile else { continue }
                let staged = try AtomicFile.stage(Array(record.document.utf8), for: place)
                records.append(staged)
                publication.add(staged, as: place)
            }
            try publication.commit()
        } catch {
            for record in records { AtomicFile.discard(record) }
            throw error
        }
    }

    /// Removes what was staged for ends that will not be published; blocks.
    static func discard(_ ends: [PhotoEnd]) {
        for end in ends {
            for file in end.files { AtomicFile.discard(file.staged) }
        }
    }
}

extension PhotoEnd {
    /// A claim that goes back untouched.
    init(givingBack claim: Claim) {
        self.init(claim: claim, outcome: .released, record: nil, recordFile: nil, files: [])
    }

    /// A claim that waits for its folder to come back, at no cost.
    init(postponing claim: Claim, until due: Instant, _ reason: JobFailure) {
        self.init(
            claim: claim, outcome: .postponed(until: due, reason), record: nil, recordFile: nil, files: [])
    }
}
