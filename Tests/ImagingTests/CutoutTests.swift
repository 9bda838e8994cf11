import CVips
import Findings
import Foundation
import Testing

@testable import Imaging

@Suite("Cutouts")
struct CutoutTests {
    /// What a picture is made of and how it is stored.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let kind: TestPicture.Kind
        let suffix: String
        var isWide = false
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "8-bit PNG", kind: .rgb, suffix: ".png"),
        Case(name: "8-bit PNG with Display P3", kind: .rgb, suffix: ".png[profile=p3]"),
        Case(name: "16-bit PNG", kind: .rgb16, suffix: ".png", isWide: true),
        Case(name: "16-bit PNG with Display P3", kind: .rgb16, suffix: ".png[profile=p3]", isWide: true),
        Case(name: "16-bit TIFF with Display P3", kind: .rgb16, suffix: ".tif[profile=p3]", isWide: true),
        Case(name: "grey", kind: .grey, suffix: ".png"),
        Case(name: "16-bit grey", kind: .grey16, suffix: ".png", isWide: true),
        Case(name: "lossless WebP with Display P3", kind: .rgb, suffix: ".webp[lossless,profile=p3]"),
    ]

    @Test("bits, profile and the numbers well inside stay as they are", arguments: cases)
    func numbers(test: Case) throws {
        let photo = try TestPicture(120, 90, test.kind) { x, y, band in
            Double((x * 37 + y * 101 + band * 59) % 251) / 250
        }.photo(test.suffix)
        let cutout = try RawPicture(photo.cutout(Self.disc(60, 45, 30, in: photo.size), margin: 0))
        let original = try RawPicture(photo)
        #expect(cutout.isWide == test.isWide)
        #expect(cutout.profile == original.profile)
        #expect((cutout.profile != nil) == test.suffix.contains("profile"))
        #expect(cutout.bands == original.bands + 1)
        let (left, top) = (60 - cutout.size.width / 2, 45 - cutout.size.height / 2)
        for y in 30..<60 {
            for x in 45..<75 {
                let pixel = cutout.pixel(x - left, y - top)
                #expect(pixel.dropLast() == original.pixel(x, y)[...])
                #expect(pixel.last == cutout.most)
            }
        }
    }

    @Test("inks become sRGB without a profile, and a picture's own transparency stays")
    func odd() throws {
        let inks = try TestPicture(60, 60, .cmyk) { _, _, band in band == 3 ? 0 : 0.5 }.photo(".jpg[profile=cmyk]")
        let cutout = try RawPicture(inks.cutout(Self.disc(30, 30, 20, in: inks.size)))
        #expect(cutout.bands == 4 && cutout.profile == nil)
        let clear = try TestPicture(60, 60, .rgba) { x, _, band in band == 3 ? (x < 30 ? 0.5 : 1) : 0.2 }.photo(".png")
        let half = try RawPicture(clear.cutout(Self.all(of: clear.size)))
        #expect(half.size == clear.size)
        #expect(half.pixel(5, 30)[3] == 128 && half.pixel(55, 30)[3] == 255)
    }

    @Test(
        "alpha is nothing far outside, all deep inside, and falls steadily between", arguments: [60, 400, 1_200])
    func alpha(side: Int) throws {
        let photo = try TestPicture(side, side / 2) { _, _, _ in 0.5 }.photo(".png")
        let mask = try #require(RunLengthMask(size: photo.size) { x, _ in x >= side / 2 })
        let cutout = try RawPicture(photo.cutout(mask, margin: 0.2))
        let row = (0..<cutout.size.width).map { cutout.pixel($0, cutout.size.height / 2)[3] }
        #expect(row.first == 0 && row.last == 255)
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
        let edge = row.count { (26...229).contains($0) }
        #expect(edge <= max(2, Int(Double(side) * 0.0025)), "\(edge) pixels from 10 to 90 %")
        let middle = row.firstIndex { $0 >= 128 } ?? 0
        #expect(cutout.size.width - middle == side / 2)
        // The photo's border cuts the object: its edge there stays hard.
        #expect(cutout.pixel(cutout.size.width - 1, 0)[3] == 255)
    }

    @Test("no ground shows the old one", arguments: [TestPicture.Kind.rgb, .rgb16], [200, 600])
    func fringe(kind: TestPicture.Kind, side: Int) throws {
        let size = PixelSize(width: side, height: side / 2)
        // A disc, and arms as thin as the edge itself.
        let (x0, y0) = (side / 2, side / 4)
        let mask = try #require(
            RunLengthMask(size: size) { x, y in
                hypot(Double(x - x0), Double(y - y0)) < Double(side) / 6
                    || (y0..<y0 + 4).contains(y) || (x0..<x0 + 3).contains(x)
            })
        let bitmap = mask.bitmap
        let photo = try TestPicture(size.width, size.height, kind) { x, y, band in
            band == (bitmap[y * size.width + x] == 1 ? 0 : 1) ? 1 : 0
        }.photo(".png")
        let cutout = try RawPicture(photo.cutout(mask))
        // How far the worst pixel is beyond a mixture of pure red and the ground, of 255; grounds are black, white, magenta.
        var (green, red, unseen) = (0.0, 0.0, 0.0)
        for y in 0..<cutout.size.height {
            for x in 0..<cutout.size.width {
                let pixel = cutout.pixel(x, y).map { Double($0) / Double(cutout.most) }
                let alpha = pixel[3]
                for ground in [[0.0, 0], [1, 1], [1, 0]] {
                    let seen = (0..<2).map { pixel[$0] * alpha + ground[$0] * (1 - alpha) }
                    green = max(green, seen[1] - ground[1] * (1 - alpha))
                    red = max(red, alpha + ground[0] * (1 - alpha) - seen[0])
                }
                if alpha == 0 { unseen = max(unseen, pixel[1]) }
            }
        }
        #expect(green * 255 < 2, "the old ground is seen")
        #expect(red * 255 < 2, "the object's colour is not")
        #expect(unseen * 255 < 5, "the old ground is still in the file")
    }

    @Test("a cutout is upright whatever the photo's orientation", arguments: 1...8)
    func upright(orientation: Int) throws {
        let stored = Orientation(tag: orientation).turned(PixelSize(width: 120, height: 80))
        let photo = try TestPicture.gradient(stored.width, stored.height)
            .photo(".tif", metadata: ["orientation": "\(orientation)"])
        let upright = try photo.upright().pixels
        #expect(upright.size == PixelSize(width: 120, height: 80))
        let mask = try #require(RunLengthMask(size: upright.size, columns: 30..<100, rows: 20..<50) { _, _ in true })
        let png = try photo.cutout(mask, margin: 0)
        #expect(try Photo.of(png).orientation == 1)
        let cutout = try RawPicture(png)
        let (left, top) = (65 - cutout.size.width / 2, 35 - cutout.size.height / 2)
        for (x, y) in [(38, 28), (92, 28), (38, 42), (92, 42), (65, 35)] {
            #expect(cutout.pixel(x - left, y - top) == upright.pixel(x, y).map { Int($0) } + [255])
        }
    }

    @Test(
        "a mask at the picture's border is cut there and nowhere else",
        arguments: [(0..<40, 0..<30), (60..<100, 50..<80), (0..<100, 0..<80), (0..<100, 30..<31), (99..<100, 0..<1)])
    func border(columns: Range<Int>, rows: Range<Int>) throws {
        let photo = try TestPicture.gradient(100, 80).photo(".png")
        let mask = try #require(RunLengthMask(size: photo.size, columns: columns, rows: rows) { _, _ in true })
        let cutout = try RawPicture(photo.cutout(mask, margin: 0.1))
        #expect(cutout.size.width <= 100 && cutout.size.height <= 80)
        let corners = [(0, 0), (cutout.size.width - 1, 0), (0, cutout.size.height - 1)]
        let touches = [
            columns.lowerBound == 0 && rows.lowerBound == 0, columns.upperBound == 100 && rows.lowerBound == 0,
            columns.lowerBound == 0 && rows.upperBound == 80,
        ]
        for (corner, touches) in zip(corners, touches) {
            let alpha = cutout.pixel(corner.0, corner.1)[3]
            #expect(touches ? alpha > 100 : alpha == 0, "\(corner)")
        }
    }

    @Test("what shows nothing, or is of another size, is told")
    func refused() throws {
        let photo = try TestPicture.gradient(40, 30).photo(".png")
        let none = try #require(RunLengthMask(size: photo.size, runs: [photo.size.area]))
        for mask in [none, try Self.all(of: PixelSize(width: 30, height: 40))] {
            #expect(ImagingError.thrown { _ = try photo.cutout(mask) }?.code == .outside)
        }
        #expect(try photo.cutout(Self.all(of: photo.size), margin: -3).count > 50)
        #expect(try photo.cutout(Self.all(of: photo.size), margin: .nan).count > 50)
        #expect(try photo.cutout(Self.all(of: photo.size), margin: .infinity).count > 50)
    }

    @Test("a photo that ends in the middle is told")
    func damaged() throws {
        let noise = TestPicture(200, 200) { x, y, band in Double((x * 31 + y * 17 + x * y + band) % 256) / 255 }
        let bytes = try noise.encoded(".png")
        let photo = try Photo.of(Array(bytes[..<(bytes.count / 2)]))
        #expect(ImagingError.thrown { _ = try photo.cutout(Self.all(of: photo.size)) }?.code == .truncated)
    }

    private static func disc(_ x: Double, _ y: Double, _ radius: Double, in size: PixelSize) throws -> RunLengthMask {
        try #require(
            RunLengthMask(size: size) { column, row in
                hypot(Double(column) + 0.5 - x, Double(row) + 0.5 - y) < radius
            })
    }

    private static func all(of size: PixelSize) throws -> RunLengthMask {
        try #require(RunLengthMask(size: size, runs: [0, size.area]))
    }
}

