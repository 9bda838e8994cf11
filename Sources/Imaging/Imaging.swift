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

    /// What hinders drawing labels, nil where nothing does: a bare machine has no font.
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
