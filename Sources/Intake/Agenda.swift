/// Appointments in the order in which they fall due: a binary heap in an array.
struct Agenda<Key> {
    private var heap: [(due: Duration, key: Key)] = []

    /// The earliest appointment.
    var first: (due: Duration, key: Key)? { heap.first }

    mutating func insert(_ key: Key, due: Duration) {
        heap.append((due, key))
        var child = heap.count - 1
        while child > 0, heap[child].due < heap[(child - 1) / 2].due {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].due < heap[least].due
            {
                least = child
            }
            if least == parent { return }
            heap.swapAt(least, parent)
            parent = least
        }
    }
}
