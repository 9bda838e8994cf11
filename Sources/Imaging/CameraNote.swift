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
        guard let match = text.wholeMatch(of: #/(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/#) else { return nil }
        let numbers = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) }
        guard numbers.count == 6, isMoment(numbers) else { return nil }
        let zone = offset.flatMap(Self.zone) ?? ""
        return "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)\(zone)"
    }

    /// Whether year, month, day, hour, minute and second are of the calendar: an unset clock shows zeros, and a header
    /// may contain anything.
    private static func isMoment(_ numbers: [Int]) -> Bool {
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard year > 0, (1...12).contains(month) else { return false }
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day) && (0...23).contains(numbers[3]) && (0...59).contains(numbers[4])
            && (0...59).contains(numbers[5])
    }

    /// An offset from UTC that is in use somewhere: from -12:00 to +14:00.
    private static func zone(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: #/([+-])(\d\d):(\d\d)/#), let hours = Int(match.2),
            let minutes = Int(match.3),
            minutes < 60, hours * 60 + minutes <= (match.1 == "+" ? 14 : 12) * 60
        else { return nil }
        return text
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
            if whole[bracket.upperBound...].hasPrefix(text + ", ") { return text.trimmingWhitespace }
            start = bracket.upperBound
        }
        return whole.trimmingWhitespace
    }
}
