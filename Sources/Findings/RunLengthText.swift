/// COCO's text of a mask's run lengths, as `rleToString` and `rleFrString` of pycocotools' `maskApi.c` have it.
///
/// Every length is a signed number of five bits a character, the lowest first, and a sixth bit where more follow; from
/// the fourth length on it is the difference to the length before the last.
enum RunLengthText {
    /// Characters of one number: room for 60 bits.
    private static let longestNumber = 12

    /// The text of lengths.
    static func encode(_ lengths: [Int]) -> String {
        var text: [UInt8] = []
        for (index, length) in lengths.enumerated() {
            var rest = index > 2 ? length - lengths[index - 2] : length
            while true {
                let digit = UInt8(truncatingIfNeeded: rest & 0x1f)
                rest >>= 5
                let isLast = digit & 0x10 != 0 ? rest == -1 : rest == 0
                text.append((isLast ? digit : digit | 0x20) + 48)
                if isLast { break }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The lengths of a text, whose sum is `total`; nil where it is no such text.
    static func decode(_ text: String, total: Int) -> [Int]? {
        var lengths: [Int] = []
        var sum = 0
        var number = 0
        var digits = 0
        for character in text.utf8 {
            guard (48..<112).contains(character), digits < longestNumber else { return nil }
            let digit = Int(character) - 48
            number |= (digit & 0x1f) << (5 * digits)
            digits += 1
            if digit & 0x20 != 0 { continue }
            if digit & 0x10 != 0 { number |= -1 << (5 * digits) }
            if lengths.count > 2 { number += lengths[lengths.count - 2] }
            // Every length is at most what is left, so that no sum can overflow.
            guard number >= 0, number <= total - sum else { return nil }
            sum += number
            lengths.append(number)
            (number, digits) = (0, 0)
        }
        return digits == 0 && sum == total ? lengths : nil
    }
}
