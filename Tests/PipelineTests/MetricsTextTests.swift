import Control
import Foundation
import Storage
import StorageTesting
import TestSupport
import Testing

@testable import Supervisor

@Suite struct MetricsTextTests {
    private static let promtool = "/usr/bin/promtool"
    private static let isThere: Bool = {
        let isThere = FileManager.default.isExecutableFile(atPath: promtool)
        if !isThere { print("\(promtool) is missing: install prometheus for the test of the metrics' text.") }
        return isThere
    }()

    private static var text: String {
        var text = PrometheusText()
        text.add("quiver_queue_photos", .gauge, "Photos.", [([("state", "a\"b\\c\nd")], 3), ([("state", "done")], 0)])
        text.add("quiver_start_time_seconds", .gauge, "Start.", 7)
        text.add("quiver_nothing", .gauge, "Left out.", [])
        text.add([
            Measurement(
                "quiver_stage_seconds", [.init("stage", "infer")], value: 2.5,
                buckets: [.init(upTo: 0.5, count: 1), .init(upTo: 1, count: 0), .init(upTo: nil, count: 2)]),
            Measurement("quiver_uploads_total", [.init("outcome", "taken")], value: 4),
            Measurement("quiver_of_another_version_total", value: 1),
            Measurement("quiver_uploads_total", [.init("outcome", "refused")], value: 5),
        ])
        return text.text
    }

    @Test func isWrittenAsPrometheusWantsIt() {
        let lines = [
            "# HELP quiver_queue_photos Photos.", "# TYPE quiver_queue_photos gauge",
            #"quiver_queue_photos{state="a\"b\\c\nd"} 3.0"#, #"quiver_queue_photos{state="done"} 0.0"#,
            "# HELP quiver_start_time_seconds Start.", "# TYPE quiver_start_time_seconds gauge",
            "quiver_start_time_seconds 7.0",
            "# HELP quiver_stage_seconds How long each stage of a photo took.",
            "# TYPE quiver_stage_seconds histogram",
            #"quiver_stage_seconds_bucket{stage="infer",le="0.5"} 1.0"#,
            #"quiver_stage_seconds_bucket{stage="infer",le="1.0"} 1.0"#,
            #"quiver_stage_seconds_bucket{stage="infer",le="+Inf"} 3.0"#,
            #"quiver_stage_seconds_sum{stage="infer"} 2.5"#, #"quiver_stage_seconds_count{stage="infer"} 3.0"#,
            "# HELP quiver_uploads_total Photos that were sent to this server, by outcome.",
            "# TYPE quiver_uploads_total counter", #"quiver_uploads_total{outcome="taken"} 4.0"#,
            #"quiver_uploads_total{outcome="refused"} 5.0"#,
        ]
        #expect(Self.text == lines.joined(separator: "\n") + "\n")
    }

    /// Prometheus's rules for names: a counter ends in `_total`, and no two things have one name.
    @Test func namesAreThoseOfTheirKind() {
        for name in MeasuredName.allCases {
            #expect(name.rawValue.hasPrefix("quiver_") && !name.help.isEmpty)
            #expect(name.rawValue.hasSuffix("_total") == (name.kind == .counter))
        }
    }

    /// A queue and everything that a run measures, as the page and the port of `metrics.listen` answer it.
    private static func whole() throws -> String {
        let meter = RunMeter()
        meter.took(joules: 7200)
        meter.begin(hooks: ["erp"])
        meter.took(.refused, of: "erp")
        let live = LiveStatus(
            processIdentifier: 1, startedAt: 5, workers: 2, roots: [], ended: 3, pause: nil, incoming: 1, suspended: 0,
            slots: [LiveStatus.Slot(job: 1), LiveStatus.Slot()], joules: 7200)
        let store = MemoryQueueStore()
        return try store.transaction { transaction in
            let message = NewMessage(hook: "erp", subject: .session("s"), event: "session", body: Array("{}".utf8))
            try transaction.outbox.add([message], at: 9)
            return try QueueMetrics(
                transaction.jobs, live: live, hooks: transaction.outbox.overview(),
                measured: meter.measurements.all
            ).text(at: 1509)
        }
    }

    @Test func aRunIsToldFromItsStart() throws {
        let lines = try Self.whole().split(separator: "\n")
        for line in [
            #"quiver_queue_photos{state="done"} 0.0"#, "quiver_queue_eldest_seconds 0.0", "quiver_up 1.0",
            #"quiver_workers{state="busy"} 1.0"#, #"quiver_workers{state="idle"} 1.0"#,
            #"quiver_photos_ended_total{outcome="done"} 0.0"#, #"quiver_stage_seconds_count{stage="load"} 0.0"#,
            #"quiver_worker_ends_total{why="died"} 0.0"#, "quiver_pauses_total 0.0",
            "quiver_energy_joules_total 7200.0", "quiver_photos_per_watt_hour 1.5",
            #"quiver_hook_messages{hook="erp",state="waiting"} 1.0"#,
            #"quiver_hook_messages{hook="erp",state="given up"} 0.0"#,
            #"quiver_hook_eldest_seconds{hook="erp"} 1.5"#,
            #"quiver_hook_deliveries_total{hook="erp",outcome="refused"} 1.0"#,
            #"quiver_hook_deliveries_total{hook="erp",outcome="given up"} 0.0"#,
        ] { #expect(lines.contains(Substring(line)), "\(line)") }
    }

    @Test(.enabled(if: isThere), arguments: [true, false])
    func promtoolHasNothingAgainstIt(isWhole: Bool) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.promtool)
        process.arguments = ["check", "metrics"]
        let (pipe, said) = (Pipe(), Pipe())
        (process.standardInput, process.standardError) = (pipe, said)
        try process.run()
        pipe.fileHandleForWriting.write(Data((isWhole ? try Self.whole() : Self.text).utf8))
        try pipe.fileHandleForWriting.close()
        let complaints = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit(within: 600)
        #expect(process.terminationStatus == 0 && complaints.isEmpty, "\(complaints)")
    }
}
