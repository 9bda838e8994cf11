/// What processes measure of themselves: the table of names, with a sentence for each.
///
/// What is asked of the queue at the moment, such as photos by state, stands in ``QueueMetrics``.
public enum MeasuredName: String, CaseIterable, Sendable {
    case photosEnded = "quiver_photos_ended_total"
    case photosTaken = "quiver_photos_taken_total"
    case photosPostponed = "quiver_photos_postponed_total"
    case stageSeconds = "quiver_stage_seconds"
    case pauses = "quiver_pauses_total"
    case pausedSeconds = "quiver_paused_seconds_total"
    case warnings = "quiver_warnings_total"
    case workerStarts = "quiver_worker_starts_total"
    case workerEnds = "quiver_worker_ends_total"
    case joules = "quiver_energy_joules_total"
    case hookDeliveries = "quiver_hook_deliveries_total"
    case uploads = "quiver_uploads_total"
    case uploadedBytes = "quiver_uploaded_bytes_total"

    /// What it is, in a sentence.
    public var help: String {
        switch self {
        case .photosEnded: "Photos that ended since the start, by outcome, and by whose fault where there is no result."
        case .photosTaken: "Photos that were taken in since the start."
        case .photosPostponed: "Photos that were put off to be tried again."
        case .stageSeconds: "How long each stage of a photo took."
        case .pauses: "How often all work paused for a fault (the circuit breaker opened)."
        case .pausedSeconds: "How long all work paused for faults that are over."
        case .warnings: "Warnings."
        case .workerStarts: "Worker processes that were started."
        case .workerEnds: "Worker processes that ended, by why."
        case .joules: "Energy that the whole machine's processors and memory took since the start (RAPL)."
        case .hookDeliveries: "Tries to deliver messages of hooks, by hook and by what came of them."
        case .uploads: "Photos that were sent to this server, by outcome."
        case .uploadedBytes: "Bytes of the photos that were sent to this server and taken."
        }
    }

    /// How Prometheus is to take it.
    var kind: PrometheusText.Kind { self == .stageSeconds ? .histogram : .counter }

    /// The bounds of a histogram's buckets, in seconds.
    static let bounds: [Double] = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
    ]
}
