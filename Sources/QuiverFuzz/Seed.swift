import CVips

/// A small picture of one kind: what its pixels are, and the options it is written with.
struct Seed {
    /// What the samples of a pixel mean.
    enum Kind {
        case grey, greyAlpha, rgb, rgba, cmyk, grey16, rgb16, rgba16, float

        var bands: Int {
            switch self {
            case .grey, .grey16, .float: 1
            case .greyAlpha: 2
            case .rgb, .rgb16: 3
            case .rgba, .cmyk, .rgba16: 4
            }
        }

        var format: VipsBandFormat {
            switch self {
            case .grey, .greyAlpha, .rgb, .rgba, .cmyk: VIPS_FORMAT_UCHAR
            case .grey16, .rgb16, .rgba16: VIPS_FORMAT_USHORT
            case .float: VIPS_FORMAT_FLOAT
            }
        }

        var interpretation: VipsInterpretation {
            switch self {
            case .grey, .greyAlpha, .float: VIPS_INTERPRETATION_B_W
            case .grey16: VIPS_INTERPRETATION_GREY16
            case .rgb, .rgba: VIPS_INTERPRETATION_sRGB
            case .rgb16, .rgba16: VIPS_INTERPRETATION_RGB16
            case .cmyk: VIPS_INTERPRETATION_CMYK
            }
        }
    }

    let kind: Kind
    /// The file's ending, with its dot.
    let type: String
    /// libvips' options for it.
    let options: String
    var width = 48
    var height = 32
    /// Pictures in the file, one below the other until it is written.
    var pages = 1
    /// Whether it has what cameras write: maker, model, time and orientation.
    var hasCamera = false

    init(_ kind: Kind, _ type: String, _ options: String = "", pages: Int = 1, hasCamera: Bool = false) {
        self.kind = kind
        self.type = type
        self.options = options
        self.pages = pages
        self.hasCamera = hasCamera
    }

    /// A file's name without its ending.
    var name: String {
        let words = options.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return ["\(kind)", words, pages > 1 ? "pages" : "", hasCamera ? "camera" : ""]
            .filter { !$0.isEmpty }.joined(separator: "-")
    }

    /// The file's bytes; nil where libvips cannot write them.
    func encoded() -> [UInt8]? {
        defer { vips_error_clear() }
        let samples = samples
        return samples.withUnsafeBytes { bytes -> [UInt8]? in
            guard
                let plain = vips_image_new_from_memory(
                    bytes.baseAddress, bytes.count, Int32(width), Int32(height * pages), Int32(kind.bands), kind.format)
            else { return nil }
            defer { cvips_unref(plain) }
            var copy: UnsafeMutablePointer<VipsImage>?
            guard cvips_as(plain, kind.interpretation, &copy) == 0, let image = copy else { return nil }
            defer { cvips_unref(image) }
            if pages > 1 { vips_image_set_int(image, VIPS_META_PAGE_HEIGHT, Int32(height)) }
            if hasCamera { addCamera(to: image) }
            var data: UnsafeMutableRawPointer?
            var length = 0
            let suffix = type + (options.isEmpty ? "" : "[\(options)]")
            guard cvips_save(image, suffix, &data, &length) == 0, let data else { return nil }
            defer { g_free(data) }
            return Array(UnsafeRawBufferPointer(start: data, count: length))
        }
    }

    private func addCamera(to image: UnsafeMutablePointer<VipsImage>) {
        let fields = [
            "exif-ifd0-Make": "Fletcher (Fletcher, ASCII, 9 components, 9 bytes)", "exif-ifd0-Model": "F 1 (x)",
            "exif-ifd2-DateTimeOriginal": "2026:05:30 14:05:09", "exif-ifd2-OffsetTimeOriginal": "+02:00",
        ]
        for (name, value) in fields { vips_image_set_string(image, name, value) }
        vips_image_set_int(image, VIPS_META_ORIENTATION, 6)
    }

    /// A gradient with some edges, little enough to keep files small.
    private var samples: [UInt8] {
        var bytes: [UInt8] = []
        for y in 0..<(height * pages) {
            for x in 0..<width {
                for band in 0..<kind.bands {
                    let value = UInt8(truncatingIfNeeded: x * 5 + y * (3 + band) + (x / 8 ^ y / 8) % 2 * 60)
                    switch kind.format {
                    case VIPS_FORMAT_USHORT: bytes += [value, value]
                    case VIPS_FORMAT_FLOAT: withUnsafeBytes(of: Float(value)) { bytes += $0 }
                    default: bytes.append(value)
                    }
                }
            }
        }
        return bytes
    }
}