/// A picture's numbers as they are in its file, and its profile.
struct RawPicture {
    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var bands = 0
    private(set) var isWide = false
    private(set) var profile: [UInt8]?
    private var samples: [Int] = []

    /// The largest number of a sample.
    var most: Int { isWide ? 65_535 : 255 }

    init(_ bytes: [UInt8]) throws { try self.init(Photo.of(bytes)) }

    init(_ photo: Photo) throws {
        self = try Imaging.alone { () throws(ImagingError) in
            try photo.decoded { (picture) throws(ImagingError) in try RawPicture(of: picture) }
        }
    }

    private init(of picture: borrowing Picture) throws(ImagingError) {
        size = picture.size
        bands = picture.bands
        isWide = picture.format == VIPS_FORMAT_USHORT
        profile = picture.blob(VIPS_META_ICC_NAME)
        let (count, isWide) = (size.width * bands, isWide)
        var samples: [Int] = []
        try picture.forEachStrip { _, rows, bytes, stride in
            for row in 0..<rows {
                let line = UnsafeRawPointer(bytes + row * stride)
                for index in 0..<count {
                    samples.append(
                        isWide
                            ? Int(line.load(fromByteOffset: index * 2, as: UInt16.self))
                            : Int(line.load(fromByteOffset: index, as: UInt8.self)))
                }
            }
        }
        self.samples = samples
    }

    func pixel(_ x: Int, _ y: Int) -> [Int] { Array(samples[((y * size.width + x) * bands)...].prefix(bands)) }
}
