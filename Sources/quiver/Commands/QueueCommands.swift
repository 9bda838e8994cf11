import ArgumentParser
import Control
import Findings
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// `quiver events`: what a running supervisor does, as it happens.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Print what a running Quiver does, one JSON line for each event.",
        discussion: """
            Events: following, watching, taken, intakeEnded, ended (with the photo's job, record, record file and cursor), \
            postponed, paused, resumed, sequence, reviewed, warning, runEnded. Begins with the next event and ends with the \
            run: "runEnded" is the last line.

            No end of a photo is left out, those of other hosts and of commands included. Keep the cursor of the last line \
            that you have worked, and name it with --since: you are told of every photo that has ended since, also \
            after a kill, and of one perhaps twice. A photo that has ended again is told as it ended last. A reader that \
            is too slow misses other events; "missed" says how many.

            Exit status: 0 the run has ended, 1 the events were cut off before, as where the supervisor was killed (go on with \
            --since and the last cursor), 2 it cannot be reached, 3 no supervisor runs (what has ended behind the cursor is \
            told all the same), 4 the queue cannot tell what came behind the cursor: jobs were forgotten, or it is another \
            queue; the last line has the "error" with its code. 64 wrong usage.
            """)

    @Option(
        help: ArgumentHelp(
            "Begin behind this cursor of an event; 'first' tells all that the queue keeps.", valueName: "cursor"))
    var since: EndingStart = .now

    @OptionGroup var options: QueueOptions

    func run() async throws {
        let control = try QueueControl(options.settings().settings)
        do {
            switch try await follow(control) {
            case .runEnded: return
            case .cutOff:
                Terminal.talk(Self.cutOff)
                throw ExitCode(1)
            case nil: break
            }
            if since != .now { try await tellFormer(of: control) }
        } catch let error as any ReportableError where Self.refusals.contains(error.codeName) {
            let refusal = ControlError(error)
            Terminal.say(FollowedEvent.broken(refusal).json.line)
            Terminal.talk("quiver: \(refusal.message)")
            throw ExitCode(4)
        }
        Terminal.talk("no supervisor runs; 'quiver run' or 'quiver watch' starts one")
        throw ExitCode(StatusCommand.Health.down.rawValue)
    }

    private static let cutOff = """
        quiver: The events were cut off before the end of the run: the supervisor was killed, or nothing read them when the run \
        ended. Go on with --since and the cursor of the last line that you have worked.
        """

    /// What a queue says that cannot tell what came behind a cursor.
    private static let refusals = Set(
        [JobQueueError.Code.otherQueue, .cursorTooOld, .cursorAhead].map(\.rawValue))

    /// Prints what happens, and says how that ended; nil where no run goes on.
    private func follow(_ control: QueueControl) async throws -> ControlClient.EventsEnd? {
        try await BlockingLane("quiver.events").perform { [since] in
            try ControlClient.events(queue: control.location, since: since) { Terminal.say($0) }
        }
    }

    /// What has ended behind the cursor, where no run goes on that tells it.
    private func tellFormer(of control: QueueControl) async throws {
        let endings = EndedPhotos(control)
        var cursor = try await endings.cursor(at: since)
        Terminal.say(FollowedEvent.following(cursor).json.line)
        while case let photos = try await endings.next(behind: cursor), let last = photos.last {
            for photo in photos { Terminal.say(FollowedEvent.ended(photo).json.line) }
            cursor = last.cursor
        }
    }
}

extension EndingStart: ExpressibleByArgument {}

/// `quiver pause`: no photo begins until `quiver resume`, in later runs too.
struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Begin no more photos until 'quiver resume', in later runs too.")

    @OptionGroup var options: QueueOptions

    func run() async throws {
        let isChange = try await QueueControl(options.settings().settings).change(.pause) > 0
        Terminal.say(isChange ? "paused; 'quiver resume' goes on" : "paused already; 'quiver resume' goes on")
    }
}

/// `quiver resume`: the work goes on after a pause by hand.
struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Go on after 'quiver pause', or before the hour that photos wait for.")

    @Flag(
        help: "Begin at once with what waits for the settings' hours, or for less load, until that is over by itself.")
    var now = false

    @OptionGroup var options: QueueOptions

    func run() async throws {
        let control = try QueueControl(options.settings().settings)
        let isChange = try await control.change(now ? .resumeNow : .resume) > 0
        Terminal.say(isChange ? "goes on" : now ? "was not paused, and waits for no hour" : "was not paused")
        guard !now, let wait = try control.live()?.wait else { return }
        Terminal.talk(wait.why)
    }
}

/// `quiver backup`: a copy of the queue and the score book, taken while work goes on.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the queue and the score book into a new file, while work goes on.",
        discussion: """
            The copy is a SQLite file, of a queue in PostgreSQL too. It is consistent and safely stored when the command \
            returns. To go back to it, stop Quiver, remove quiver.sqlite, quiver.sqlite-wal and quiver.sqlite-shm, and put \
            the copy in their place. Into PostgreSQL it goes with 'quiver queue move'.
            """)

    @Argument(
        help: ArgumentHelp("The file to write; there must be none of that name.", valueName: "file"),
        completion: .file())
    var file: String

    @OptionGroup var options: QueueOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let backup = try QueueControl(options.settings().settings).backup(to: FilePath(file))
        try output.say(document: backup) {
            Terminal.say("\(backup.file): \(counted(backup.jobs, "job")), \(backup.bytes) bytes, checked")
        }
    }
}
