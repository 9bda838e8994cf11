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

    /// The same claim, given back untouched because its files could not be placed.
    func givenBack() -> PhotoEnd {
        PhotoEnd(claim: claim, outcome: .released, record: nil, recordFile: nil, files: [])
    }

    /// Renames every file of the batch into its place, each folder synced once; blocks.
    ///
    /// - Throws: `ResultsError`; nothing that was staged is left behind.
    static func publish(_ ends: [PhotoEnd]) throws(ResultsError) {
        var publication = Publication()
        do {
            for end in ends {
                for file in end.files { publication.add(file.staged, as: file.place) }
                guard let record = end.record, let place = end.recordFile else { continue }
                publication.add(try AtomicFile.stage(Array(record.document.utf8), for: place), as: place)
            }
            try publication.commit()
        } catch {
            publication.discard()
            throw error
        }
    }
}
