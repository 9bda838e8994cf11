import Synchronization

/// Something that happens once and can be asked for from any thread.
final class Flag: Sendable {
    private let state = Atomic(false)

    func raise() { state.store(true, ordering: .sequentiallyConsistent) }

    var isRaised: Bool { state.load(ordering: .sequentiallyConsistent) }
}
