import CVips

/// The one place that looks at the result of a libvips call.
///
/// Swift lets the result of a C function be ignored without a word, so calls go through here.
enum VipsErrors {
    /// The library's text since the last call, which is cleared, so that no photo inherits another's.
    static func take() -> String? {
        defer { vips_error_clear() }
        let text = String(cString: vips_error_buffer())
        let lines = text.split(separator: "\n").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
        var distinct: [String] = []
        for line in lines where !distinct.contains(line) { distinct.append(line) }
        return distinct.isEmpty ? nil : distinct.prefix(4).joined(separator: "; ")
    }

    /// Throws for the status of a call that failed while it worked on this file.
    static func check(_ status: Int32, reading file: String) throws(ImagingError) {
        guard status != 0 else { return }
        throw reading(file)
    }

    /// Throws if the library left a complaint about work that it finished all the same.
    static func checkNothingSaid(reading file: String) throws(ImagingError) {
        guard vips_error_buffer().pointee != 0 else { return }
        throw reading(file)
    }

    /// A picture out of a call that makes one.
    static func picture(
        reading file: String, _ call: (_ out: UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws(ImagingError) -> Picture {
        var out: UnsafeMutablePointer<VipsImage>?
        let status = call(&out)
        guard status == 0, let out else { throw reading(file) }
        // A call that helped itself, as with a damaged profile, leaves its text for the next failure to inherit.
        vips_error_clear()
        return Picture(taking: out, file: file)
    }

    private static func reading(_ file: String) -> ImagingError {
        let detail = take()
        let text = detail?.lowercased() ?? ""
        if text.contains("out of memory") || text.contains("unable to allocate") {
            return ImagingError(
                .memory, "not enough memory to read \(file); give the workers more or lower limits.pixels",
                fault: .environment, detail: detail)
        }
        let endings = [
            "premature end of input", "premature end of jpeg", "truncated", "end of file", "not enough data",
        ]
        if endings.contains(where: text.contains) {
            return .truncated(file, detail: detail)
        }
        if text.contains("security limit") {
            return ImagingError(
                .limit, "\(file) is larger than the HEIF library takes on; save it as JPEG", detail: detail)
        }
        if text.contains("not supported") || text.contains("unsupported") {
            return .unsupported(file, detail: detail)
        }
        return ImagingError(.broken, "\(file) is a broken picture; copy it again from where it came", detail: detail)
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
