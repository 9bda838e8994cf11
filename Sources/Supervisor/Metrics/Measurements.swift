import Control
import CoreMetrics
import Synchronization

/// What one process has measured, kept until it is asked for: the place that swift-metrics' counters and timers write to.
///
/// It is handed to each of them and not made the whole process's: a process may run more than one pipeline.
public final class Measurements: MetricsFactory, Sendable {
    private struct Key: Hashable {
        let name: String
        let labels: [Measurement.Label]
    }

    private let cells = Mutex<[Key: Cell]>([:])

    /// Nothing measured yet.
    public init() {}

    /// Everything that was measured so far, in the order of names and labels.
    public var all: [Measurement] {
        cells.withLock { $0 }
            .map { $1.measurement($0.name, $0.labels) }
            .sorted { first, second in
                first.name == second.name
                    ? first.labels.map(\.value).lexicographicallyPrecedes(second.labels.map(\.value))
                    : first.name < second.name
            }
    }

    /// A number that only grows.
    public func counter(_ name: MeasuredName, _ labels: [(String, String)] = []) -> FloatingPointCounter {
        FloatingPointCounter(label: name.rawValue, dimensions: labels, factory: self)
    }

    /// A histogram of times.
    func timer(_ name: MeasuredName, _ labels: [(String, String)] = []) -> Timer {
        Timer(label: name.rawValue, dimensions: labels, factory: self)
    }

    private func cell(_ name: String, _ labels: [(String, String)], isHistogram: Bool) -> Cell {
        let key = Key(name: name, labels: labels.map { .init($0.0, $0.1) })
        return cells.withLock { cells in
            if let cell = cells[key] { return cell }
            let cell = Cell(bounds: isHistogram ? MeasuredName.bounds : nil)
            cells[key] = cell
            return cell
        }
    }

    // What swift-metrics asks of a place.

    /// A counter of whole numbers; see `MetricsFactory`.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        cell(label, dimensions, isHistogram: false)
    }

    /// A counter of fractions; see `MetricsFactory`.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler { cell(label, dimensions, isHistogram: false) }

    /// A value that goes up and down; see `MetricsFactory`.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        cell(label, dimensions, isHistogram: false)
    }

    /// A value whose last state counts, or a histogram of it; see `MetricsFactory`.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        cell(label, dimensions, isHistogram: aggregate)
    }

    /// A histogram of durations; see `MetricsFactory`.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        cell(label, dimensions, isHistogram: true)
    }

    /// Does nothing: a number stays when its counter has gone, since it is asked for later.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing, as for a counter.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// Does nothing, as for a counter.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing, as for a counter.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing, as for a counter.
    public func destroyTimer(_ handler: any TimerHandler) {}
}

/// One number or histogram.
private final class Cell: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    private struct State {
        var value = 0.0
        var counts: [Int]
    }

    /// Nil for a number.
    private let bounds: [Double]?
    private let state: Mutex<State>

    init(bounds: [Double]?) {
        self.bounds = bounds
        state = Mutex(State(counts: bounds.map { Array(repeating: 0, count: $0.count + 1) } ?? []))
    }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { state.withLock { $0.value += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.value = value } }
    func reset() { set(0.0) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard let bounds else { return set(value) }
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.value += value
            state.counts[place] += 1
        }
    }

    func measurement(_ name: String, _ labels: [Measurement.Label]) -> Measurement {
        let state = state.withLock { $0 }
        let buckets = bounds.map { bounds in
            zip(bounds.map(Optional.some) + [nil], state.counts).map { Measurement.Bucket(upTo: $0, count: $1) }
        }
        return Measurement(name, labels, value: state.value, buckets: buckets)
    }
}
