import CVips
import Findings
import Foundation

/// What the camera wrote about a photo.
public struct CameraNote: Sendable, Hashable {
    /// When the photo was taken, by the camera's clock: `2026-05-30T14:05:09`, with the offset where it is known.
    public var captured: String?
    /// The maker's name.
    public var make: String?
    /// The camera's name.
    public var model: String?

    init() {}

    /// Reads the EXIF fields of a header; texts that are no plain time or name are left out.
    init(_ picture: borrowing Picture) {
        let time = picture.text("exif-ifd2-DateTimeOriginal") ?? picture.text("exif-ifd0-DateTime")
        captured = time.flatMap { Self.time($0, offset: picture.text("exif-ifd2-OffsetTimeOriginal")) }
        make = picture.text("exif-ifd0-Make").flatMap(Self.name)
        model = picture.text("exif-ifd0-Model").flatMap(Self.name)
    }

    /// EXIF's `2026:05:30 14:05:09` in the form of ISO 8601; nil where it is not one.
    static func time(_ text: String, offset: String?) -> String? {
        guard let match = text.wholeMatch(of: #/(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/#), match.1 != "0000" else {
            return nil
        }
        let zone = offset?.wholeMatch(of: #/[+-]\d\d:\d\d/#).map { String($0.0) } ?? ""
        return "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)\(zone)"
    }

    /// A name of printable characters, at most 64; nil where nothing is left.
    private static func name(_ text: String) -> String? {
        let name = text.plainText(atMost: 64).trimmingWhitespace
        return name.isEmpty ? nil : name
    }
}

extension Picture {
    /// The text of an EXIF field without what libvips adds: `value (value, ASCII, 20 components, 20 bytes)`.
    func text(_ name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard vips_image_get_typeof(image, name) != 0, vips_image_get_string(image, name, &value) == 0, let value else {
            return nil
        }
        let whole = String(cString: value)
        // The value stands there twice, and may have brackets of its own.
        var start = whole.startIndex
        while let bracket = whole.range(of: " (", range: start..<whole.endIndex) {
            let text = whole[..<bracket.lowerBound]
            if whole[bracket.upperBound...].hasPrefix(text + ", ") { return String(text).trimmingWhitespace }
            start = bracket.upperBound
        }
        return whole.trimmingWhitespace
    }
}

extension String {
    fileprivate var trimmingWhitespace: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
