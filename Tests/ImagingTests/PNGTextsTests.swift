import Findings
import Testing

@testable import Imaging

@Suite struct PNGTextsTests {
    static let picture = TestPicture.gradient(40, 30)

    @Test func aPictureWithFewTextsIsLeftAsItIs() throws {
        let bytes = try Self.with([Self.text("zTXt", packed: 100), Self.text("iTXt", packed: 100)])
        #expect(PNGTexts.limited(bytes) == bytes)
    }

    @Test(arguments: ["zTXt", "iTXt"]) func packedTextsBeyondTheBudgetAreLeftOut(type: String) throws {
        let flood = Self.text(type, packed: 8_000)
        let limited = PNGTexts.limited(try Self.with(Array(repeating: flood, count: 400)))
        #expect(limited == (try Self.with(Array(repeating: flood, count: 2))))
    }

    /// What lies there as it is costs nothing: a long description in plain letters stays.
    @Test func plainTextsStay() throws {
        let text = [0x61, 0, 0, 0, 0, 0] + [UInt8](repeating: 0x61, count: 200_000)
        let bytes = try Self.with([Self.chunk("iTXt", text)])
        #expect(PNGTexts.limited(bytes) == bytes)
    }

    @Test func thePictureIsRead() throws {
        let bytes = try Self.with(Array(repeating: Self.text("zTXt", packed: 60_000), count: 5))
        let photo = try Photo.of(bytes)
        #expect(try photo.upright().pixels == Self.picture.photo(".png").upright().pixels)
    }

    @Test func aBrokenListOfChunksIsNoHarm() throws {
        let whole = try Self.with([Self.text("zTXt", packed: 80_000)])
        for end in [0, 7, 8, 12, 40, 44, 80_000, whole.count - 1] { _ = PNGTexts.limited(Array(whole.prefix(end))) }
        for place in 8..<60 {
            var bytes = whole
            bytes[place] = 0xFF
            _ = PNGTexts.limited(bytes)
        }
    }

    private static func with(_ texts: [[UInt8]]) throws -> [UInt8] {
        var bytes = try picture.encoded(".png")
        // Behind the signature and the header.
        bytes.insert(contentsOf: texts.flatMap { $0 }, at: 33)
        return bytes
    }

    /// A text whose packed part is rubbish; its sum is wrong too, of which libpng only warns.
    private static func text(_ type: String, packed count: Int) -> [UInt8] {
        let head = type == "zTXt" ? [0x61, 0, 0] : [0x61, 0, 1, 0, 0, 0] as [UInt8]
        return chunk(type, head + [UInt8](repeating: 7, count: count - head.count))
    }

    private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) }
        return length + Array(type.utf8) + body + [0, 0, 0, 0]
    }
}
