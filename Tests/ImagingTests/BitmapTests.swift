import Findings
import Testing

@testable import Imaging

/// Windows bitmaps, which Quiver reads by itself.
@Suite struct BitmapTests {
    /// A bitmap file in parts that a test may spoil.
    struct File: Sendable {
        var header = 40
        var width: Int32 = 5
        var height: Int32 = 3
        var bits = 24
        var compression: UInt32 = 0
        var masks: [UInt32] = []
        var colours: UInt32 = 0
        var palette: [[UInt8]] = []
        var offset: UInt32?
        /// Taken away at the end.
        var cut = 0

        /// Red grows to the right and green downwards, 40 a pixel.
        static func colour(_ x: Int, _ y: Int) -> [UInt8] {
            [UInt8(truncatingIfNeeded: 40 * x), UInt8(truncatingIfNeeded: 40 * y), 7]
        }

        var bytes: [UInt8] {
            func little(_ value: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
            var head: [UInt8] = little(UInt32(header), 4)
            if header == 12 {
                head += little(UInt32(width), 2) + little(UInt32(height), 2) + little(1, 2) + little(UInt32(bits), 2)
            } else {
                head += little(UInt32(bitPattern: width), 4) + little(UInt32(bitPattern: height), 4) + little(1, 2)
                head +=
                    little(UInt32(bits), 2) + little(compression, 4) + little(0, 12) + little(colours, 4) + little(0, 4)
                if header > 40 { head += masks.flatMap { little($0, 4) } }
                head += [UInt8](repeating: 0, count: max(header - head.count, 0))
                if header == 40 { head += masks.flatMap { little($0, 4) } }
            }
            head += palette.flatMap { colour in colour.reversed() + (header == 12 ? [] : [0]) }
            var rows: [UInt8] = []
            let (across, down) = (Int(min(max(width, 0), 64)), Int(min(height.magnitude, 64)))
            for row in 0..<down {
                let y = height < 0 ? row : down - 1 - row
                var line: [UInt8] = []
                for x in 0..<across {
                    let colour = Self.colour(x, y)
                    switch bits {
                    case 8: line.append(UInt8(truncatingIfNeeded: y * across + x))
                    case 32: line += colour.reversed() + [0]
                    default: line += colour.reversed()
                    }
                }
                rows += line + [UInt8](repeating: 9, count: (4 - line.count % 4) % 4)
            }
            let begin = offset ?? UInt32(14 + head.count)
            let whole = Array("BM".utf8) + little(0, 4) + little(0, 4) + little(begin, 4) + head + rows
            return Array(whole.dropLast(cut))
        }
    }

    /// Only the header is read, so that no file of this size is needed.
    @Test(arguments: [File(width: 800_000_000, height: 1), File(width: 1, height: .min, bits: 32)])
    func whatLibvipsCannotCountIsRefused(file: File) {
        file.bytes.withUnsafeBufferPointer { bytes in
            let large = UnsafeBufferPointer(start: bytes.baseAddress, count: 1 << 40)
            let error = #expect(throws: ImagingError.self) { _ = try Bitmap(large, file: "a.bmp") }
            #expect(error?.code == .unsupported)
        }
    }

    private static let colours = (0..<15).map { File.colour($0 % 5, $0 / 5) }
    private static let usual: [UInt32] = [0xFF_0000, 0xFF00, 0xFF]

    @Test(arguments: [
        File(), File(height: -3), File(bits: 32), File(bits: 32, compression: 3, masks: usual),
        File(header: 124, bits: 32, compression: 3, masks: usual + [0xFF00_0000]), File(header: 12),
        File(bits: 8, colours: 15, palette: colours), File(header: 12, bits: 8, palette: colours),
        File(header: 108, height: -3, bits: 8, palette: colours),
    ]) func everyPixelIsWhereItBelongs(file: File) throws {
        let photo = try Photo.of(file.bytes)
        #expect(photo.format == .bmp && photo.size == PixelSize(width: 5, height: 3) && photo.frames == 1)
        let pixels = try photo.upright().pixels
        for y in 0..<3 {
            for x in 0..<5 { #expect(pixels.pixel(x, y) == File.colour(x, y), "\(x), \(y)") }
        }
        #expect(try photo.input(PixelSize(width: 64, height: 64)).0.size.width == 64)
        #expect(try photo.upright().annotated([]).starts(with: [0xFF, 0xD8]))
    }

    /// Colours that the palette does not have are black.
    @Test func aShortPaletteIsNotReadBeyondItsEnd() throws {
        let file = File(bits: 8, colours: 2, palette: [[255, 0, 0], [0, 255, 0]])
        let pixels = try Photo.of(file.bytes).upright().pixels
        #expect(pixels.pixel(1, 0) == [0, 255, 0] && pixels.pixel(2, 0) == [0, 0, 0])
    }

    @Test(
        arguments: [
            (File(bits: 4), .unsupported), (File(bits: 16), .unsupported),
            (File(bits: 8, compression: 1), .unsupported),
            (File(bits: 32, compression: 3, masks: [1, 2, 3]), .unsupported),
            (File(bits: 24, compression: 3), .unsupported),
            (File(compression: 4), .unsupported), (File(width: 0), .broken), (File(width: -5), .broken),
            (File(height: 0), .broken), (File(offset: 20), .broken), (File(bits: 8, offset: 54), .broken),
            (File(offset: .max), .truncated), (File(cut: 1), .truncated), (File(cut: 52), .truncated),
            (File(width: .max, height: .max), .truncated), (File(width: .max, height: .min), .truncated),
            (File(width: 65_500, height: 65_500), .truncated), (File(height: 1 << 30, bits: 32), .truncated),
        ] as [(File, ImagingError.Code)])
    func whatIsNoSoundBitmapIsRefused(file: File, code: ImagingError.Code) throws {
        let error = ImagingError.thrown { _ = try Photo.of(file.bytes).upright() }
        #expect(error?.code == code && error?.fault == .input, "\(error?.description ?? "no error")")
    }

    @Test func limitsHoldBeforeAPixelIsRead() throws {
        let error = ImagingError.thrown { _ = try Photo.of(File().bytes, limits: PhotoLimits(pixels: 14)) }
        #expect(error?.code == .limit)
        #expect(ImagingError.thrown { _ = try Photo.of(File().bytes, limits: PhotoLimits(side: 4)) }?.code == .limit)
    }

    /// Whatever is cut off or changed: an answer or an error of the input, and never more.
    @Test func spoiltFilesAreRefusedOrRead() throws {
        for file in [
            File(), File(header: 12, bits: 8, palette: Self.colours), File(bits: 32, compression: 3, masks: Self.usual),
        ] {
            let bytes = file.bytes
            for place in 0..<min(bytes.count, 80) {
                for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] where bytes[place] != value {
                    var spoilt = bytes
                    spoilt[place] = value
                    let limits = PhotoLimits(pixels: 1 << 20)
                    let error = ImagingError.thrown { _ = try Photo.of(spoilt, limits: limits).upright() }
                    #expect(error == nil || error?.fault == .input, "\(place) \(value)")
                }
                #expect(ImagingError.thrown { _ = try Photo.of(Array(bytes.prefix(place))).upright() }?.fault == .input)
            }
        }
    }
}
