import ArgumentParser
import Settings
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// `quiver queue`: whole queues.
struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "Move a whole queue to another place or kind of storage.",
        subcommands: [Move.self, Reopen.self])
}

/// A queue as a command names it: a SQLite file, a folder of results with one in it, or a PostgreSQL database.
struct QueueName: Sendable {
    /// The word of the command's usage, for errors.
    let word: String
    let text: String

    /// The effective settings with this queue in place of the one that they name.
    func settings(config: String?) throws -> Settings {
        let isAddress = QueueAddress.isMeant(by: text)
        let path = RawArguments.path(text, of: word)
        let file = !isAddress && path.isFolder ? path.appending("quiver.sqlite") : path
        let option = SettingsOption(word, "queue", isAddress ? text : file.string, path: isAddress ? nil : file)
        return try Settings.load(SettingsSources(file: config.map { FilePath($0) }, options: [option]))
            .sayingQueueWarnings().settings
    }
}

extension QueueCommand {
    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copy a whole queue into an empty one, and mark the first one as moved.",
            discussion: """
                FROM and TO are SQLite files, folders of results, or addresses such as postgres://quiver@db.example/photos. \
                Jobs with their numbers and records, scores, reviews, sets, messages for hooks, the pause, and what a reload said \
                of done photos go along, and the folder of results with them. No Quiver may work either queue meanwhile. Both \
                sides are counted and compared before the copy counts. A move that is interrupted leaves FROM as it was and TO \
                empty; the same command does it again.

                FROM stays where it is, and no run goes on in it: 'quiver queue reopen' lifts that.
                """)

        @Argument(help: ArgumentHelp("The queue to move.", valueName: "from"), completion: .file())
        var from: String

        @Argument(
            help: ArgumentHelp("An empty queue, or one that is not there yet.", valueName: "to"), completion: .file())
        var to: String

        @Flag(help: "Leave the first queue as one that may be worked too.")
        var keepUsable = false

        @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
        var config: String?

        @OptionGroup var output: OutputOptions

        func run() throws {
            let source = try QueueName(word: "FROM", text: from).settings(config: config)
            let target = try QueueName(word: "TO", text: to).settings(config: config)
            let move = try QueueMove(from: source.queue, to: target.queue, results: source.output.path)
            let report = try move.run(keepsUsable: keepUsable) { Terminal.talk("\($0) jobs copied so far") }
            try output.say(document: report) { for line in Self.lines(about: report) { Terminal.say(line) } }
        }

        /// What was moved, as lines of text.
        static func lines(about report: QueueMove.Report) -> [String] {
            let states = JobState.allCases.compactMap { state in
                report.jobs[state.description].map { "\(state) \($0)" }
            }
            let jobs = states.isEmpty ? "none" : states.joined(separator: ", ")
            var lines = [
                report.wasThere
                    ? "\(report.from) was copied to \(report.to) before, and is there as it is here"
                    : "\(report.from) is copied to \(report.to), and both sides are the same",
                "jobs        \(jobs)\(report.history > 0 ? ", history \(report.history)" : "")",
                "records     \(report.results), \(report.resultBytes) bytes",
                "scores      \(counted(report.sessions, "session")), \(counted(report.photos, "photo")), "
                    + counted(report.arrows, "arrow"),
                "reviews     \(report.reviews)",
                "sets        \(counted(report.setPhotos, "photo"))",
                "messages    \(report.messages)",
                "digest      \(report.digest)",
            ]
            if let folder = report.folder { lines.append("results     \(folder) is the new queue's now") }
            lines += report.unnamed.map {
                "folder      \($0) has no name: other hosts find its photos at this path alone"
            }
            lines.append(
                report.isMarked
                    ? "No run goes on in \(report.from) any more. Go on with --queue '\(report.to)', or \"queue\" in the settings."
                    : "\(report.from) may be worked too; what is done in one queue is missing in the other.")
            return lines
        }
    }

    struct Reopen: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a queue that was moved be used again, as it was then.",
            discussion: "What was done in the other queue since is not in this one.")

        @Argument(help: ArgumentHelp("The queue that was moved.", valueName: "queue"), completion: .file())
        var queue: String

        @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
        var config: String?

        func run() throws {
            let queue = try QueueName(word: "QUEUE", text: queue).settings(config: config).queue
            let target = try QueueMove.reopen(queue)
            Terminal.say(
                target.map {
                    "\(queue.printable) can be used again; what was done in \($0.forTerminal) since is not in it"
                }
                    ?? "\(queue.printable) was not moved")
        }
    }
}
