import SystemPackage

/// What a probe tried, and how each attempt ended.
public struct ProbeReport: Codable, Sendable {
    /// One thing that was really tried.
    public struct Attempt: Codable, Sendable, Hashable {
        /// What was tried, for users: "read /etc/passwd".
        public var name: String
        /// Whether a worker needs it.
        public var isAllowed: Bool
        /// Whether it worked, which is a breach for what a worker does not need.
        public var succeeded: Bool
        /// Why it failed: the system's error number.
        public var errno: Int32?

        /// "refused (Operation not permitted)".
        public var outcome: String {
            succeeded ? "succeeded" : "refused (\(errno.map { "\(Errno(rawValue: $0))" } ?? "without a reason"))"
        }
    }

    /// Every attempt, in the order in which it was made.
    public internal(set) var attempts: [Attempt] = []

    /// A report without attempts.
    public init() {}

    /// Forbidden things that were possible.
    public var breaches: [Attempt] { attempts.filter { !$0.isAllowed && $0.succeeded } }

    /// Needed things that were not possible.
    public var hindrances: [Attempt] { attempts.filter { $0.isAllowed && !$0.succeeded } }

    /// Makes an attempt whose body returns nil where it worked.
    mutating func attempt(_ name: String, isAllowed: Bool, _ body: () -> Errno?) {
        let failure = body()
        attempts.append(
            Attempt(name: name, isAllowed: isAllowed, succeeded: failure == nil, errno: failure?.rawValue))
    }
}
