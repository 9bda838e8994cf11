/// The order in which names with numbers are read: `photo2` before `photo10`.
public enum NaturalOrder {
    /// Whether one name comes before another.
    ///
    /// Runs of digits compare as numbers, everything else byte by byte with ASCII letters alike in both cases. Names that
    /// only differ in case or leading zeros still have an order, so that sorting always gives the same list.
    public static func areInOrder(_ a: String, _ b: String) -> Bool {
        switch compare(Array(a.utf8)[...], Array(b.utf8)[...]) {
        case 0: a.utf8.lexicographicallyPrecedes(b.utf8)
        case let order: order < 0
        }
    }

    private static func compare(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int {
        var (a, b) = (a, b)
        while let first = a.first, let second = b.first {
            if isDigit(first), isDigit(second) {
                let (left, right) = (number(&a), number(&b))
                // Without leading zeros the longer number is the larger one, however long it is.
                if left.count != right.count { return left.count - right.count }
                if left != right { return left.lexicographicallyPrecedes(right) ? -1 : 1 }
            } else {
                if lowercase(first) != lowercase(second) { return Int(lowercase(first)) - Int(lowercase(second)) }
                a.removeFirst()
                b.removeFirst()
            }
        }
        return a.count - b.count
    }

    /// Takes a run of digits off the front and returns it without leading zeros.
    private static func number(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = bytes.prefix(while: isDigit)
        bytes = bytes.dropFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
}
