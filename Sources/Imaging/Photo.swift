import CVips
import Findings
import SystemPackage
import SystemValues

/// A photo file whose header has been read and found within the limits; of a file with pages one page.
///
/// The file is held as bytes; each use decodes what it needs and no more. Immutable.
public final class Photo: Sendable {
    /// Where the file was.
    public let path: FilePath
    /// What its content is.
    public let format: PhotoFormat
    /// The upright size, in which all coordinates of results are.
    public let size: PixelSize
    /// The EXIF orientation, 1 to 8; a tag outside that counts as 1.
    public let orientation: Int
    /// The number of frames or pages in the file, without a TIFF's previews; the first, or a HEIC's primary one, is the photo
    /// where it has no pages.
    public let frames: Int
    /// Which page it is, from 1 on.
    public let page: Int
    /// What the camera wrote about it.
    public let camera: CameraNote

    /// How the file shows light that is brighter than white; nil where it does not.
    public var dynamicRange: DynamicRange? { light?.range }

    let contents: [UInt8]
    let light: BrightLight?
    let stored: PixelSize
    let strict: Bool
    let window: GreyWindow?
    /// Pixels per inch with which a PDF's page is drawn.
    let resolution: Double
    private let limits: PhotoLimits
    /// The page's place in the file, from 1 on.
    private let place: Int

    /// - Parameters:
    ///   - place: Of the page in the file, from 1 on.
    ///   - previews: How many pictures of the file are no pages.
    private init(
        path: FilePath, format: PhotoFormat, contents: [UInt8], page: Int, place: Int, previews: Int,
        resolution: Double, limits: PhotoLimits, strict: Bool, window: GreyWindow?, header: borrowing Picture
    ) {
        self.path = path
        self.format = format
        self.contents = contents
        self.page = page
        self.place = place
        self.resolution = resolution
        self.limits = limits
        light = BrightLight(of: contents, format: format)
        self.strict = strict
        self.window = window
        camera = CameraNote(header)
        stored = header.size
        frames = max(header.frames - previews, 1)
        orientation = header.orientation.tag
        size = header.orientation.turned(header.size)
    }

    /// Reads a file and its header, and checks every limit; no pixel is decoded.
    ///
    /// - Parameters:
    ///   - strict: Refuses pictures whose decoder complains, and not only those that end too early.
    ///   - window: Which numbers of 16-bit grey become black and white; nil for those of the picture where it uses a quarter
    ///     of the range or less.
    public static func open(
        _ path: FilePath, limits: PhotoLimits = .standard, strict: Bool = false, window: GreyWindow? = nil
    ) throws(ImagingError) -> Photo {
        try Imaging.start()
        return try Photo.read(FileContents.read(path, limits: limits), path, limits, strict, window)
    }

    /// The same for a file that is open already, which stays the caller's to close.
    ///
    /// - Parameter path: Its name, for messages alone: nothing is opened.
    public static func open(
        _ file: FileDescriptor, named path: FilePath, limits: PhotoLimits = .standard, strict: Bool = false,
        window: GreyWindow? = nil
    ) throws(ImagingError) -> Photo {
        try Imaging.start()
        return try Photo.read(FileContents.read(file, named: path, limits: limits), path, limits, strict, window)
    }

    private static func read(
        _ whole: [UInt8], _ path: FilePath, _ limits: PhotoLimits, _ strict: Bool, _ window: GreyWindow?
    ) throws(ImagingError) -> Photo {
        let file = PercentEscape.printable(path)
        var contents = whole
        guard let format = PhotoFormat(content: contents) else {
            let what = PhotoFormat.name(ofForeign: contents).map { "is \($0), not" } ?? "is not"
            throw ImagingError(
                .unknownFormat,
                "\(file) \(what) a JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF or BMP picture, or a PDF; convert it")
        }
        if format.endsInZeros(contents) { throw .truncated(file, detail: "it ends in zeros") }
        if format == .png { contents = PNGTexts.limited(contents) }
        return try page(1, of: contents, format, path, limits, strict, window)
    }

    /// Another page of the same file; its header is read and found within the limits.
    ///
    /// - Parameter number: From 1 on; only formats with pages have a second.
    public func page(_ number: Int) throws(ImagingError) -> Photo {
        guard number == 1 || format.hasPages && (1...max(frames, 1)).contains(number) else {
            throw ImagingError(.outside, "\(PercentEscape.printable(path)) has no page \(number)")
        }
        return try Self.page(number, of: contents, format, path, limits, strict, window)
    }

    private static func page(
        _ page: Int, of contents: [UInt8], _ format: PhotoFormat, _ path: FilePath, _ limits: PhotoLimits,
        _ strict: Bool, _ window: GreyWindow?
    ) throws(ImagingError) -> Photo {
        let file = PercentEscape.printable(path)
        let directories = format == .tiff ? TIFFDirectories(contents, atMost: limits.frames + 1) : nil
        let place = directories?.directory(ofPage: page) ?? page
        let previews = directories?.previews.count ?? 0
        if let directories { try limits.check(directories, directory: place, of: file) }
        return try Imaging.alone { () throws(ImagingError) in
            var resolution = 72.0
            if format == .pdf {
                resolution = try load(contents, as: format, page: place, file: file, strict: strict) {
                    (points) throws(ImagingError) in limits.resolution(of: points.size)
                }
            }
            return try load(contents, as: format, page: place, resolution: resolution, file: file, strict: strict) {
                (header) throws(ImagingError) in
                try limits.check(header.size, frames: header.frames, of: file)
                return Photo(
                    path: path, format: format, contents: contents, page: page, place: place, previews: previews,
                    resolution: resolution, limits: limits, strict: strict, window: window, header: header)
            }
        }
    }

    /// Decodes, in whole or reduced; to be called in ``Imaging/alone(_:)``.
    ///
    /// The picture must not leave the closure, for it reads from `contents`.
    func decoded<Result>(
        shrink: Int = 1, _ body: (consuming Picture) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try Self.load(
            contents, as: format, page: place, resolution: resolution, file: PercentEscape.printable(path),
            strict: strict, shrink: shrink, body)
    }

    private static func load<Result>(
        _ contents: [UInt8], as format: PhotoFormat, page: Int, resolution: Double = 72, file: String, strict: Bool,
        shrink: Int = 1,
        _ body: (consuming Picture) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        do throws(ImagingError) {
            return try contents.withUnsafeBufferPointer { bytes throws(ImagingError) in
                let result = try body(
                    Picture.load(
                        bytes, as: format, page: page - 1, resolution: resolution, file: file, strict: strict,
                        shrink: shrink))
                // The JPEG loader acts on a complaint when it reads the next strip: after the last one it does not.
                if strict { try VipsErrors.checkNothingSaid(reading: file) }
                return result
            }
        } catch {
            // Decoders report much as broken that is merely cut off, and the remedies differ.
            throw error.code == .broken && format.endsEarly(contents) ? .truncated(file, detail: error.detail) : error
        }
    }
}
