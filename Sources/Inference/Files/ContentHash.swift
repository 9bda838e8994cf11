/// A quick 128-bit hash that tells contents apart where nobody tries to make two alike: cache keys, torn files.
struct ContentHash: Hashable, Sendable, Codable {
    private(set) var first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private(set) var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

    /// 32 hexadecimal digits.
    var text: String { Self.hex(first) + Self.hex(second) }

    /// Takes in bytes; how they are divided over calls matters.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var lane = (first, second, first ^ 0x1656_67B1_9E37_79F9, second ^ 0x27D4_EB2F_1656_67C5)
        var offset = 0
        while offset + 32 <= bytes.count {
            lane.0 = Self.mix(lane.0, bytes.word(at: offset))
            lane.1 = Self.mix(lane.1, bytes.word(at: offset + 8))
            lane.2 = Self.mix(lane.2, bytes.word(at: offset + 16))
            lane.3 = Self.mix(lane.3, bytes.word(at: offset + 24))
            offset += 32
        }
        var rest: UInt64 = 1
        while offset < bytes.count {
            rest = Self.mix(rest, UInt64(bytes[offset]) &+ 0x100)
            offset += 1
        }
        first = Self.mix(lane.0 &+ rest, lane.2 &+ UInt64(bytes.count))
        second = Self.mix(lane.1 ^ rest, lane.3 ^ UInt64(bytes.count))
    }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
        // Rotating keeps a state of zero from swallowing what follows.
        let folded = product.high ^ product.low
        return (folded << 23 | folded >> 41) &+ word
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}
