import Control

/// Measurements as Prometheus reads them (its text format, version 0.0.4).
public struct PrometheusText: Sendable {
    /// What a measurement is.
    public enum Kind: String, Sendable {
        /// A number that only grows while the process lives.
        case counter
        /// A number as it is now.
        case gauge
        /// How many observations fell below each of some bounds.
        case histogram
    }

    /// The lines.
    public private(set) var text = ""

    /// No measurement yet.
    public init() {}

    /// Adds one measurement with all its values; without values it is left out.
    public mutating func add(
        _ name: String, _ kind: Kind, _ help: String, _ values: [(labels: [(String, String)], value: Double)]
    ) {
        guard !values.isEmpty else { return }
        begin(name, kind, help)
        for (labels, value) in values { line(name, labels, value) }
    }

    /// Adds one measurement of one value.
    public mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        add(name, kind, help, [([], value)])
    }

    /// Adds what a process has measured, the numbers of one name together.
    ///
    /// A name that is not in the table is another version's, and is left out.
    public mutating func add(_ measurements: [Measurement]) {
        let named = Dictionary(grouping: measurements, by: \.name)
        for name in MeasuredName.allCases {
            guard let values = named[name.rawValue], !values.isEmpty else { continue }
            begin(name.rawValue, name.kind, name.help)
            for value in values {
                let labels = value.labels.map { ($0.name, $0.value) }
                guard let buckets = value.buckets else {
                    line(name.rawValue, labels, value.value)
                    continue
                }
                var count = 0
                for bucket in buckets {
                    count += bucket.count
                    let bound = bucket.bound.map { "\($0)" } ?? "+Inf"
                    line(name.rawValue + "_bucket", labels + [("le", bound)], Double(count))
                }
                line(name.rawValue + "_sum", labels, value.value)
                line(name.rawValue + "_count", labels, Double(count))
            }
        }
    }

    private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        let told = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        text += name + (told.isEmpty ? "" : "{\(told)}") + " \(value)\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
