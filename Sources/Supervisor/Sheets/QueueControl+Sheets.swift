import Control
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

extension QueueControl {
    /// How long a command waits for a running supervisor to write sheets.
    private static let patience = Duration.seconds(15)

    /// What writes sheets in this process, which takes the writer's lock for the moment.
    ///
    /// - Throws: ``PipelineError`` where no folder says that it holds this queue's results.
    func sheetWriter(printsPictures: Bool = false, warn: @escaping @Sendable (String) -> Void) throws -> SheetWriter {
        guard let output = results else {
            throw PipelineError(
                .output,
                "the score sheets are not written: no folder of results is that of the queue \(location.printable); "
                    + "name it with --output", fault: .environment)
        }
        var writer = SheetWriter(
            output: output, book: LentBook(self), pictures: PictureMaker(settings, output: output),
            settings: settings, kept: pictures, printsPictures: printsPictures, warn: warn)
        // The next run delivers what hooks are told; one that cannot be meant is refused there.
        if let plan = try? HookPlan(settings, version: "") {
            writer.tell = plan.tellingSessions(HookNews(), waits: true)
        }
        return writer
    }

    /// Has the sheets of sessions written, and whatever others are due, and returns the pages of those that were named and
    /// are as the book is.
    ///
    /// Where a supervisor runs it does that by itself, and is waited for.
    /// - Parameters:
    ///   - printsPictures: Whether pages print their pictures too, where this process writes them.
    ///   - warn: Is told what could not be written, and why.
    public func writeSheets(
        of sessions: [String], printsPictures: Bool = false, warn: @escaping @Sendable (String) -> Void
    ) async throws -> [FilePath] {
        let writer: SheetWriter
        do { writer = try sheetWriter(printsPictures: printsPictures, warn: warn) } catch {
            // What was changed counts all the same.
            warn("\(error)")
            return []
        }
        let isElsewhere = try await BlockingLane("quiver.ask").perform { [self] in isWorked }
        var written = Set(sessions)
        do {
            if isElsewhere {
                try await waitForSheets(of: sessions, warn: warn)
            } else {
                let outcome = try await writer.write(further: written)
                for sentence in outcome.failures { warn(sentence) }
                written = outcome.written
            }
        } catch let error as JobQueueError where error.code == .taken {
            // A supervisor has just begun.
            try await waitForSheets(of: sessions, warn: warn)
        }
        let files = SheetFiles(output: writer.output, places: try readScores { try $0.sheetPlaces() })
        let places = sessions.compactMap { name in files.places.first { $0.session == name } }
        return places.filter { $0.marks.isEmpty && written.contains($0.session) }.map(files.page(of:)).filter(\.exists)
    }

    /// Returns when the running supervisor has written sessions' sheets, or a little later.
    private func waitForSheets(of sessions: [String], warn: @Sendable (String) -> Void) async throws {
        let deadline = ContinuousClock.now + Self.patience
        while try readScores({ try $0.sheetPlaces() }).contains(where: {
            sessions.contains($0.session) && !$0.marks.isEmpty
        }) {
            guard ContinuousClock.now < deadline else {
                return warn("the running Quiver has not written the score sheet yet; it goes on trying")
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
