import Findings

/// Two photos that look alike.
public struct LikenessPair: Hashable, Sendable {
    /// The photo of which a part or all looks like the other; by its place in the list.
    public let first: Int
    /// The photo of which all is looked at.
    public let second: Int
    /// How many bits differ.
    public let distance: Int
    /// Which part of the first it is, by ``Findings/Likeness/parts``; 0 for all of it.
    public let part: Int
    /// How the first one is turned.
    public let turn: LikenessBits.Turn

    /// Two photos by their places, and how they were found alike.
    public init(first: Int, second: Int, distance: Int, part: Int, turn: LikenessBits.Turn) {
        (self.first, self.second, self.distance) = (first, second, distance)
        (self.part, self.turn) = (part, turn)
    }
}

/// All pairs of near-duplicates among many photos, without looking at each pair.
///
/// Of near-duplicates at most seven of the 63 coarse bits differ. In four sixteenths of these bits, so in one of them at most one:
/// photos are sorted by each sixteen, and only those are compared that have the same there but for one bit. So each pair within
/// the distance is found, some of them several times.
public struct LikenessPairs: Sendable {
    private let likenesses: [Likeness]
    /// Bits in a part that photos are sorted by, and how many parts.
    static let (width, chunks) = (16, 4)

    /// Pairs among these photos.
    public init(_ likenesses: [Likeness]) { self.likenesses = likenesses }

    /// Pairs by which all hangs together that is within a distance: of each group one fewer than photos, on all processors.
    ///
    /// The sixteens of a part are searched beside each other, each from what hung together before them, and joined in their order:
    /// so the links are the same on every machine.
    ///
    /// - Parameters:
    ///   - distance: How many of all bits may differ.
    ///   - turned: Whether mirrored and turned copies count.
    public func links(within distance: Int, turned: Bool) -> [LikenessPair] {
        var (sets, links): (DisjointSets, [LikenessPair]) = (DisjointSets(likenesses.count), [])
        for look in looks(turned: turned) {
            let before = sets
            let found = Array(0..<Self.chunks).mapOnAllProcessors { chunk in
                var (joined, links): (DisjointSets, [LikenessPair]) = (before, [])
                look.forEach(by: chunk) { first, second in
                    // What hangs together already needs no other link: of a burst most pairs are not looked at.
                    guard joined.first(of: first) != joined.first(of: second),
                        let pair = look.pair(first, second, within: distance)
                    else { return }
                    joined.join(first, second)
                    links.append(pair)
                }
                return links
            }
            links += found.joined().filter { sets.join($0.first, $0.second) }
        }
        return links
    }

    /// Each part of the photos, in each turn, beside all of them.
    func looks(turned: Bool) -> some Sequence<Look> {
        let wholes = likenesses.map(\.whole)
        let tables = Array(0..<Self.chunks).mapOnAllProcessors { Table(wholes, by: $0) }
        let turns = turned ? LikenessBits.Turn.allCases : [.none]
        return turns.lazy.flatMap { turn in
            Likeness.parts.indices.lazy.map { part in
                let isWhole = part == 0 && turn == .none
                let bits = isWhole ? wholes : likenesses.map { $0.views[part].turned(turn) }
                return Look(bits: bits, wholes: wholes, tables: tables, part: part, turn: turn)
            }
        }
    }

    /// A part of each photo, turned in one way, beside all of each other one.
    struct Look: Sendable {
        fileprivate let bits: [LikenessBits]
        fileprivate let wholes: [LikenessBits]
        fileprivate let tables: [Table]
        fileprivate let part: Int
        fileprivate let turn: LikenessBits.Turn

        /// Tells of each two photos of which the coarse bits are near, and those of one sixteenth but for one bit.
        func forEach(by chunk: Int, _ body: (Int, Int) -> Void) {
            // All of a photo looks like all of another one where the other way round it does too.
            let isWhole = part == 0 && turn == .none
            let own = isWhole ? tables[chunk] : Table(bits, by: chunk)
            own.forEachNear(in: tables[chunk]) { first, second in
                if isWhole ? first < second : first != second { body(first, second) }
            }
        }

