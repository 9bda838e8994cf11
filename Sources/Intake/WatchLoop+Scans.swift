import SystemPackage
import SystemValues

extension WatchLoop {
    /// Wants the walks that time, an overflow or another thread asks for.
    func planScans(at now: Duration) {
        let isReconciliation = now >= nextReconcile
        if isReconciliation { planReconciliation() }
        // Both are asked, since each forgets its request by answering.
        let isOverflow = overflow.takeScan(at: now)
        let asked = control.scansAsked
        let isAsked = asked > scansBegun
        scansBegun = asked
        if isReconciliation || isOverflow || isAsked {
            isOutOfWatches = false
            if roots[own].isPresent { scans.request(.tree(root: own, start: [])) }
        }
        if roots[own].isPresent, now >= roots[own].nextPoll {
            for start in roots[own].polled { scans.request(.poll(root: own, start: start)) }
        }
    }

    /// Spread by a quarter each way, so that many machines on one share do not scan it at the same moment.
    func planReconciliation() {
        let factor = 0.75 + 0.5 * min(1, max(0, chance()))
        nextReconcile = clock.now().steady + settings.reconcile * factor
    }

    /// One step of the walk under way, or the start of the next; false when there is none.
    func stepScan() -> Bool {
        if scans.current == nil {
            guard let request = scans.takeNext() else { return false }
            scans.current = (request, walk(for: request), clock.now().steady)
        }
        guard let (request, walk, startedAt) = scans.current else { return false }
        guard let found = walk.next(limit: 256) else {
            scans.finish()
            finished(request, walk, startedAt: startedAt)
            return !scans.isEmpty
        }
        if !found.isEmpty { persist { try admission.offer(found, trustingMemory: request.isPoll) } }
        return true
    }

    private func walk(for request: ScanPlan.Request) -> TreeWalk {
        let root = request.root
        let isPoll = request.isPoll
        // Forgotten before a full scan and found again by it, so that a raised limit or another mount is noticed.
        if request == .tree(root: root, start: []) { roots[root].polled = [] }
        return TreeWalk(
            root: root, path: roots[root].path, start: request.start, isRecursive: roots[root].config.recursive,
            rules: roots[root].rules, stamp: clock.stamp
        ) { [unowned self] visit in
            isPoll ? false : watch(visit, root: root)
        }
    }

    private func finished(_ request: ScanPlan.Request, _ walk: TreeWalk, startedAt: Duration) {
        let now = clock.now()
        for failure in walk.failures { report(failure, root: request.root) }
        if walk.failures.isEmpty, request.start.isEmpty { mended(.folder, root: request.root) }
        if request.start.isEmpty { roots[request.root].lastScanNanoseconds = now.wallNanoseconds }
        if request == .tree(root: request.root, start: []), !isOutOfWatches { mended(.watchLimit, root: request.root) }
        // A tree that takes long to walk is walked for a tenth of the time at most.
        roots[request.root].nextPoll = now.steady + max(settings.poll, (now.steady - startedAt) * 10)
        publish()
        ports.notice(.progress(control.status.tally))
    }

    private func report(_ failure: TreeWalk.Failure, root: Int) {
        if failure.relative.isEmpty, case .system = failure.reason {
            nextRootCheck = clock.now().steady
            return
        }
        let path = roots[root].path
        warn(
            .folder, root: root, path: FilePath(rawBytes: RawPath.join(path, failure.relative)),
            failure.sentence(below: path))
    }

    /// Says a warning once for each cause and root, until it is mended.
    func warn(_ cause: Warning.Cause, root: Int?, path: FilePath?, _ text: String) {
        guard control.warns(WarningKey(cause: cause, root: root)) else { return }
        ports.notice(.warning(Warning(cause: cause, root: root, path: path, text: text)))
    }

    /// Takes back a warning, if it was said.
    func mended(_ cause: Warning.Cause, root: Int?) {
        guard control.mends(WarningKey(cause: cause, root: root)) else { return }
        ports.notice(.mended(cause: cause, root: root))
    }
}

/// What a warning is reported once for.
struct WarningKey: Hashable {
    let cause: Warning.Cause
    let root: Int?
}
