import Findings
import SystemPackage

/// Why a photo could not be read, fitted, annotated or cut.
///
/// `message` names the file, what was wrong and what to do; `detail` is the library's or the system's own text.
public struct ImagingError: ReportableError, Hashable {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// The file has no bytes.
        case empty
        /// The content is none of the picture formats that Quiver reads.
        case unknownFormat
        /// A limit of the settings is exceeded.
        case limit
        /// The picture ends before its last row.
        case truncated
        /// The picture's content contradicts its format.
        case broken
        /// The picture uses a part of its format that libvips cannot read.
        case unsupported
        /// The path is a folder, a device or a pipe.
        case notAFile
        /// The file is no longer there.
        case gone
        /// The file was written to while it was read.
        case changed
        /// The file may not be read by this user.
        case permission
        /// The disk or the share failed.
        case unreadable
        /// There was not enough memory.
        case memory
        /// A box or mask to cut out has no pixel inside the photo, or a mask is of another size.
        case outside
        /// The picture could not be written as a JPEG or PNG.
        case encoding
        /// libvips could not be started.
        case library
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `truncated`.
    public var codeName: String { code.rawValue }
    /// One sentence for users: which file, what was wrong, what to do.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault
    /// The library's own text, where there is one.
    public let detail: String?

    init(_ code: Code, _ message: String, fault: Fault = .input, detail: String? = nil) {
        self.code = code
        self.message = message
        self.fault = fault
        self.detail = detail
    }

    /// The sentence, and after it the library's own text.
    public var description: String {
        guard let detail else { return message }
        return "\(message) (\(detail))"
    }

    /// A failed system call on the file itself.
    init(_ error: Errno, reading file: String) {
        let detail = error.description
        switch error {
        case .noSuchFileOrDirectory, .notDirectory:
            self.init(.gone, "\(file) is no longer there", fault: .environment, detail: detail)
        case .permissionDenied, .notPermitted:
            self.init(
                .permission, "\(file) may not be read by this user; allow it with chmod or run as its owner",
                fault: .environment, detail: detail)
        case .isDirectory:
            self.init(.notAFile, "\(file) is a folder, not a photo", detail: detail)
        case .fileNameTooLong, .tooManySymbolicLinkLevels:
            self.init(.unreadable, "\(file) cannot be opened; rename or move it", detail: detail)
        case .noMemory:
            self.init(.memory, "not enough memory to read \(file)", fault: .environment, detail: detail)
        default:
            self.init(
                .unreadable, "\(file) cannot be read; check the disk or the share", fault: .environment, detail: detail)
        }
    }

    /// A picture that lacks its last rows.
    static func truncated(_ file: String, detail: String?) -> ImagingError {
        ImagingError(.truncated, "\(file) ends in the middle; copy it again from where it came", detail: detail)
    }

    /// A picture that is made in a way which is not read.
    static func unsupported(_ file: String, detail: String?) -> ImagingError {
        ImagingError(
            .unsupported, "\(file) is a variant of its format that Quiver cannot read; save it as JPEG or PNG",
            detail: detail)
    }

    /// A picture that is larger than the settings allow.
    static func limit(_ file: String, _ what: String, setting: String, value: Int) -> ImagingError {
        ImagingError(
            .limit, "\(file) has \(what), more than the limit \(setting) = \(value); raise it to read this photo")
    }
}
