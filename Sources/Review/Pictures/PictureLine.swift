import Supervisor

/// Who waits for which picture: clients take turns, and each gets its pictures in the order that it asked for them.
struct PictureLine {
    private struct Waiting {
        let number: Int
        let wish: PictureWish
    }

    /// The clients, the one whose turn is next in front.
    private var turns: [Client] = []
    private var lines: [Client: [Waiting]] = [:]

    /// Whether nobody waits.
    var isEmpty: Bool { turns.isEmpty }

    /// How many pictures a client waits for.
    func count(of client: Client) -> Int { lines[client]?.count ?? 0 }

    /// Everything that is waited for.
    var wishes: Set<PictureWish> { Set(lines.values.joined().map(\.wish)) }

    /// Puts somebody in the line of a client.
    mutating func append(_ number: Int, _ wish: PictureWish, of client: Client) {
        if lines[client] == nil { turns.append(client) }
        lines[client, default: []].append(Waiting(number: number, wish: wish))
    }

    /// What is to be made next, which is waited for until it is removed; nil where nobody waits.
    mutating func next() -> PictureWish? {
        guard let client = turns.first, let first = lines[client]?.first else { return nil }
        turns.append(turns.removeFirst())
        return first.wish
    }

    /// Whoever waited for that does so no longer.
    mutating func remove(_ number: Int) { remove { $0.number == number } }

    /// Ends the waiting for a picture, and answers whose it was.
    mutating func remove(_ wish: PictureWish) -> [Int] {
        let numbers = lines.values.joined().filter { $0.wish == wish }.map(\.number)
        remove { $0.wish == wish }
        return numbers
    }

    private mutating func remove(_ isMeant: (Waiting) -> Bool) {
        for client in turns {
            lines[client]?.removeAll(where: isMeant)
            if lines[client]?.isEmpty == true { lines[client] = nil }
        }
        turns.removeAll { lines[$0] == nil }
    }
}
