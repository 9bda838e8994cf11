/// When to scan again after the kernel's event queue ran over: the first few times at once, then with doubling pauses,
/// so that a storm of changes does not turn into a storm of scans.
struct OverflowBackoff {
    private let free = 3
    private let first: Duration = .milliseconds(100)
    private let longest: Duration = .seconds(10)
    private let calm: Duration = .seconds(60)
    private var overflows = 0
    private var last: Duration?
    /// When a scan is due, on the steady clock.
    private(set) var scanDue: Duration?

    /// Notes an overflow; one that comes while a scan is due anyway changes nothing.
    mutating func overflow(at now: Duration) {
        if let last, now - last >= calm { overflows = 0 }
        last = now
        guard scanDue == nil else { return }
        overflows += 1
        let doublings = overflows - free - 1
        let pause: Duration =
            doublings < 0 ? .zero : doublings > 6 ? longest : min(longest, first * (1 << doublings))
        scanDue = now + pause
    }

    /// True once when the scan is due.
    mutating func takeScan(at now: Duration) -> Bool {
        guard let due = scanDue, due <= now else { return false }
        scanDue = nil
        return true
    }
}
