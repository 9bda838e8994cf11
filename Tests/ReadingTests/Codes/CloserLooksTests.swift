import Findings
import Testing

@testable import Reading

/// Pictures that ask for many closer looks.
///
/// What is counted is the pixels that they give to the library.
struct CloserLooksTests {
    /// The plane of a compact code.
    private static let plane = 175 * 175

    /// What a reader gives to the library beside whole pictures.
    private static func looks(_ reader: CodeReader, at picture: GreyPicture, limit: Int) throws -> (
        pixels: Int, sightings: [Sighting]
    ) {
        var closer = PixelBudget(limit: limit)
        let sightings = try reader.sightings(in: picture, closer: &closer)
        return (closer.used, sightings)
    }

    /// Its half shows the same rings: they are straightened once.
    @Test(arguments: [1, 16])
    func straightensEachBullseyeOnce(_ maximum: Int) throws {
        let picture = BullseyeSearchTests.tiles(width: 1024, height: 512, module: 4)
        let reader = CodeReader(symbologies: [.aztec], maximum: maximum)
        let half = try #require(picture.halved())
        #expect(Bullseye.all(in: picture, maximum: maximum).count == maximum)
        #expect(Bullseye.all(in: half, maximum: maximum).count == maximum)
        let looks = try Self.looks(reader, at: picture, limit: .max)
        #expect(looks.pixels == maximum * Self.plane && looks.sightings.isEmpty)
    }

    @Test(arguments: [0, 1, 3])
    func straightensNoMoreThanTheBudgetHas(_ count: Int) throws {
        let picture = BullseyeSearchTests.tiles(width: 320, height: 320, module: 2)
        let reader = CodeReader(symbologies: [.aztec])
        let limit = count * Self.plane + Self.plane / 2
        #expect(try Self.looks(reader, at: picture, limit: limit).pixels == count * Self.plane)
    }

    /// The modules of an EAN-13 code, true for dark ones.
    private static func modules(_ digits: [Int]) -> [Bool] {
        let left = [
            0b0001101, 0b0011001, 0b0010011, 0b0111101, 0b0100011, 0b0110001, 0b0101111, 0b0111011, 0b0110111,
            0b0001011,
        ]
        let bits = { (code: Int) in (0..<7).map { code >> (6 - $0) & 1 == 1 } }
        // Of the first digit 4: L, G, L, L, G, G.
        let isG = [false, true, false, false, true, true]
        var result = [true, false, true]
        for (digit, isG) in zip(digits[1...6], isG) {
            let pattern = bits(left[digit])
            result += isG ? pattern.reversed().map { !$0 } : pattern
        }
        result += [false, true, false, true, false]
        for digit in digits[7...12] { result += bits(left[digit]).map { !$0 } }
        return result + [true, false, true]
    }

    /// Different codes of goods in rows of four.
    private static func goods(count: Int) -> GreyPicture {
        let codes = (0..<count).map { index in
            var digits = [4, 0, 0, 6, 3, 8, 1, 3, 3, 3, index / 10, index % 10]
            let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
            digits.append((10 - sum % 10) % 10)
            return modules(digits)
        }
        let (across, down) = (260, 120)
        return GreyPicture(width: 4 * across, height: (count + 3) / 4 * down, place: .identity) { grey in
            grey.update(repeating: 255)
            for (index, code) in codes.enumerated() {
                for y in 20..<down - 20 {
                    let start = (index / 4 * down + y) * 4 * across + index % 4 * across + 30
                    for x in 0..<2 * code.count where code[x / 2] { grey[start + x] = 0 }
                }
            }
        }
    }

    @Test func looksForAddOnsWithinTheBudget() throws {
        let picture = Self.goods(count: 12)
        let reader = CodeReader(symbologies: [.ean13])
        let all = try Self.looks(reader, at: picture, limit: .max)
        #expect(all.sightings.count == 12 && all.pixels > 0)
        let some = try Self.looks(reader, at: picture, limit: all.pixels / 3)
        #expect(some.sightings.map(\.text) == all.sightings.map(\.text))
        #expect(some.pixels > 0 && some.pixels <= all.pixels / 3)
    }

    @Test func looksForAddOnsBesideTheCodesThatItGives() throws {
        let picture = Self.goods(count: 12)
        let all = try Self.looks(CodeReader(symbologies: [.ean13]), at: picture, limit: .max)
        let first = try Self.looks(CodeReader(symbologies: [.ean13], maximum: 3), at: picture, limit: .max)
        #expect(first.sightings.map(\.text) == all.sightings.prefix(3).map(\.text))
        #expect(first.pixels > 0 && first.pixels * 3 < all.pixels)
    }
}
