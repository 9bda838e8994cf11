import Findings
import Foundation
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Turns what happened to a claim into a photo's end: the queue's outcome and, where that is final, its record.
struct RecordBuilder: Sendable {
    let layout: OutputLayout
    /// What is written from the records of photos: all that is written for some of them, whose names are kept free for each.
    let photoFiles: [any PhotoFile]
    /// What is written for a photo, by its path; nil for all of it.
    private let ofFolder: (@Sendable (FilePath) -> [any PhotoFile])?
    /// What the wall's clock says; the queue's time never jumps, and a record's is for users.
    let wall: @Sendable () -> UnixMillis
    /// Decides the names of photos' files.
    let choice: OutputChoice
    /// Those by which the queue's hosts know folders of photos.
    private let names: RootNames

    init(
        layout: OutputLayout, photoFiles: [any PhotoFile],
        ofFolder: (@Sendable (FilePath) -> [any PhotoFile])? = nil, names: RootNames = RootNames([]),
        wall: @escaping @Sendable () -> UnixMillis = Clock.wall
    ) {
        self.layout = layout
        self.photoFiles = photoFiles
        self.ofFolder = ofFolder
        self.wall = wall
        self.names = names
        choice = OutputChoice(layout, photoFiles: photoFiles, names: names)
    }

    /// The folder of the results.
    var output: FilePath { layout.output }

    /// What is written for a photo.
    private func photoFiles(of photo: FilePath) -> [any PhotoFile] { ofFolder?(photo) ?? photoFiles }

    /// The path of a place for messages.
    func printable(_ place: Place) -> String { EscapedName.printable(place.file) }

    /// The same claim with its end by the queue's rules at this moment; blocks.
    func end(of finished: Completion, rules: Publisher.Rules, at now: UnixMillis) -> Completion {
        switch finished.ending {
        case .released:
            return finished.givenBack
        case .crashed(let code, let message):
            let failure = Record.Failure(code: code, message: message, fault: .input)
            return end(finished, failure: failure, rules: rules, at: now) { result in
                .crashed(JobFailure(failure), limit: rules.crashes, result: result)
            }
        case .duplicate(let echo):
            return end(finished, echoing: echo, rules: rules)
        case .answered(let answer):
            return end(finished, answer, rules: rules, at: now)
        }
    }

    private func end(
        _ finished: Completion, _ answer: AnswerLine, rules: Publisher.Rules, at now: UnixMillis
    ) -> Completion {
        let claim = finished.claim
        let failure =
            answer.error ?? Record.Failure(code: "unknown", message: "no reason was given", fault: .quiver)
        switch answer.ending {
        case .workerMustRestart: return finished.givenBack
        case .changed:
            return finished.ended(.changed)
        case .done where UnreadContent.isStandIn(claim.content):
            // It can be read now: intake is to hash it and hand it in with its real content.
            return finished.ended(.changed)
        case .done:
            return end(finished, answer, failure: nil, rules: rules, at: now) { .done($0 ?? []) }
        case .failed:
            return end(finished, answer, failure: failure, rules: rules, at: now) {
                .failed(JobFailure(failure), result: $0)
            }
        case .gone:
            return end(finished, answer, failure: failure, rules: rules, at: now) { .gone(result: $0) }
        case .blocked, .outputUnavailable:
            let doubled = 1 << min(claim.progress.retries, 10)
            let due = now + Int64(rules.backoff / .milliseconds(1)) * Int64(doubled)
            return end(finished, answer, failure: failure, rules: rules, at: now) {
                .retry(at: due, JobFailure(failure), budget: rules.retries, result: $0)
            }
        }
    }

    /// Makes the record only where the outcome ends the photo for good.
    private func end(
        _ finished: Completion, _ answer: AnswerLine? = nil, failure: Record.Failure?, rules: Publisher.Rules,
        at now: UnixMillis, outcome: ([UInt8]?) -> Outcome
    ) -> Completion {
        let (claim, placing) = (finished.claim, finished.placing)
        let state = claim.state(after: outcome(nil), at: now)
        guard state.isFinal else { return finished.ended(outcome(nil)) }
        let isKnownContent = !UnreadContent.isStandIn(claim.content)
        let source = Record.Source(
            path: claim.place.file, bytes: Int(claim.stamp.size),
            sha256: isKnownContent ? claim.content.description : nil, names: names
        ).moved(to: rules.move(of: claim, state) == nil ? nil : placing.target)
        let staged = answer?.files ?? AnswerLine.Files()
        let crops = { (names: OutputNames) in
            staged.crops.enumerated().map { index, crop in names.crop(index, label: crop.label, isCutout: crop.isCutout)
            }
        }
        let chosen = choice.names(for: source, of: claim.place.file, record: claim.output) { names in
            crops(names) + (staged.annotated == nil ? [] : [names.annotated])
                + staged.pages.map { names.annotated(page: $0.page) }
        }
        let cut = zip(staged.crops, crops(chosen.names)).map { PlacedFile(staged: $0.staged.file, place: $1) }
        let annotated = staged.annotated.map { PlacedFile(staged: $0.file, place: chosen.names.annotated) }
        let pages = staged.pages.map {
            PlacedFile(staged: $0.staged.file, place: chosen.names.annotated(page: $0.page))
        }
        let files = cut + pages + [annotated, placing.original].compactMap { $0 }
        let outputs = Record.Outputs(
            annotated: annotated?.place, crops: cut.map(\.place), original: placing.original?.place,
            pages: pages.map(\.place), in: output)
        let record = Record(
            timestamp: Timestamp(milliseconds: wall()), source: source, state: Record.State(state),
            error: failure, attempts: claim.progress.attempts, photo: answer?.photo ?? PhotoResult(),
            outputs: files.isEmpty ? nil : outputs)
        let written = WrittenRecord(record)
        let photo = PhotoFiles(
            written, names: chosen.names, photoFiles: photoFiles(of: claim.place.file), files: files, in: output,
            mode: placing.mode)
        return finished.ended(record.ending(outcome(Array(written.line.utf8))), with: photo, beside: chosen.foreign)
    }

