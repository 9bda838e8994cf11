import Findings
import Foundation
import JobQueue
import Results
import Supervisor
import SystemValues

/// One photo's job and record, a line for each thing that people ask about.
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
