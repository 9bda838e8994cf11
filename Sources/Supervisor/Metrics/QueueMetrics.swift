import Control
import Storage

/// A queue and its supervisor in numbers, for Prometheus: no photo's name is among them.
public struct QueueMetrics: Sendable {
    let overview: Overview
    /// When the eldest photo that still waits arrived; nil where none waits.
    let eldest: UnixMillis?
    let live: LiveStatus?
    let hosts: [HostStatus]
    /// The outbox by hook.
    let hooks: [String: OutboxOverview]
    let measured: [Measurement]
    let health: QueueHealth

    /// Looks at a queue at one moment.
    ///
    /// - Parameters:
    ///   - live: What the supervisor on this host does; nil where none runs.
    ///   - hosts: What every host does that works a shared queue.
    ///   - hooks: The queue's outbox.
    ///   - measured: What processes have measured of themselves.
    public init(
        _ jobs: any JobReading, live: LiveStatus?, hosts: [HostStatus] = [], hooks: [String: OutboxOverview] = [:],
        measured: [Measurement] = []
    ) throws {
        overview = try jobs.overview()
        let waiting = PageRequest(JobFilter(states: [.ready, .running, .blocked]), limit: 1)
        eldest = try jobs.page(waiting).first?.arrived
        (self.live, self.hosts, self.hooks, self.measured) = (live, hosts, hooks, measured)
        health = QueueHealth(live, hosts: hosts, isPaused: try jobs.isPaused())
    }

    /// The numbers as text.
    ///
    /// - Parameter now: Milliseconds since 1970.
    public func text(at now: UnixMillis) -> String {
        var text = PrometheusText()
        text.add(
            "quiver_queue_photos", .gauge, "Photos of the queue by their state.",
            JobState.allCases.map { ([("state", $0.description)], Double(overview[$0])) })
        text.add(
            "quiver_queue_eldest_seconds", .gauge,
            "How long ago the eldest photo arrived that has not ended; 0 for none.",
            eldest.map { Double(max(0, now - $0)) / 1000 } ?? 0)
        text.add(
            "quiver_up", .gauge, "Whether a supervisor works the queue, on whatever host.", health == .down ? 0 : 1)
        text.add("quiver_ready", .gauge, "Whether photos are being worked as they come.", health == .works ? 1 : 0)
        if !hosts.isEmpty {
            let alive = hosts.count(where: \.isAlive)
            text.add(
                "quiver_hosts", .gauge, "Processes that work the shared queue, on whatever host.",
                [([("state", "alive")], Double(alive)), ([("state", "dead")], Double(hosts.count - alive))])
        }
        addHooks(to: &text, at: now)
        if let live { add(live, to: &text) }
        text.add(measured)
        return text.text
    }

    private func addHooks(to text: inout PrometheusText, at now: UnixMillis) {
        let hooks = hooks.sorted { $0.key < $1.key }
        text.add(
            "quiver_hook_messages", .gauge, "Messages of hooks that wait, and that were given up.",
            hooks.flatMap { name, outbox in
                [OutboxState.waiting, .givenUp].map {
                    ([("hook", name), ("state", $0.description)], Double(outbox[$0]))
                }
            })
        text.add(
            "quiver_hook_eldest_seconds", .gauge,
            "How long ago the eldest message was made that waits for its hook; 0 for none.",
            hooks.map { name, outbox in
                ([("hook", name)], outbox.eldestWaiting.map { Double(max(0, now - $0)) / 1000 } ?? 0)
            })
    }

    private func add(_ live: LiveStatus, to text: inout PrometheusText) {
        let busy = live.slots.map { $0.count { $0.job != nil } } ?? 0
        text.add(
            "quiver_workers", .gauge, "Worker processes by what they do.",
            [([("state", "busy")], Double(busy)), ([("state", "idle")], Double(max(0, live.workers - busy)))])
        text.add(
            "quiver_start_time_seconds", .gauge, "When the supervisor began, since 1970.", Double(live.startedAt) / 1000
        )
        text.add(
            "quiver_paused", .gauge, "Whether work is paused, by what.",
            [
                ([("by", "fault")], live.pause == nil ? 0 : 1),
                ([("by", "hand")], live.isPausedByHand == true ? 1 : 0),
            ])
        if let incoming = live.incoming {
            text.add("quiver_incoming_photos", .gauge, "Files that were found and are not whole yet.", Double(incoming))
        }
        if let suspended = live.suspended {
            text.add("quiver_folders_out_of_reach", .gauge, "Watched folders that are out of reach.", Double(suspended))
        }
        if let rate = live.photosPerWattHour {
            text.add(
                "quiver_photos_per_watt_hour", .gauge,
                "Photos that ended since the start for each watt-hour that the whole machine took.", rate)
        }
    }
}
