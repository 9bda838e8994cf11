import Findings
import Reports
import Results
import Scoring
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues

/// Writes sessions' sheets anew, and notes in the book that they are as it is.
///
/// Pictures are made first, which takes long and holds up no other work. Then the session is read once more and its files are
/// written in one moment in which no other process changes the book. What was changed since the pictures were begun stays
/// due, and is written next time with its pictures.
struct SheetWriter: Sendable {
    /// What a writing has left.
    struct Outcome: Sendable {
        /// The sessions that were written.
        var written: Set<String> = []
        /// Why others could not be, each a sentence.
        var failures: [String] = []
    }

    /// The folder of the results, told without links.
    let output: FilePath
    let book: any SheetBook
    let pictures: PictureMaker
    /// How sessions are written down.
    let settings: Settings
    /// Whether pages print their pictures too.
    var printsPictures = false
    /// Runs what writes below the folder of the results; blocks.
    var placing: @Sendable (_ body: () throws -> Void) throws -> Void = { try $0() }
    /// Puts what hooks are told of a session into the outbox, in the transaction that says that its sheet is written.
    var tell: @Sendable (QueueTransaction, Session, _ files: [FilePath]) throws -> Void = { _, _, _ in }
    let warn: @Sendable (String) -> Void

    private let kept: KeptPictures
    private let disk = BlockingLane("quiver.sheets")

    init(
        output: FilePath, book: any SheetBook, pictures: PictureMaker, settings: Settings,
        kept: KeptPictures = KeptPictures(), printsPictures: Bool = false,
        placing: @escaping @Sendable (_ body: () throws -> Void) throws -> Void = { try $0() },
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.output = output
        self.book = book
        self.pictures = pictures
        self.settings = settings
        self.kept = kept
        self.printsPictures = printsPictures
        self.placing = placing
        self.warn = warn
    }

    /// Writes the sheets that are older than the book, and those of further sessions.
    ///
    /// A session that cannot be written keeps no other from its sheets, and stays due.
    /// - Throws: where the book cannot be read, or when the task is cancelled.
    func write(further names: Set<String> = []) async throws -> Outcome {
        let (marks, places) = try await book.look { (try $0.sheetMarks(), try $0.sheetPlaces()) }
        guard !marks.isEmpty || !names.isEmpty else { return Outcome() }
        let wanted = places.filter { !$0.marks.isEmpty || names.contains($0.session) }
        let gone = marks.filter { mark in !wanted.contains { $0.marks.contains(mark) } }
        return try await write(
            try await disk.perform {
                let files = SheetFiles(output: output, places: places)
                return Work(
                    files: files, marks: marks, gone: gone, wanted: wanted,
                    others: files.beside(wanted, gone: gone.map(\.session)))
            })
    }

    /// What is to be done, and what of it is done.
    private struct Work: Sendable {
        let files: SheetFiles
        let marks: [SheetMark]
        /// Those of sessions that are no more.
        let gone: [SheetMark]
        let wanted: [SheetPlace]
        let others: [SheetPlace]
    }

    private func write(_ work: Work) async throws -> Outcome {
        var outcome = Outcome()
        // A mark is done with the last of its sessions.
        var owed = Dictionary(
            uniqueKeysWithValues: work.marks.map { mark in
                (mark, Set(work.wanted.filter { $0.marks.contains(mark) }.map(\.session)))
            })
        for place in work.wanted + work.others {
            try Task.checkCancellation()
            do {
                let done = place.marks.filter { owed[$0]?.subtracting([place.session]).isEmpty == true }
                try await write(place, of: work.files, settling: done)
                outcome.written.insert(place.session)
                for mark in place.marks { owed[mark]?.remove(place.session) }
            } catch let error as CancellationError {
                throw error
            } catch {
                outcome.failures.append("\(error)")
            }
        }
        do {
            try await clean(after: work)
        } catch let error as CancellationError {
            throw error
        } catch {
            outcome.failures.append("\(error)")
        }
        return outcome
    }

    /// Writes one session's page and table, and removes the marks that are done with it.
    private func write(_ place: SheetPlace, of files: SheetFiles, settling marks: Set<SheetMark>) async throws {
        try await disk.perform { try files.check(place) }
        let (settings, prints) = (settings, printsPictures)
        let read: @Sendable (any ScoreReading) throws -> Sheet? = {
            try Sheet(place.session, in: $0, settings: settings, printsPictures: prints)
        }
        let first = try await book.look(read)
        let pictures = try await SessionPictures(
            first?.page.requests ?? [], maker: pictures, output: output, kept: kept, on: disk, warn: warn)
        try await book.holding { queue in
            // One that was renamed meanwhile has a mark under its new name.
            let sheet = try await queue.look { try read($0.scores) }
            if let sheet {
                let page = Array(sheet.page.text { pictures.picture($0) }.utf8)
                let table = Array(sheet.table.text.utf8)
                try await disk.perform {
                    try placing { try files.write(page: page, table: table, of: place, mode: sheet.mode(in: output)) }
                }
            }
            try await queue.attempt { [tell] transaction in
                try transaction.scores.sheetsAreWritten(for: marks)
                // One that was written anew for a neighbour's sake is as it was.
                guard let sheet, !place.marks.isEmpty else { return }
                try tell(transaction, sheet.session, files.files(of: place))
            }
        }
    }

    /// Removes the sheets of sessions that are no more, and their marks.
    private func clean(after work: Work) async throws {
        guard !work.wanted.isEmpty || !work.gone.isEmpty else { return }
        try await book.holding { queue in
            let places = try await queue.look { try $0.scores.sheetPlaces() }
            try await disk.perform {
                let files = SheetFiles(output: output, places: places)
                let folders = work.marks.map { files.folder(ofRow: $0.session) } + work.wanted.map(files.folder(of:))
                try placing { for folder in Set(folders + [output]) { files.clean(folder) } }
            }
            if !work.gone.isEmpty { try await queue.attempt { try $0.scores.sheetsAreWritten(for: work.gone) } }
        }
    }
}

/// A session as its sheets show it at one moment.
private struct Sheet: Sendable {
    let session: Session
    let page: HTMLReport
    let table: CSVReport

    /// Nil where there is no session of this name.
    init?(_ name: String, in book: any ScoreReading, settings: Settings, printsPictures: Bool) throws {
        guard let session = try book.session(named: name) else { return nil }
        let options = try ReportOptions(of: name, in: book, settings: settings, printsPictures: printsPictures)
        self.session = session
        page = HTMLReport(session, options: options)
        table = CSVReport([session])
    }

    /// What all its pictures' own rights give; blocks.
    func mode(in output: FilePath) -> UInt32 {
        session.photos.reduce(0o666) { mode, photo in
            let annotated = photo.annotated.flatMap { output.pushing(FilePath($0)).mode }
            return mode & (annotated ?? FilePath(photo.filePath).mode ?? mode)
        }
    }
}
