import JobQueue
import Results
import Supervisor
import SystemValues

/// A job on one line.
struct JobLineText {
    let job: Job
    let paint: Paint

    var text: String {
        let state = Self.painted(job.state, paint, width: 11)
        let why = job.failure.map { paint.faint("  \($0.message.withoutPath(job.printablePath).forTerminal)") } ?? ""
        return
            "\(String(job.id.rawValue).padding(toLength: 7, withPad: " ", startingAt: 0)) \(state) \(job.printablePath)\(why)"
    }

    /// A state's word in its colour.
    static func painted(_ state: JobState, _ paint: Paint, width: Int = 0) -> String {
        let word = state.description
        let padded = word + String(repeating: " ", count: max(width - word.count, 0))
        return switch state {
        case .done: paint.green(padded)
        case .failed, .quarantined: paint.red(padded)
        case .blocked, .cancelled, .gone: paint.yellow(padded)
        case .waiting, .ready, .running: padded
        }
    }
}

/// A job in JSON.
struct JobDocument: Encodable {
    var job: Int64
    var state: String
    var path: String
    var attempts: Int
    var sha256: String?
    var error: String?

    init(_ job: Job) {
        self.job = job.id.rawValue
        state = job.state.description
        path = job.printablePath
        attempts = job.progress.attempts
        sha256 = job.content?.description
        error = job.failure?.message
    }
}