        /// Two photos as a pair; nil where more bits differ.
        func pair(_ first: Int, _ second: Int, within distance: Int) -> LikenessPair? {
            let found = bits[first].distance(to: wholes[second])
            guard found <= distance else { return nil }
            return LikenessPair(first: first, second: second, distance: found, part: part, turn: turn)
        }
    }

    /// Coarse bits sorted by sixteen of them.
    fileprivate struct Table: Sendable {
        /// Where the photos with each value begin, and behind the last one where all end.
        private let starts: [Int32]
        /// The coarse bits in this order, then as many as are compared at once.
        private let coarse: [UInt64]
        /// Whose they are.
        private let places: [Int32]
        private let chunk: Int

        init(_ bits: [LikenessBits], by chunk: Int) {
            self.chunk = chunk
            func value(_ bits: LikenessBits) -> Int { Self.value(bits.coarse, in: chunk) }
            var starts = [Int32](repeating: 0, count: 1 << width + 1)
            for one in bits { starts[value(one) + 1] += 1 }
            for at in 1..<starts.count { starts[at] += starts[at - 1] }
            var next = starts
            var coarse = [UInt64](repeating: 0, count: bits.count + Block.scalarCount)
            var places = [Int32](repeating: 0, count: bits.count)
            for (place, one) in bits.enumerated() {
                let at = Int(next[value(one)])
                next[value(one)] += 1
                coarse[at] = one.coarse
                places[at] = Int32(place)
            }
            (self.starts, self.coarse, self.places) = (starts, coarse, places)
        }

        /// The sixteen bits of a chunk.
        private static func value(_ coarse: UInt64, in chunk: Int) -> Int {
            Int(truncatingIfNeeded: coarse >> UInt64(chunk * width)) & (1 << width - 1)
        }

        /// Tells of each photo here and each one there of which the coarse bits are near, and those of this chunk but for one.
        func forEachNear(in other: Table, _ body: (Int, Int) -> Void) {
            coarse.withUnsafeBufferPointer { mine in
                other.coarse.withUnsafeBufferPointer { theirs in
                    var next = 0
                    while next < places.count {
                        let value = Self.value(mine[next], in: chunk)
                        next = Int(starts[value + 1])
                        for bit in -1..<width {
                            let near = bit < 0 ? value : value ^ 1 << bit
                            let range = Int(other.starts[near])..<Int(other.starts[near + 1])
                            guard !range.isEmpty else { continue }
                            for at in Int(starts[value])..<Int(starts[value + 1]) {
                                Self.compare(mine[at], with: theirs, in: range) { found in
                                    body(Int(places[at]), Int(other.places[found]))
                                }
                            }
                        }
                    }
                }
            }
        }

        private typealias Block = SIMD8<UInt64>

        /// Tells which of some coarse bits are near; eight are counted at once, as most are not.
        @inline(__always)
        private static func compare(
            _ bits: UInt64, with others: UnsafeBufferPointer<UInt64>, in range: Range<Int>, _ body: (Int) -> Void
        ) {
            guard let base = others.baseAddress else { return }
            for first in stride(from: range.lowerBound, to: range.upperBound, by: Block.scalarCount) {
                var block = UnsafeRawPointer(base + first).loadUnaligned(as: Block.self) ^ Block(repeating: bits)
                block = block &- (block &>> 1 & 0x5555_5555_5555_5555)
                block = (block & 0x3333_3333_3333_3333) &+ (block &>> 2 & 0x3333_3333_3333_3333)
                block = (block &+ block &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
                block = block &+ block &>> 8
                block = block &+ block &>> 16
                block = (block &+ block &>> 32) & 0x7F
                // Those that are far have the bit of 128 now: where all have, there is none.
                block = block &+ UInt64(127 - LikenessBits.mostCoarse)
                let halves = block.lowHalf & block.highHalf
                let quarters = halves.lowHalf & halves.highHalf
                if quarters[0] & quarters[1] & 0x80 != 0 { continue }
                for place in 0..<min(Block.scalarCount, range.upperBound - first) where block[place] & 0x80 == 0 {
                    body(first + place)
                }
            }
        }
    }
}
