import Foundation
import Synchronization
import SystemPackage

/// The energy that the machine's processors and memory take, as their own counters tell it (RAPL, `/sys/class/powercap`).
///
/// It is the whole machine's and not one program's. Most systems let root alone read it: others could tell from it what a
/// processor works with. Where none can be read, there is no meter.
final class EnergyMeter: Sendable {
    /// One counter, which begins at 0 again after its largest number.
    private struct Zone {
        let counter: String
        let range: Double
        var last: Double
    }

    private let zones: Mutex<[Zone]>

    /// Nil where no counter can be read.
    ///
    /// - Parameter folder: Where the kernel shows them.
    init?(_ folder: FilePath = "/sys/class/powercap") {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        let found = names.sorted().compactMap { name -> Zone? in
            let zone = folder.appending(name)
            // `intel-rapl:0` is a processor's, on AMD's too; `psys` has them all in it once more, as has `intel-rapl-mmio`.
            // What lies in a processor's own number is counted there, but for its memory's.
            guard name.hasPrefix("intel-rapl:"), let kind = Self.text(zone.appending("name")) else { return nil }
            guard kind.hasPrefix("package") || kind.hasPrefix("dram") else { return nil }
            let counter = zone.appending("energy_uj").string
            guard let now = Self.number(counter) else { return nil }
            return Zone(
                counter: counter, range: Self.number(zone.appending("max_energy_range_uj").string) ?? 0, last: now)
        }
        guard !found.isEmpty else { return nil }
        zones = Mutex(found)
    }

    /// Joules since the last time that was asked.
    func joules() -> Double {
        zones.withLock { zones in
            var sum = 0.0
            for index in zones.indices {
                guard let now = Self.number(zones[index].counter) else { continue }
                let more = now - zones[index].last
                sum += more >= 0 ? more : max(0, more + zones[index].range)
                zones[index].last = now
            }
            return sum / 1e6
        }
    }

    private static func text(_ file: FilePath) -> String? {
        (try? String(contentsOfFile: file.string, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func number(_ file: String) -> Double? { text(FilePath(file)).flatMap { Double($0) } }
}

/// What the machine has taken since a run's start, counted on where the kernel's counters come round.
final class RunEnergy: Sendable {
    private let energy: EnergyMeter
    private let meter: RunMeter
    private let sum = Mutex(0.0)

    /// Shorter than the time in which a counter comes round: 260 kJ at 1 kW are four minutes.
    private static let pause = Duration.seconds(30)

    /// Nil where no counter can be read.
    init?(_ meter: RunMeter, energy: EnergyMeter? = EnergyMeter()) {
        guard let energy else { return nil }
        (self.energy, self.meter) = (energy, meter)
        // What was taken before is none of the run's.
        _ = energy.joules()
    }

    /// Joules since the run's start.
    func sinceStart() -> Double {
        sum.withLock { sum in
            let more = energy.joules()
            meter.took(joules: more)
            sum += more
            return sum
        }
    }

    /// Counts on until cancelled.
    func readAgainAndAgain() async throws {
        while true {
            try await Task.sleep(for: Self.pause)
            _ = sinceStart()
        }
    }
}
