import Findings

/// A picture or a page that cannot be worked on, in a sentence for people.
public struct PagesError: ReportableError, Hashable {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// The bytes are not three for each pixel of the size.
        case pixels
        /// The corners of a page do not frame an area.
        case corners
        /// A setting is outside its range.
        case setting
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `corners`.
    public var codeName: String { code.rawValue }
    /// What is wrong, and what to do next.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault

    /// An error with its sentence.
    public init(_ code: Code, _ message: String, fault: Fault = .input) {
        self.code = code
        self.message = message
        self.fault = fault
    }

    /// The sentence.
    public var description: String { message }

    /// Checks that a picture has three bytes for each pixel.
    static func check(_ pixels: UnsafeRawBufferPointer, _ size: PixelSize) throws(PagesError) {
        let (area, tooLarge) = size.width.multipliedReportingOverflow(by: size.height)
        let (bytes, tooMany) = area.multipliedReportingOverflow(by: 3)
        guard size.width > 0, size.height > 0, !tooLarge, !tooMany, pixels.count == bytes else {
            throw PagesError(
                .pixels,
                "a picture of \(size.width) by \(size.height) pixels needs three bytes a pixel, and \(pixels.count) came",
                fault: .quiver)
        }
    }
}