    /// A copy shares the answer of its original and says so.
    ///
    /// A photo whose settings were changed and changed back is no copy of itself.
    private func end(
        _ finished: Completion, echoing echo: DuplicateResult, rules: Publisher.Rules
    ) -> Completion {
        let claim = finished.claim
        var record: Record
        if let shared = echo.result.flatMap({ try? Record.decode($0) }) {
            record = shared
        } else {
            // "Done" without a record would say that nothing was found.
            let isLost = echo.state == .done || echo.result != nil
            record = Record(
                timestamp: Timestamp(milliseconds: wall()), source: Record.Source(path: "", bytes: nil, sha256: nil),
                state: isLost ? .failed : Record.State(echo.state),
                error: isLost ? Self.unreadable(echo.original, echo.place) : echo.failure.map(Record.Failure.init),
                attempts: 1)
        }
        record.timestamp = Timestamp(milliseconds: wall())
        record.source = Record.Source(
            path: claim.place.file, bytes: Int(claim.stamp.size), sha256: claim.content.description,
            duplicateOf: echo.place.file == claim.place.file ? nil : echo.place.file, names: names
        ).moved(to: rules.move(of: claim, echo.state == .done ? .done : .failed) == nil ? nil : finished.placing.target)
        let written = WrittenRecord(record)
        let result = Array(written.line.utf8)
        let failure = JobFailure(
            record.error ?? Record.Failure(code: "duplicate", message: "the original failed", fault: .input))
        let chosen = choice.names(
            for: record.source, of: claim.place.file, record: claim.output
        ) { _ in [] }
        let photo = PhotoFiles(
            written, names: chosen.names, photoFiles: photoFiles(of: claim.place.file), in: output,
            mode: mode(ofRecord: echo.output))
        return finished.ended(
            record.ending(record.state == .done ? .done(result) : .failed(failure, result: result)), with: photo,
            beside: chosen.foreign)
    }

    /// The rights of a record that is there; what a copy shares of it is open to no further user.
    func mode(ofRecord place: [UInt8]) -> UInt32? {
        (try? RootFolder(withoutLinks: output).status(of: FilePath(rawBytes: place)))?.mode
    }

    /// Writes the file of a record that no worker answered for; blocks.
    func write(_ record: Record, of job: Job) throws(ResultsError) { try write([EndedJob(record: record, job: job)]) }

    /// Writes the files of records whose photos have ended, each folder synced once; blocks.
    func write(_ ended: [EndedJob]) throws(ResultsError) {
        guard !photoFiles.isEmpty else { return }
        let chosen = ended.map { end in
            choice.names(
                for: end.record.source, of: end.job.place.file, record: end.job.output
            ) { _ in [] }.names
        }
        defer { chosen.forEach(choice.forget) }
        try PhotoFiles.publish(
            zip(ended, chosen).map {
                PhotoFiles(
                    WrittenRecord($0.record), names: $1, photoFiles: photoFiles(of: $0.job.place.file), in: output,
                    mode: $0.mode)
            })
    }

    /// Those of known photos that lack a file which the formats have for each photo: one look at each file; blocks.
    func lacking(among known: [(file: KnownFile, photo: FilePath)]) -> [(file: KnownFile, photo: FilePath)] {
        guard !photoFiles.isEmpty, !known.isEmpty, let folder = try? RootFolder(withoutLinks: output) else { return [] }
        return known.filter { known in
            let record = FilePath(rawBytes: known.file.output)
            return photoFiles(of: known.photo).contains { format in
                let isRecord = format.end == RecordFile.end
                let file = isRecord ? record : OutputNames(besideRecord: record).file(end: format.end)
                do { return try folder.status(of: file) == nil } catch { return false }
            }
        }
    }

