import Glibc
import SystemPackage
import SystemValues

/// A root's thread: one loop that drains events, walks the tree step by step, and hands over what is whole.
final class WatchLoop {
    let settings: WatchSettings
    let ports: IntakeHandlers
    let clock: IntakeClock
    let chance: () -> Double
    let control: WatchControl
    let wake: WakePipe
    let system: WatchSystem
    let admission: Admission
    var roots: [RootState]
    /// The root that this loop is for; the others are known by their names alone.
    let own: Int
    var inotify: Inotify?
    var watches = WatchMap()
    var overflow = OverflowBackoff()
    var overflows = 0
    var scans = ScanPlan()
    var nextReconcile: Duration
    var nextRootCheck: Duration = .zero
    /// How many of the scans that were asked for have been begun.
    var scansBegun = 0
    /// The kernel has no more watches to give: not asked again before the next full scan.
    var isOutOfWatches = false
    private let eventBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    init(
        roots: [WatchedRoot], own: Int, settings: WatchSettings, ports: IntakeHandlers, clock: IntakeClock,
        chance: @escaping () -> Double, control: WatchControl, wake: WakePipe, system: WatchSystem
    ) {
        self.settings = settings
        self.own = own
        control.asks(own)
        // Ports block as they like: that is no matter of the root.
        let ports = ports.waiting(onBegin: { control.rests(own) }, onEnd: { control.asks(own) })
        self.ports = ports
        self.clock = clock
        self.chance = chance
        self.control = control
        self.wake = wake
        self.system = system
        self.roots = RootState.make(roots, own: own, settings.rules)
        admission = Admission(
            roots: roots.map {
                Admission.Root(
                    path: $0.path.rawBytes, settle: $0.settle, followLinks: settings.rules.followLinks)
            }, ports: ports, clock: clock, rules: settings.rules, patience: settings.patience,
            unrest: settings.unrest, batch: settings.batch, retriesBlocked: true)
        nextReconcile = clock.now().steady
        planReconciliation()
    }

    deinit { eventBuffer.deallocate() }

    func run() {
        admission.isStopped = { [control, own] in
            control.asks(own)
            return control.isStopped
        }
        admission.isRootPresent = { [unowned self] root in checkIsPresent(root) }
        openInotify()
        while !control.isStopped {
            control.asks(own)
            let now = clock.now().steady
            if now >= nextRootCheck { checkRoots() }
            lookAtExpected()
            drainEvents()
            planScans(at: now)
            // Walking goes on only when nothing found is left to do: so a tree of any size fills no memory.
            let isBusy = handOver() || stepScan()
            publish()
            if !isBusy, !control.isStopped { wait() }
        }
        publish()
        control.rests(own)
        closeInotify()
    }

    /// The next instant at which something is due, whatever the kernel tells.
    private func wait() {
        let now = clock.now().steady
        var next = min(nextReconcile, nextRootCheck)
        if let due = admission.nextDue() { next = min(next, due) }
        if let due = overflow.scanDue { next = min(next, due) }
        if roots[own].isPresent, !roots[own].polled.isEmpty { next = min(next, roots[own].nextPoll) }
        control.rests(own)
        clock.wait(wake, max(.zero, next - now), inotifyDescriptor)
    }

    /// One batch to the ports, again and again with growing pauses while they throw; true when more is due now.
    private func handOver() -> Bool {
        var isMore = false
        persist { isMore = try admission.work() }
        return isMore
    }

    /// Repeats what the ports refused until they accept it or the watcher is stopped.
    func persist(_ body: () throws -> Void) {
        var pause: Duration = .milliseconds(100)
        while !control.isStopped {
            do {
                try body()
                mended(.queue, root: nil)
                return
            } catch {
                warn(.queue, root: nil, path: nil, "the queue does not accept files (\(error)); trying again")
                // Ends early for a stop; a request to scan may cut one pause short, which does no harm.
                control.rests(own)
                clock.wait(wake, pause, nil)
                pause = min(pause * 2, .seconds(10))
            }
        }
    }

    /// Looks at files that were told of; those that are not there yet are told of by an event, or by another call.
    private func lookAtExpected() {
        let expected = control.takeExpected(of: own)
        guard !expected.isEmpty, roots[own].isPresent else { return }
        var touched = TouchedFiles()
        for file in expected {
            if let whole = file.whole { admission.expected.insert(file.place, whole) }
            touched.insert(file.place)
        }
        offer(touched)
    }

    private func drainEvents() {
        var touched = TouchedFiles()
        // Bounded, so that a writer that never rests does not keep the whole files waiting.
        for _ in 0..<64 {
            guard let events = readEvents(), !events.isEmpty else { break }
            for event in events { handle(event, &touched) }
        }
        offer(touched)
    }

    private func readEvents() -> [InotifyEvent]? {
        do throws(Errno) {
            return try inotify?.read(into: eventBuffer)
        } catch {
            // Not one of the errors that the manual knows; treated like lost events.
            overflow.overflow(at: clock.now().steady)
            return nil
        }
    }

    func publish() {
        var status = WatchStatus(
            roots: roots.indices.map { roots[$0].status(watchedFolders: watches.count(ofRoot: $0)) })
        status.taken = admission.taken
        status.waiting = admission.waiting
        status.restless = admission.restless
        status.overflows = overflows
        status.tally = admission.tally.adding(scans.tally)
        control.publish(status, of: own)
    }
}
