import Findings
import Testing

@testable import Imaging

@Suite("Windows of 16-bit grey")
struct GreyWindowTests {
    /// A picture whose numbers rise evenly from left to right, from one to another.
    private static func ramp(from low: Int, to high: Int) -> TestPicture {
        TestPicture(201, 40, .grey16) { x, _, _ in (Double(low) + Double((high - low) * x) / 200) / 65_535 }
    }

    private static func row(_ picture: TestPicture, _ window: GreyWindow? = nil, suffix: String = ".png") throws
        -> [Int]
    {
        let whole = try Photo.of(picture.encoded(suffix), window: window).upright().pixels
        return (0..<whole.size.width).map { Int(whole.pixel($0, 20)[0]) }
    }

    @Test("numbers of 12 or 14 bits in 16 fill the range from black to white", arguments: [".png", ".tif"])
    func narrow(suffix: String) throws {
        for (low, high) in [(0, 4_095), (1_000, 5_000), (0, 16_000), (50_000, 60_000)] {
            let row = try Self.row(Self.ramp(from: low, to: high), suffix: suffix)
            #expect(row.first == 0 && row.last == 255 && abs(row[100] - 128) <= 2, "\(low) to \(high): \(row[100])")
            #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
        }
    }

    @Test("dust and labels do not widen it")
    func outliers() throws {
        let picture = TestPicture(200, 100, .grey16) { x, y, _ in
            x < 2 && y < 20 ? 1 : (2_000 + Double(x) * 10) / 65_535
        }
        let whole = try Photo.of(picture.encoded(".png")).upright().pixels
        #expect(whole.pixel(0, 0)[0] == 255 && whole.pixel(1, 90)[0] == 0 && whole.pixel(198, 90)[0] >= 250)
    }

    @Test("what uses more than a quarter of the range, and one even grey, stay as they are")
    func wide() throws {
        let row = try Self.row(Self.ramp(from: 0, to: 40_000))
        #expect(row.first == 0 && abs((row.last ?? 0) - 156) <= 1)
        let even = try Self.row(TestPicture(60, 40, .grey16) { _, _, _ in 0.5 })
        #expect(even.allSatisfy { abs($0 - 128) <= 1 })
    }

    @Test("a window that is asked for counts, whatever the picture uses")
    func asked() throws {
        let window = try #require(GreyWindow(black: 1_000, white: 3_000))
        let row = try Self.row(Self.ramp(from: 0, to: 4_000), window)
        #expect(row[0] == 0 && row[50] == 0 && abs(row[100] - 128) <= 1 && row[150] == 255 && row[200] == 255)
        let whole = try #require(GreyWindow(black: 0, white: 65_535))
        #expect(try Self.row(Self.ramp(from: 0, to: 4_000), whole).last.map { abs($0 - 16) <= 1 } == true)
        for (black, white) in [(5, 5), (6, 5), (-1, 5), (0, 65_536)] {
            #expect(GreyWindow(black: black, white: white) == nil)
        }
    }

    @Test("models see it too; 8 bits and colours are left alone")
    func inputs() throws {
        let photo = try Photo.of(Self.ramp(from: 0, to: 4_000).encoded(".png"))
        let (pixels, _) = try photo.input(PixelSize(width: 201, height: 40), fit: .stretch)
        #expect(pixels.pixel(200, 20)[0] == 255 && abs(Int(pixels.pixel(100, 20)[0]) - 128) <= 2)
        let dark = try TestPicture(60, 40, .grey) { x, _, _ in Double(x) / 600 }.photo(".png").upright().pixels
        #expect(abs(Int(dark.pixel(59, 20)[0]) - 25) <= 1)
        let colour = try TestPicture(60, 40, .rgb16) { x, _, _ in Double(x) / 600 }.photo(".png").upright().pixels
        #expect(abs(Int(colour.pixel(59, 20)[0]) - 25) <= 1)
    }
}