    /// The record that is stored for a job that has ended, or the one of a job that ended without an answer.
    ///
    /// - Throws: ``PipelineError`` where what is stored cannot be read.
    func record(for job: Job, stored: [UInt8]?) throws -> Record {
        if let stored, let record = try? Record.decode(stored) { return record }
        if stored == nil, job.state != .done { return record(for: job) }
        let failure = Self.unreadable(job.id, job.place)
        throw PipelineError(.record, failure.message)
    }

    private static func unreadable(_ job: JobID, _ place: Place) -> Record.Failure {
        Record.Failure(
            code: "record-unreadable",
            message: "the stored record of job \(job), \(EscapedName.printable(place.file)), cannot be read; "
                + "'quiver jobs prune \(job) --again' forgets it, and the next run works the photo again",
            fault: .quiver)
    }

    /// The record of a job that ended without a worker's answer: cancelled, or given up at a start.
    func record(for job: Job) -> Record {
        Record(
            timestamp: Timestamp(milliseconds: job.finished ?? job.arrived),
            source: Record.Source(
                path: job.place.file, bytes: Int(job.stamp.size), sha256: job.content.map(\.description), names: names),
            state: Record.State(job.state),
            error: job.failure.map(Record.Failure.init) ?? Self.reason(for: job.state),
            attempts: job.progress.attempts)
    }

    private static func reason(for state: JobState) -> Record.Failure? {
        switch state {
        case .cancelled: Record.Failure(code: "cancelled", message: "cancelled by a person", fault: .input)
        case .quarantined:
            Record.Failure(
                code: "supervisor-crashed", message: "Quiver died again and again while this photo was worked",
                fault: .quiver)
        case .gone: Record.Failure(code: "gone", message: "the file is no longer there", fault: .environment)
        default: nil
        }
    }
}

/// A job that has ended, with its record.
struct EndedJob: Sendable {
    let record: Record
    let job: Job
    /// The photo's rights; nil where they are not known.
    var mode: UInt32?
}

extension Timestamp {
    init(milliseconds: UnixMillis) { self.init(Date(timeIntervalSince1970: Double(milliseconds) / 1000)) }
}

extension Record {
    /// The end of a photo with this record, which says what the photo looks like and what queries ask of it, and with its vectors,
    /// which no record has.
    fileprivate func ending(_ outcome: Outcome) -> Outcome {
        let vectors = photo.results.embeddings(models: photo.models.map { [UInt8](hexadecimal: $0.sha256) ?? [] })
        return outcome.of(photo.image?.likeness?.bytes, embeddings: vectors.isEmpty ? nil : vectors.bytes)
            .telling(PhotoFacts(self))
    }
}

extension Record.State {
    /// The record's word for a state of the queue; both use the same words.
    init(_ state: JobState) {
        switch state {
        case .waiting: self = .waiting
        case .ready: self = .ready
        case .running: self = .running
        case .blocked: self = .blocked
        case .done: self = .done
        case .failed: self = .failed
        case .gone: self = .gone
        case .quarantined: self = .quarantined
        case .cancelled: self = .cancelled
        }
    }
}

extension Record.Failure {
    init(_ failure: JobFailure) {
        self.init(
            code: failure.code, message: failure.message, fault: failure.fault)
    }
}

extension JobFailure {
    init(_ failure: Record.Failure) {
        self.init(
            code: failure.code, message: failure.message,
            fault: failure.fault)
    }
}

/// Photos with the same content as another share its answer; each has an annotated picture of its own.
extension RecordBuilder {
    /// The end of a copy with its own annotated picture; blocks.
    ///
    /// Where the original's picture is not there any more, the record names it as it did.
    func withOwnPicture(_ end: Completion) -> Completion {
        guard end.claim.duplicate?.state == .done, var record = end.record, let outputs = record.outputs,
            let named = outputs.annotated
        else { return end }
        let isEscaped = outputs.pathsEscaped == true
        let path = { (text: String) in EscapedName(text: text, isEscaped: isEscaped).path }
        let chosen = choice.names(
            for: record.source, of: end.claim.place.file, record: end.claim.output
        ) { [$0.annotated] }
        let place = chosen.names.annotated
        // A stored record may have been made by another user: nothing is copied but a picture of this photo below the results.
        guard let way = PathBelow(path(named)), output.pushing(way.path) != place, let content = record.source.sha256,
            let staged = try? AtomicFile.stage(pictureOf: content, at: way, in: output, for: place)
        else { return end }
        record.outputs = Record.Outputs(
            annotated: place, crops: outputs.crops.map(path), original: outputs.original.map(path),
            pages: (outputs.pages ?? []).map(path), in: output)
        let picture = PlacedFile(staged: staged, place: place)
        let written = WrittenRecord(record)
        let photo = PhotoFiles(
            written, names: chosen.names, photoFiles: photoFiles(of: end.claim.place.file), files: [picture],
            in: output,
            mode: end.claim.duplicate.flatMap { mode(ofRecord: $0.output) })
        return end.ended(record.ending(.done(Array(written.line.utf8))), with: photo, beside: chosen.foreign)
    }
}
