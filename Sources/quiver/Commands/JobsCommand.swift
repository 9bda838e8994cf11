import ArgumentParser
import Control
import Foundation
import Results
import Settings
import Storage
import Supervisor

/// `quiver jobs`: look at single photos in the queue, and change what becomes of them.
struct JobsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jobs", abstract: "List, show, retry, cancel, prioritize or forget photos in the queue.",
        subcommands: [List.self, Show.self, Retry.self, Cancel.self, Prioritize.self, Prune.self])
}

/// A state of the queue as a word on the command line.
struct StateWord: ExpressibleByArgument {
    let state: JobState

    init?(argument: String) {
        guard let state = JobState(word: argument) else { return nil }
        self.state = state
    }

    static var allValueStrings: [String] { JobState.allCases.map(\.description) }
}

/// Which jobs a change is meant for.
struct JobSelection: ParsableArguments {
    @Argument(help: ArgumentHelp("The jobs' numbers, as 'quiver jobs list' prints them.", valueName: "job"))
    var jobs: [Int64] = []

    @Option(
        name: .customLong("state"), help: ArgumentHelp("All jobs in this state; may be repeated.", valueName: "state"))
    var states: [StateWord] = []

    func validate() throws {
        if jobs.isEmpty, states.isEmpty {
            throw ValidationError("Name jobs by number or by --state, as in 'quiver jobs retry --state failed'.")
        }
        if !jobs.isEmpty, !states.isEmpty { throw ValidationError("Name jobs either by number or by --state.") }
    }

    /// The jobs as a command names them.
    var choice: JobChoice { JobChoice(jobs: jobs, states: states.map(\.state.description)) }
}

extension JobsCommand {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List photos with their state.")

        @Option(help: ArgumentHelp("Only these states; may be repeated.", valueName: "state"))
        var state: [StateWord] = []

        @Option(name: [.customShort("n"), .long], help: "At most this many, the newest last.")
        var limit = 50

        @OptionGroup var search: JobSearch
        @OptionGroup var options: QueueOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let settings = try options.settings().settings
            let queue = try QueueControl(settings)
            try QueueControl.needSets(of: search.whole, in: queue)
            let found = try queue.readBoth {
                try search.jobs(in: Set(state.map(\.state)), limit: limit, of: $0, in: settings.output.path)
            }
            let jobs = found.jobs
            try output.say(jobs.map(JobDocument.init)) {
                for job in jobs { Terminal.say(JobLineText(job: job, paint: output.paint).text) }
                if jobs.count == limit { Terminal.talk("… the newest \(limit); --limit shows more") }
            }
            if let doubt = search.doubt(about: found, in: settings.output.path) { Terminal.talk("warning: \(doubt)") }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the record of one photo.")

        @Argument(help: "The job's number.")
        var job: Int64

        @OptionGroup var options: QueueOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let control = try QueueControl(options.settings().settings)
            guard let job = try control.read({ try $0.job(JobID(rawValue: job)) }) else {
                throw ValidationError("There is no job \(job); to see the jobs: \(options.hint.command("jobs list"))")
            }
            let record = try control.record(of: job)
            switch output.format {
            case .text: Terminal.say(JobText(job: job, record: record, paint: output.paint).text)
            case .json: Terminal.say(record.document)
            case .jsonl: Terminal.say(record.line)
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put failed, quarantined, cancelled, gone or blocked photos back into the queue.")

        @OptionGroup var selection: JobSelection
        @OptionGroup var options: QueueOptions

        func run() async throws {
            let control = try QueueControl(options.settings().settings)
            let count = try await control.change(.retry(selection.choice), warn: { Terminal.talk("warning: \($0)") })
            Terminal.say("\(count) put back into the queue")
            if count > 0, try control.live() == nil, try !control.hosts().isWorked {
                Terminal.talk(
                    "The command that processed them before processes them again: 'quiver run …' or 'quiver score …'.")
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Cancel photos that have not ended; each still gets its record.")

        @OptionGroup var selection: JobSelection
        @OptionGroup var options: QueueOptions

        func run() async throws {
            let control = try QueueControl(options.settings().settings)
            let count = try await control.change(.cancel(selection.choice), warn: { Terminal.talk("warning: \($0)") })
            Terminal.say("\(count) cancelled")
        }
    }

    struct Prioritize: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have photos that wait processed before others, or after them.",
            discussion: """
                Smaller numbers go first, as with 'nice'; 0 is what photos have whose folder has no 'priority'. On one number \
                new photos go before backlog ('when.newFirst'). Photos that are being processed, or have ended, stay as they are.
                """)

        @Option(
            name: [.customShort("p"), .long],
            help: ArgumentHelp(
                "The number, from \(levels.lowerBound) to \(levels.upperBound); by default -1, before all of 0.",
                valueName: "number"))
        var priority = -1

        @OptionGroup var selection: JobSelection
        @OptionGroup var options: QueueOptions

        private static let levels = Settings.Watch.priorities

        func validate() throws {
            guard !Self.levels.contains(priority) else { return }
            throw ValidationError(
                "--priority takes a number from \(Self.levels.lowerBound) to \(Self.levels.upperBound).")
        }

        func run() async throws {
            let control = try QueueControl(options.settings().settings)
            let count = try await control.change(.prioritize(selection.choice, level: priority))
            Terminal.say("\(count) got another turn")
        }
    }

    struct Prune: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget photos that ended; their files stay where they are.",
            discussion: """
                A photo that still lies in a watched folder is not processed again as long as its file and the settings stay \
                what they were; with --again it is new when it is next found. Many photos are forgotten in steps of \
                10,000, or 1,000 where those take too long. After Ctrl-C what was forgotten is forgotten, and the rest is kept.
                """)

        @OptionGroup var selection: JobSelection

        @Option(
            help: ArgumentHelp(
                "Only what ended at least this many days ago; what ended by a clock that was not set yet stays.",
                valueName: "days"))
        var olderThan: Double?

        @Flag(help: "Process photos again that still lie in a watched folder, when they are next found.")
        var again = false

        func validate() throws {
            guard let olderThan else { return }
            guard (0...100_000).contains(olderThan) else {
                throw ValidationError("--older-than takes a number of days from 0 to 100000, for example 30.")
            }
        }

        @OptionGroup var options: QueueOptions

        func run() async throws {
            let control = try QueueControl(options.settings().settings)
            let before = olderThan.map { Int64((Date().timeIntervalSince1970 - $0 * 86400) * 1000) }
            let count = try await control.prune(selection.choice, endedBefore: before, again: again) {
                Terminal.talk("\($0) forgotten so far")
            }
            Terminal.say("\(count) forgotten")
        }
    }
}
