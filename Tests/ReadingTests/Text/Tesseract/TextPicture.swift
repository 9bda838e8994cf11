import Findings
import Foundation
import Imaging
import Reading
import SystemPackage
import TestSupport

/// A picture to be read, and the ways in which tests turn it.
struct TextPicture {
    let size: PixelSize
    let bytes: [UInt8]

    init(size: PixelSize, bytes: [UInt8]) {
        self.size = size
        self.bytes = bytes
    }

    init(case relative: String) throws { try self.init(file: Cases.file(relative)) }

    init(file: URL) throws {
        let photo = try Photo.open(FilePath(file.path)).upright()
        self.init(size: photo.pixels.size, bytes: photo.pixels.bytes)
    }

    /// One grey value for each pixel.
    init(size: PixelSize, grey: (Int, Int) -> UInt8) {
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width { bytes += [UInt8](repeating: grey(x, y), count: 3) }
        }
        self.init(size: size, bytes: bytes)
    }

    func read(by reader: TesseractReader) throws -> PageText {
        try bytes.withUnsafeBytes { try reader.lines(in: $0, size: size) }
    }

    /// Turned clockwise about its middle on a white sheet that holds all of it.
    func turned(degrees: Double) -> TextPicture {
        let map = Turn(degrees: degrees, size: size)
        let whole = PixelSize(width: map.size.width, height: map.size.height)
        let turned = bytes.withUnsafeBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: whole.area * 3) { target, count in
                for y in 0..<whole.height {
                    for x in 0..<whole.width {
                        let from = map.original(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                        let value = sample(source, from.x - 0.5, from.y - 0.5)
                        let place = (y &* whole.width &+ x) &* 3
                        target.initializeElement(at: place, to: value)
                        target.initializeElement(at: place &+ 1, to: value)
                        target.initializeElement(at: place &+ 2, to: value)
                    }
                }
                count = whole.area * 3
            }
        }
        return TextPicture(size: whole, bytes: turned)
    }

    /// The first band between four pixels, white outside.
    private func sample(_ source: UnsafeBufferPointer<UInt8>, _ x: Double, _ y: Double) -> UInt8 {
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        guard left >= 0, top >= 0, left &+ 1 < size.width, top &+ 1 < size.height else { return 255 }
        let (u, v) = (x - Double(left), y - Double(top))
        let (here, row) = ((top &* size.width &+ left) &* 3, size.width &* 3)
        let upper = Double(source[here]) * (1 - u) + Double(source[here &+ 3]) * u
        let lower = Double(source[here &+ row]) * (1 - u) + Double(source[here &+ row &+ 3]) * u
        return UInt8(min(max(upper * (1 - v) + lower * v, 0), 255))
    }
}

/// The map between a picture and the same one turned.
struct Turn {
    let size: PixelSize
    private let old: PixelSize
    private let cosine: Double
    private let sine: Double

    init(degrees: Double, size old: PixelSize) {
        self.old = old
        let radians = degrees * .pi / 180
        (cosine, sine) = (cos(radians), sin(radians))
        let (width, height) = (Double(old.width), Double(old.height))
        size = PixelSize(
            width: Int((abs(width * cosine) + abs(height * sine)).rounded()),
            height: Int((abs(width * sine) + abs(height * cosine)).rounded()))
    }

    /// Where a point of the turned picture lies in the old one.
    func original(_ point: Point) -> Point {
        let (u, v) = (point.x - Double(size.width) / 2, point.y - Double(size.height) / 2)
        return Point(
            x: u * cosine + v * sine + Double(old.width) / 2, y: v * cosine - u * sine + Double(old.height) / 2)
    }

    /// Where a point of the old picture lies in the turned one.
    func turned(_ point: Point) -> Point {
        let (u, v) = (point.x - Double(old.width) / 2, point.y - Double(old.height) / 2)
        return Point(
            x: u * cosine - v * sine + Double(size.width) / 2, y: u * sine + v * cosine + Double(size.height) / 2)
    }
}

/// How many characters must be changed, as a share of the true text's; spaces and line ends count as one space.
func characterErrors(_ text: String, truth: String) -> Double {
    let read = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars.map(\.value)
    let wanted = truth.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars.map(\.value)
    var row = Array(0...read.count)
    for (index, letter) in wanted.enumerated() {
        var diagonal = index
        row[0] = index + 1
        for (column, other) in read.enumerated() {
            let changed = diagonal + (letter == other ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
        }
    }
    return Double(row.last ?? 0) / Double(max(wanted.count, 1))
}

extension PageText {
    /// The lines' texts, one a line; an empty line parts paragraphs.
    var text: String {
        var text = ""
        for (line, earlier) in zip(lines, [nil] + lines.map(Optional.some)) {
            if let earlier { text += earlier.paragraph == line.paragraph ? "\n" : "\n\n" }
            text += line.text
        }
        return text
    }
}
