import Findings
import Foundation
import Imaging
import Reading
import SystemPackage
import TestSupport

/// Pixels that a test reads codes in: a real case, or a canvas that holds some.
struct CasePicture {
    var size: PixelSize
    var bytes: [UInt8]

    /// A picture of the cases, as in `qrcode-1/1.webp`.
    init(_ name: String) throws {
        try self.init(try Cases.file("barcodes/" + name))
    }

    /// Any picture.
    init(_ file: URL) throws {
        let pixels = try Photo.open(FilePath(file.path)).upright().pixels
        size = pixels.size
        bytes = pixels.bytes
    }

    /// A canvas of one grey.
    init(width: Int, height: Int, grey: UInt8 = 255) {
        size = PixelSize(width: width, height: height)
        bytes = [UInt8](repeating: grey, count: width * height * 3)
    }

    /// Sets another picture into this one.
    func with(_ other: CasePicture, atX x: Int, y: Int) -> CasePicture {
        var result = self
        for row in 0..<other.size.height {
            let target = ((y + row) * size.width + x) * 3
            let source = row * other.size.width * 3
            let length = other.size.width * 3
            result.bytes.replaceSubrange(target..<target + length, with: other.bytes[source..<source + length])
        }
        return result
    }

    /// What a reader finds in it.
    func codes(_ reader: CodeReader = CodeReader()) throws -> [Code] {
        try bytes.withUnsafeBytes { try reader.codes(in: $0, size: size) }
    }

    /// What the file beside a case says that its code holds.
    static func payload(_ name: String) throws -> [UInt8] {
        let stem = (name as NSString).deletingPathExtension
        return Array(try Data(contentsOf: try Cases.file("barcodes/" + stem + ".txt")))
    }
}
