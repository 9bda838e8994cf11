/// How a session's photos become ends, and its ends rounds.
public struct SessionLayout: Sendable, Hashable, Codable {
    /// At least 1.
    public var photosPerEnd: Int
    /// At least 1; nil where a session is one round.
    public var endsPerRound: Int?

    /// A layout of so many photos an end and ends a round; numbers below 1 count as 1.
    public init(photosPerEnd: Int = 1, endsPerRound: Int? = nil) {
        self.photosPerEnd = max(photosPerEnd, 1)
        self.endsPerRound = endsPerRound.map { max($0, 1) }
    }

    /// The photos of one session as rounds of ends of photos.
    ///
    /// The order follows from the photos alone and not from when they arrive: one that comes late takes the place that it
    /// would have had, and those behind it move up by one.
    public func rounds(of photos: [CapturedPhoto]) -> [[[CapturedPhoto]]] {
        let ends = CapturedPhoto.inOrder(photos).chunks(of: photosPerEnd)
        return ends.chunks(of: endsPerRound ?? max(ends.count, 1))
    }

    /// The same of a round, whose parts have so many ends of each archer.
    ///
    /// An end whose photos were sent for one archer is that one's alone; any other is one of all.
    /// - Parameter turns: How many archers take turns, as the layout has it too.
    public func parts(of photos: [CapturedPhoto], turns: Int) -> [[[CapturedPhoto]]] {
        let ends = CapturedPhoto.inOrder(photos).chunks(of: photosPerEnd)
        guard let endsPerRound else { return ends.isEmpty ? [] : [ends] }
        var (parts, shared, own): ([[[CapturedPhoto]]], Int, [String: Int]) = ([], 0, [:])
        for end in ends {
            let archer = end.onlyArcher
            let before = shared + (archer.map { own[$0] ?? 0 } ?? own.values.max() ?? 0)
            let part = before / endsPerRound
            while parts.count <= part { parts.append([]) }
            parts[part].append(end)
            if let archer { own[archer, default: 0] += max(turns, 1) } else { shared += 1 }
        }
        return parts.filter { !$0.isEmpty }
    }
}

/// A photo's place in a session: its name and when it was taken.
public struct CapturedPhoto: Sendable, Hashable, Codable {
    /// As its record names it.
    public var path: String
    /// By the camera's own clock, see ``CameraClock``; nil where the camera did not record it.
    public var captured: Int64?
    /// Whether a user marked it as no end.
    public var isSkipped: Bool
    /// For whom it was sent; nil where it came with no name.
    public var archer: String?

    /// A photo by its record's path, with the camera's time.
    public init(path: String, captured: Int64? = nil, isSkipped: Bool = false, archer: String? = nil) {
        self.isSkipped = isSkipped
        self.archer = archer
        self.path = path
        self.captured = captured
    }

    /// By the time they were taken, and by name where that is the same.
    ///
    /// A photo without a time stands behind the one that is before it by name: cameras number their photos, so that an
    /// edited copy without a time stays beside its neighbours.
    public static func inOrder(_ photos: [CapturedPhoto]) -> [CapturedPhoto] {
        // Most cameras record the time of all photos or of none, and one more photo in a sorted list is soon sorted in.
        if photos.allSatisfy({ $0.captured != nil }) || photos.allSatisfy({ $0.captured == nil }) {
            return photos.sorted(by: areInOrder)
        }
        var first: [CapturedPhoto] = []
        var groups: [(time: Int64, photos: [CapturedPhoto])] = []
        for photo in photos.sorted(by: { $0.isBefore($1) }) {
            if let time = photo.captured {
                groups.append((time, [photo]))
            } else if groups.isEmpty {
                first.append(photo)
            } else {
                groups[groups.count - 1].photos.append(photo)
            }
        }
        // Swift's sort is stable: names decide between equal times.
        return first + groups.sorted { $0.time < $1.time }.flatMap(\.photos)
    }

    /// The same of anything that has a photo.
    public static func inOrder<Item>(_ items: [Item], by photo: (Item) -> CapturedPhoto) -> [Item] {
        var named = Dictionary(grouping: items, by: photo)
        return inOrder(items.map(photo)).compactMap { photo in
            named[photo]?.isEmpty == false ? named[photo]?.removeFirst() : nil
        }
    }

    /// Whether one photo comes before another, where all photos have a time or none has; else ``inOrder(_:)`` alone tells.
    public static func areInOrder(_ a: CapturedPhoto, _ b: CapturedPhoto) -> Bool {
        a.captured == b.captured ? a.isBefore(b) : (a.captured ?? 0) < (b.captured ?? 0)
    }

    /// By name without its ending: `a-2.jpg` and `a (1).jpg` came after `a.jpg`.
    private func isBefore(_ other: CapturedPhoto) -> Bool {
        let (own, others) = (stem, other.stem)
        return own == others ? NaturalOrder.areInOrder(path, other.path) : NaturalOrder.areInOrder(own, others)
    }

    private var stem: String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return path }
        return String(path[..<dot])
    }
}

extension [CapturedPhoto] {
    /// For whom all of them were sent; nil where that is not one archer.
    public var onlyArcher: String? {
        guard let archer = first?.archer, allSatisfy({ $0.archer == archer }) else { return nil }
        return archer
    }
}

extension Array {
    /// The elements in parts of so many, of which the last may be shorter.
    fileprivate func chunks(of count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}

extension Session {
    /// The session that a photo belongs to: its folder as the record's path names it, `.` where it lies in none.
    public static func name(ofPhoto path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The name of a photo's file, without its folders.
    public static func fileName(ofPhoto path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
