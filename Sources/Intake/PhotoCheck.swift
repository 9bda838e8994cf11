import Findings
import SystemPackage
import SystemValues

/// What an open file is by its own bytes, for code that puts a file into a watched folder.
public enum PhotoCheck: Sendable, Hashable {
    /// A photo of a format that is read; nothing says that bytes are missing.
    case photo(PhotoFormat)
    /// A photo that ends before its format says so.
    case cutOff(PhotoFormat)
    /// No photo, or one of a format that is not read.
    case foreign

    /// Looks into a file of `size` bytes; blocks.
    public static func look(at descriptor: FileDescriptor, size: Int64) throws(Errno) -> PhotoCheck {
        var bytes = [UInt8](repeating: 0, count: SniffedFormat.wantedBytes)
        let count = try Syscalls.read(descriptor.rawValue, into: &bytes, at: 0)
        guard let sniffed = SniffedFormat(firstBytes: Array(bytes[..<count])),
            let format = PhotoFormat(rawValue: sniffed.rawValue)
        else { return .foreign }
        let completeness = try Completeness.of(descriptor: descriptor.rawValue, size: size, format: sniffed)
        return completeness == .cutOff ? .cutOff(format) : .photo(format)
    }
}

extension PhotoFormat {
    /// How the names of such files end, without the dot.
    public var fileEnding: String {
        switch self {
        case .jpeg: "jpg"
        case .tiff: "tif"
        case .png, .webp, .gif, .heic, .avif, .pdf, .bmp: rawValue
        }
    }
}
