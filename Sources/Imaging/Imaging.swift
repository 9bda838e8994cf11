import CVips
import Synchronization

/// The start of libvips and what is true of it in this process.
///
/// libvips is single-threaded here: a worker is a process, and there are as many workers as cores. It keeps one error
/// text for all threads, so a process works on one photo at a time; further threads wait.
public enum Imaging {
    /// Starts libvips once per process; later calls only repeat the first one's answer.
    public static func start() throws(ImagingError) { try started.get() }

    /// The version of libvips, as in "8.14.1".
    public static var libraryVersion: String { String(cString: vips_version_string()) }

    /// Whether this libvips draws the pages of PDFs: its module for that may be missing.
    public static var readsPDFs: Bool { vips_type_find("VipsOperation", "pdfload_buffer") != 0 }

    /// Why labels cannot be drawn, or nil where they can: a bare machine has no font.
    public static func textProblem() -> String? {
        do {
            try start()
            _ = try alone { () throws(ImagingError) in try TextRenderer.coverage(of: "Ag", pixels: 16) }
            return nil
        } catch {
            return "labels cannot be drawn: no font is installed; apt-get install fonts-dejavu-core"
        }
    }

    /// Runs work that calls libvips, with the library's error text to itself; not to be nested.
    static func alone<Result: Sendable>(_ work: () throws(ImagingError) -> Result) throws(ImagingError) -> Result {
        try turn.withLock { _ throws(ImagingError) in try work() }
    }

    private static let turn = Mutex(())

    private static let started: Result<Void, ImagingError> = {
        guard cvips_init("quiver") == 0 else {
            return .failure(
                ImagingError(
                    .library, "libvips could not be started; apt-get install --reinstall libvips42",
                    fault: .environment, detail: VipsErrors.take()))
        }
        cvips_silence()
        // Every photo is another: cached operations would only hold memory.
        vips_cache_set_max(0)
        vips_cache_set_max_mem(0)
        vips_cache_set_max_files(0)
        vips_concurrency_set(1)
        // Loaders that were never fuzzed are off, and so is each that we do not call ourselves.
        vips_block_untrusted_set(1)
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in Picture.loaders { vips_operation_block_set(loader, 0) }
        return .success(())
    }()
}

/// The one place that looks at the result of a libvips call.
///
/// Swift lets the result of a C function be ignored without a word, so calls go through here.
enum VipsErrors {
    /// The library's text since the last call, which is cleared, so that no photo inherits another's.
    static func take() -> String? {
        defer { vips_error_clear() }
        let text = String(cString: vips_error_buffer())
        let lines = text.split(separator: "\n").map(\.trimmingWhitespace).filter { !$0.isEmpty }
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

    private static func reading(_ file: String) -> ImagingError { error(reading: file, detail: take()) }

    /// What a library lacked, in the words of libvips, libjpeg, libpng, libheif and GLib.
    private static let shortages = [
        "out of memory", "insufficient memory", "memory allocation", "unable to allocate", "error creating thread",
    ]

    /// Whose fault a failure is, by the library's own text.
    static func error(reading file: String, detail: String?) -> ImagingError {
        let text = detail?.lowercased() ?? ""
        // Before the shortages: libheif calls this one a memory allocation error too.
        if text.contains("security limit") {
            return ImagingError(
                .limit, "\(file) is larger than the HEIF library takes on; save it as JPEG", detail: detail)
        }
        if shortages.contains(where: text.contains) {
            return ImagingError(
                .memory,
                "not enough memory to read \(file); raise workers.memory, or lower workers.count or limits.pixels",
                fault: .environment, detail: detail)
        }
        let endings = [
            "premature end of input", "premature end of jpeg", "truncated", "end of file", "not enough data",
        ]
        if endings.contains(where: text.contains) {
            return .truncated(file, detail: detail)
        }
        if text.contains("encrypted") || text.contains("password") {
            return ImagingError(.unsupported, "\(file) is locked with a password; save it without one", detail: detail)
        }
        if text.contains("not supported") || text.contains("unsupported") {
            return .unsupported(file, detail: detail)
        }
        return ImagingError(.broken, "\(file) is a broken picture; copy it again from where it came", detail: detail)
    }
}

extension StringProtocol {
    /// Without the white space at both ends.
    var trimmingWhitespace: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
