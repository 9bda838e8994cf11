import Control
import Findings
import Foundation
import JSONTree
import Results
import SystemPackage
import TestSupport
import Testing
import WorkerProtocol

@testable import Supervisor

/// What a run measures of itself.
@Suite struct RunMeterTests {
    private func record(
        _ state: Record.State, fault: Fault? = nil, copyOf original: FilePath? = nil,
        timings: Record.Timings = Record.Timings()
    ) -> Record {
        Record(
            timestamp: Timestamp(milliseconds: 0),
            source: Record.Source(path: "/p/a.jpg", bytes: 1, sha256: "0a", duplicateOf: original),
            state: state, error: fault.map { Record.Failure(code: "x", message: "y", fault: $0) }, attempts: 1,
            photo: PhotoResult(timings: timings))
    }

    private func value(_ meter: RunMeter, _ name: MeasuredName, _ labels: [(String, String)] = []) -> Double? {
        let labels = labels.map { Measurement.Label($0.0, $0.1) }
        return meter.measurements.all.first { $0.name == name.rawValue && $0.labels == labels }?.value
    }

    @Test func photosAreCountedByOutcomeAndFault() {
        let meter = RunMeter()
        meter.take(.taken(new: 5, known: 7))
        for _ in 0..<2 { meter.take(.ended(record(.done))) }
        meter.take(.ended(record(.failed, fault: .input)))
        meter.take(.ended(record(.failed, fault: .environment)))
        meter.take(.ended(record(.quarantined, fault: .quiver)))
        meter.take(.postponed(path: "/p", why: "away"))
        #expect(value(meter, .photosTaken) == 5)
        #expect(value(meter, .photosEnded, [("outcome", "done")]) == 2)
        #expect(value(meter, .photosEnded, [("outcome", "failed"), ("fault", "input")]) == 1)
        #expect(value(meter, .photosEnded, [("outcome", "failed"), ("fault", "environment")]) == 1)
        #expect(value(meter, .photosEnded, [("outcome", "quarantined"), ("fault", "quiver")]) == 1)
        #expect(value(meter, .photosPostponed) == 1)
    }

    /// A copy has the times of its original, which were counted with that; a stored record may hold any number.
    @Test func stagesFallIntoTheirBuckets() throws {
        let meter = RunMeter()
        let timings = Record.Timings(load: 1, infer: 30, write: .nan)
        meter.take(.ended(record(.done, timings: timings)))
        meter.take(.ended(record(.done, timings: Record.Timings(infer: 100_000))))
        meter.take(.ended(record(.done, copyOf: "/p/b.jpg", timings: timings)))
        meter.take(.ended(record(.done, timings: Record.Timings(infer: -1, draw: .infinity))))
        let infer = try #require(
            meter.measurements.all.first { $0.name == "quiver_stage_seconds" && $0.labels == [.init("stage", "infer")] }
        )
        let buckets = try #require(infer.buckets)
        #expect(buckets.reduce(0) { $0 + $1.count } == 2 && abs(infer.value - 100.03) < 1e-6)
        #expect(buckets.first { $0.bound == 0.05 }?.count == 1, "30 ms are more than 25 and not more than 50")
        #expect(buckets.last == .init(upTo: nil, count: 1))
        #expect(value(meter, .stageSeconds, [("stage", "load")]) == 0.001)
        for stage in ["write", "draw", "decode"] { #expect(value(meter, .stageSeconds, [("stage", stage)]) == 0) }
    }

    @Test func theBreakerIsCounted() {
        let meter = RunMeter()
        meter.take(.paused(why: "the disk is full"))
        meter.take(.resumed(after: .milliseconds(2500)))
        meter.take(.paused(why: "the disk is full"))
        #expect(value(meter, .pauses) == 2 && value(meter, .pausedSeconds) == 2.5)
    }

    @Test(
        arguments: [
            (nil, false, "served"), (.died, false, "died"), (.died, true, "stopped"), (.overdue, false, "overdue"),
            (.overdue, true, "stopped"), (.nonsense("x"), false, "nonsense"), (.cancelled, false, "stopped"),
            (.refused(PipelineError(.workersDie, "x")), false, "refused"),
        ] as [(WorkerSlot.Broken?, Bool, String)])
    func workersAreCountedByTheirEnd(broken: WorkerSlot.Broken?, wasEnded: Bool, why: String) {
        let meter = RunMeter()
        meter.workerBegan()
        meter.workerEnded(RunMeter.WorkerEnd(broken, wasEnded: wasEnded))
        #expect(value(meter, .workerStarts) == 1)
        for each in RunMeter.WorkerEnd.allCases {
            #expect(value(meter, .workerEnds, [("why", each.rawValue)]) == (each.rawValue == why ? 1 : 0))
        }
    }

    /// As they travel from the supervisor to whoever asks.
    @Test func measurementsSurviveTheSocket() throws {
        let meter = RunMeter()
        meter.take(.ended(record(.done, timings: Record.Timings(load: 12))))
        let reply = ControlReply.measured(meter.measurements.all)
        #expect(try JSONDecoder().decode(ControlReply.self, from: JSONEncoder().encode(reply)) == reply)
    }
}

/// The kernel's counters of energy, played by files.
@Suite struct EnergyMeterTests {
    private func zone(_ folder: TemporaryFolder, _ name: String, kind: String, at microjoules: Int) throws {
        let zone = folder[name]
        try FileManager.default.createDirectory(at: zone, withIntermediateDirectories: true)
        for (file, text) in [
            ("name", kind), ("energy_uj", "\(microjoules)"), ("max_energy_range_uj", "1000000000"),
        ] { try Data((text + "\n").utf8).write(to: zone.appendingPathComponent(file)) }
    }

    @Test func processorsAndMemoryAreCountedOnce() throws {
        let folder = try TemporaryFolder()
        try zone(folder, "intel-rapl:0", kind: "package-0", at: 5_000_000)
        try zone(folder, "intel-rapl:0:0", kind: "core", at: 0)
        try zone(folder, "intel-rapl:0:1", kind: "dram", at: 999_000_000)
        try zone(folder, "intel-rapl:1", kind: "psys", at: 0)
        try zone(folder, "intel-rapl-mmio:0", kind: "package-0", at: 0)
        let meter = RunMeter()
        let energy = try #require(RunEnergy(meter, energy: EnergyMeter(FilePath(folder.url.path))))
        #expect(energy.sinceStart() == 0)
        try zone(folder, "intel-rapl:0", kind: "package-0", at: 8_000_000)
        for (name, kind) in [("intel-rapl:0:0", "core"), ("intel-rapl:1", "psys"), ("intel-rapl-mmio:0", "package-0")] {
            try zone(folder, name, kind: kind, at: 70_000_000)
        }
        // It has come round: a joule up to its end, and two beyond.
        try zone(folder, "intel-rapl:0:1", kind: "dram", at: 2_000_000)
        #expect(energy.sinceStart() == 6)
        #expect(energy.sinceStart() == 6)
        #expect(meter.measurements.all.first { $0.name == "quiver_energy_joules_total" }?.value == 6)
    }

    @Test func aMachineWithoutCountersHasNoMeter() throws {
        let folder = try TemporaryFolder()
        #expect(EnergyMeter(FilePath(folder["none"].path)) == nil)
        try zone(folder, "intel-rapl:0", kind: "psys", at: 0)
        #expect(EnergyMeter(FilePath(folder.url.path)) == nil)
        #expect(RunEnergy(RunMeter(), energy: nil) == nil)
    }
}
