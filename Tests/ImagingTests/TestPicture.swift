import CVips
import Findings
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Imaging

/// Pictures made when a test runs, by libvips itself, in any format that it writes.
struct TestPicture: Sendable {
    /// What the samples of a pixel mean.
    enum Kind: Sendable {
        case rgb, rgba, grey, greyAlpha, cmyk, rgb16, grey16, rgba16
    }

    let size: PixelSize
    let kind: Kind
    /// The value of a band at a pixel, 0 to 1.
    let value: @Sendable (_ x: Int, _ y: Int, _ band: Int) -> Double

    init(_ width: Int, _ height: Int, _ kind: Kind = .rgb, value: @escaping @Sendable (Int, Int, Int) -> Double) {
        size = PixelSize(width: width, height: height)
        self.kind = kind
        self.value = value
    }

    /// Red grows to the right, green downwards, blue is in the middle.
    static func gradient(_ width: Int, _ height: Int) -> TestPicture {
        TestPicture(width, height) { x, y, band in
            [Double(x) / Double(max(width - 1, 1)), Double(y) / Double(max(height - 1, 1)), 0.5][band]
        }
    }

    /// The file's bytes; the suffix names the format and libvips' options for it.
    func encoded(_ suffix: String, metadata: [String: String] = [:]) throws -> [UInt8] {
        try Imaging.start()
        let samples = samples
        return try Imaging.alone { () throws(ImagingError) in try encoded(samples, suffix, metadata) }
    }

    private func encoded(
        _ samples: [UInt8], _ suffix: String, _ metadata: [String: String]
    ) throws(ImagingError) -> [UInt8] {
        try samples.withUnsafeBufferPointer { bytes throws(ImagingError) in
            let memory = try VipsErrors.picture(reading: "a test picture") { out in
                out.pointee = vips_image_new_from_memory(
                    bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height), Int32(bands),
                    isWide ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR)
                return out.pointee == nil ? -1 : 0
            }
            let picture = try memory.made { cvips_as($0, interpretation, $1) }
            for (name, value) in metadata { vips_image_set_string(picture.image, name, value) }
            if let orientation = metadata["orientation"].flatMap(Int32.init) {
                vips_image_remove(picture.image, "orientation")
                vips_image_set_int(picture.image, "orientation", orientation)
            }
            var data: UnsafeMutableRawPointer?
            var length = 0
            try VipsErrors.check(cvips_save(picture.image, suffix, &data, &length), reading: "a test picture \(suffix)")
            guard let data else { return [] }
            defer { g_free(data) }
            return Array(UnsafeRawBufferPointer(start: data, count: length))
        }
    }

    /// The opened photo; its file lives in a folder that goes away at once, since a photo holds its bytes.
    func photo(_ suffix: String, metadata: [String: String] = [:], limits: PhotoLimits = .standard) throws -> Photo {
        try Photo.of(encoded(suffix, metadata: metadata), limits: limits)
    }

    private var samples: [UInt8] {
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                for band in 0..<bands {
                    let value = value(x, y, band)
                    if isWide {
                        let wide = UInt16((value * 65_535).rounded())
                        bytes += [UInt8(truncatingIfNeeded: wide), UInt8(truncatingIfNeeded: wide >> 8)]
                    } else {
                        bytes.append(UInt8((value * 255).rounded()))
                    }
                }
            }
        }
        return bytes
    }

    private var bands: Int {
        switch kind {
        case .grey, .grey16: 1
        case .greyAlpha: 2
        case .rgb, .rgb16: 3
        case .rgba, .rgba16, .cmyk: 4
        }
    }

    private var isWide: Bool { [.rgb16, .grey16, .rgba16].contains(kind) }

    private var interpretation: VipsInterpretation {
        switch kind {
        case .rgb, .rgba: VIPS_INTERPRETATION_sRGB
        case .grey, .greyAlpha: VIPS_INTERPRETATION_B_W
        case .cmyk: VIPS_INTERPRETATION_CMYK
        case .rgb16, .rgba16: VIPS_INTERPRETATION_RGB16
        case .grey16: VIPS_INTERPRETATION_GREY16
        }
    }
}

extension Photo {
    /// A photo of these bytes, under a name that says nothing.
    static func of(
        _ bytes: [UInt8], limits: PhotoLimits = .standard, strict: Bool = false, window: GreyWindow? = nil
    ) throws -> Photo {
        let folder = try TemporaryFolder()
        let file = folder["photo.bin"]
        try Data(bytes).write(to: file)
        return try Photo.open(FilePath(file.path), limits: limits, strict: strict, window: window)
    }
}

extension PixelBuffer {
    /// The pixel at a place.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let offset = (y * size.width + x) * 3
        return Array(bytes[offset..<(offset + 3)])
    }

    /// The mean absolute difference of all samples, of 255.
    func meanDifference(from other: PixelBuffer) -> Double {
        guard size == other.size else { return .infinity }
        var sum = 0
        for (a, b) in zip(bytes, other.bytes) { sum += abs(Int(a) - Int(b)) }
        return Double(sum) / Double(bytes.count)
    }
}

/// True where each sample is at most this far from the expected one.
func near(_ pixel: [UInt8], _ expected: [Int], within tolerance: Int = 3) -> Bool {
    zip(pixel, expected).allSatisfy { abs(Int($0) - $1) <= tolerance }
}

extension ImagingError {
    /// The error that a closure throws, nil where it throws none of ours.
    static func thrown(by body: () throws -> Void) -> ImagingError? {
        do {
            try body()
            return nil
        } catch {
            guard let error = error as? ImagingError else {
                Issue.record("not an error of this module: \(error)")
                return nil
            }
            return error
        }
    }
}
