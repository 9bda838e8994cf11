import Findings
import Foundation
import Results
import Storage
import Supervisor
import SystemValues

/// One photo's job and record, a line for each thing that users ask about.
struct JobText {
    let job: Job
    let record: Record
    let paint: Paint

    var text: String {
        var rows = [
            ("photo", job.printablePath), ("job", "\(job.id.rawValue)"),
            ("state", JobLineText.painted(job.state, paint)),
            ("attempts", "\(record.attempts)"),
        ]
        if let error = record.error {
            rows.append(("error", "\(error.message.withoutPath(record.source.path)) (\(error.code))"))
        }
        if let other = record.source.duplicateOf { rows.append(("same as", other)) }
        if let image = record.photo.image { rows.append(("size", "\(image.width) x \(image.height), \(image.format)")) }
        if let model = record.photo.models.first { rows.append(("model", model.name)) }
        if let reason = record.photo.targetDetection?.reason { rows.append(("no score", reason)) }
        for arrow in record.photo.arrows { rows.append(("arrow", "\(arrow.mark)\(arrow.needsReview ? "?" : "")")) }
        for found in record.photo.detections { rows.append(("detection", Self.line(found))) }
        for file in ([record.outputs?.annotated, record.outputs?.original] + (record.outputs?.crops ?? []))
            .compactMap({ $0 })
        { rows.append(("file", file)) }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, value in
            paint.faint(name.padding(toLength: width, withPad: " ", startingAt: 0)) + "  "
                + (name == "state" ? value : value.forTerminal)
        }.joined(separator: "\n")
    }

    private static func line(_ found: Detection) -> String {
        let box = found.box
        return String(
            format: "%@  %.1f%%  at %.0f,%.0f  %.0f x %.0f", found.label.quotable, found.confidence * 100, box.x, box.y,
            box.width, box.height)
    }
}

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
