/// Numbers for things that have a text of their own: the same text gets the same number in every run, on every machine.
///
/// They are positive and below 2⁵³, so that every reader of JSON keeps them exactly.
struct StableNumbers {
    private var taken: Set<Int> = []

    /// The number of a text; a second thing with the same text gets another one.
    mutating func number(for text: some Collection<UInt8>) -> Int {
        var number = Self.hash(text, seed: 0)
        var seed: UInt64 = 0
        while number == 0 || !taken.insert(number).inserted {
            seed += 1
            number = Self.hash(text, seed: seed)
        }
        return number
    }

    /// 52 bits of FNV-1a with 64, whose bits are mixed once more.
    private static func hash(_ bytes: some Collection<UInt8>, seed: UInt64) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return Int((hash ^ hash >> 33) >> 12)
    }
}
