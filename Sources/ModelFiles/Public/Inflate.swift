/// Bytes that were packed with DEFLATE (RFC 1951).
///
/// A hundred lines in place of another C library: only files whose checksum is known come here, some megabytes at a time.
struct Inflate {
    private var input: ArraySlice<UInt8>
    private var held: UInt32 = 0
    private var heldCount = 0
    private var output: [UInt8] = []

    /// The unpacked bytes; nil where they are not as many, or the packed ones are damaged.
    static func bytes(of packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        var inflate = Inflate(input: packed)
        inflate.output.reserveCapacity(count)
        guard inflate.run(most: count), inflate.output.count == count else { return nil }
        return inflate.output
    }

    private init(input: ArraySlice<UInt8>) { self.input = input }

    private mutating func run(most: Int) -> Bool {
        var isLast = false
        while !isLast {
            guard let last = bits(1), let kind = bits(2) else { return false }
            isLast = last == 1
            let isRead =
                switch kind {
                case 0: copy()
                case 1: unpack(.fixedLiterals, .fixedDistances, most: most)
                case 2: unpackWithOwnCodes(most: most)
                default: false
                }
            guard isRead, output.count <= most else { return false }
        }
        return true
    }

    private mutating func bits(_ count: Int) -> Int? {
        while heldCount < count {
            guard let byte = input.popFirst() else { return nil }
            held |= UInt32(byte) << UInt32(heldCount)
            heldCount += 8
        }
        let value = held & ((1 << UInt32(count)) - 1)
        held >>= UInt32(count)
        heldCount -= count
        return Int(value)
    }

    /// Bytes that were not packed.
    private mutating func copy() -> Bool {
        (held, heldCount) = (0, 0)
        guard let count = bits(16), let inverse = bits(16), count ^ inverse == 0xFFFF, input.count >= count else {
            return false
        }
        output += input.prefix(count)
        input = input.dropFirst(count)
        return true
    }

    /// Codes for the lengths of codes, in the order in which they are written.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func unpackWithOwnCodes(most: Int) -> Bool {
        guard let literals = bits(5), let distances = bits(5), let codes = bits(4) else { return false }
        var lengths = [Int](repeating: 0, count: 19)
        for place in Self.order.prefix(codes + 4) {
            guard let length = bits(3) else { return false }
            lengths[place] = length
        }
        let table = HuffmanCode(lengths)
        var all: [Int] = []
        let count = literals + 257 + distances + 1
        while all.count < count {
            guard let symbol = symbol(of: table) else { return false }
            let (value, more, least): (Int, Int, Int)
            switch symbol {
            case 16:
                guard let last = all.last else { return false }
                (value, more, least) = (last, 2, 3)
            case 17: (value, more, least) = (0, 3, 3)
            case 18: (value, more, least) = (0, 7, 11)
            default: (value, more, least) = (symbol, 0, 1)
            }
            guard let repeats = bits(more) else { return false }
            all += [Int](repeating: value, count: least + repeats)
        }
        guard all.count == count else { return false }
        return unpack(HuffmanCode(all.prefix(literals + 257)), HuffmanCode(all.dropFirst(literals + 257)), most: most)
    }

    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]

    private mutating func unpack(_ literals: HuffmanCode, _ places: HuffmanCode, most: Int) -> Bool {
        while let symbol = symbol(of: literals) {
            if symbol == 256 { return true }
            if symbol < 256 {
                output.append(UInt8(symbol))
            } else {
                let number = symbol - 257
                guard number < Self.lengths.count,
                    let more = bits(number < 8 || number == 28 ? 0 : number / 4 - 1),
                    let place = self.symbol(of: places), place < Self.distances.count,
                    let further = bits(place < 4 ? 0 : place / 2 - 1)
                else { return false }
                let start = output.count - Self.distances[place] - further
                guard start >= 0 else { return false }
                // What is copied may begin in what has just been written.
                for offset in 0..<(Self.lengths[number] + more) { output.append(output[start + offset]) }
            }
            guard output.count <= most else { return false }
        }
        return false
    }

    private mutating func symbol(of code: HuffmanCode) -> Int? {
        var (value, first, index) = (0, 0, 0)
        for length in 1...HuffmanCode.longest {
            guard let bit = bits(1) else { return nil }
            value |= bit
            let count = code.counts[length]
            if value - count < first { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        return nil
    }
}

/// Codes of different lengths: how many there are of each, and their symbols in order.
private struct HuffmanCode {
    static let longest = 15

    private(set) var counts = [Int](repeating: 0, count: longest + 1)
    private(set) var symbols: [Int] = []

    /// - Parameter lengths: The length of each symbol's code; 0 where it has none.
    init(_ lengths: some Collection<Int>) {
        for length in lengths where length > 0 { counts[length] += 1 }
        let numbered = Array(lengths.enumerated())
        symbols = (1...Self.longest).flatMap { length in numbered.filter { $0.element == length }.map(\.offset) }
    }

    static let fixedLiterals = HuffmanCode(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = HuffmanCode([Int](repeating: 5, count: 30))
}
