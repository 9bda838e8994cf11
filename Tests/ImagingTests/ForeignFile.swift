import CVips
import Foundation
import TestSupport
import Testing

@testable import Imaging

/// One file of a type that libvips or a program beside it would read and Quiver does not.
struct ForeignFile: Sendable, CustomTestStringConvertible {
    /// How libvips left to itself would find a loader for it.
    enum Reach: Sendable {
        /// By its bytes, wherever they are.
        case content
        /// By its bytes, in a file only.
        case file
        /// Never by itself: the loader has to be asked for, or needs more than a few bytes.
        case askedFor
    }

    let type: String
    let reach: Reach
    let bytes: [UInt8]

    init(_ type: String, _ reach: Reach, _ bytes: [UInt8]) {
        self.type = type
        self.reach = reach
        self.bytes = bytes
    }

    init(_ type: String, _ reach: Reach, _ text: String) { self.init(type, reach, Array(text.utf8)) }

    var testDescription: String { type }

    /// The name of the loader that libvips would use for the file at a path or for its bytes; nil for none.
    func loader(at path: String) -> String? {
        defer { vips_error_clear() }
        let found = vips_foreign_find_load(path) ?? vips_foreign_find_load_buffer(bytes, bytes.count)
        return found.map { String(cString: $0) }
    }

    /// Writes it into a folder under a name of its type or another's.
    func write(to folder: TemporaryFolder, ending: String? = nil) throws -> String {
        let file = folder["foreign.\(ending ?? type)"]
        try Data(bytes).write(to: file)
        return file.path
    }
}

extension ForeignFile {
    static let all: [ForeignFile] = [
        ForeignFile("svg", .content, #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>"#),
        ForeignFile("csv", .file, "1,2,3\n4,5,6\n7,8,9\n"),
        ForeignFile("ppm", .file, "P6 2 2 255\nabcdefghijkl"),
        ForeignFile("pfm", .file, "PF\n1 1\n-1.0\nabcdefghijkl"),
        ForeignFile("hdr", .content, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd"),
        ForeignFile("fits", .file, "SIMPLE  =                    T" + String(repeating: " ", count: 2850)),
        ForeignFile("mat", .file, "MATLAB 5.0 MAT-file, Platform: GLNXA64" + String(repeating: " ", count: 90)),
        ForeignFile("txt", .file, "3 1\n1 2 3\n"),
        // The header's length is the first number, and the format's only mark.
        ForeignFile("img", .file, [0, 0, 1, 0x5C] + [UInt8](repeating: 0, count: 344)),
        ForeignFile("nii", .askedFor, [0x5C, 1, 0, 0] + [UInt8](repeating: 0, count: 340) + Array("n+1\u{0}".utf8)),
        ForeignFile("exr", .file, [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0] + [UInt8](repeating: 0, count: 60)),
        ForeignFile("jp2", .content, jp2 + [UInt8](repeating: 0, count: 60)),
        ForeignFile("j2k", .content, [0xFF, 0x4F, 0xFF, 0x51] + [UInt8](repeating: 0, count: 60)),
        ForeignFile("jxl", .content, [0xFF, 0x0A] + [UInt8](repeating: 0, count: 60)),
        ForeignFile("v", .file, [0x08, 0xF2, 0xA6, 0xB6] + [UInt8](repeating: 0, count: 100)),
        ForeignFile("raw", .askedFor, [UInt8](repeating: 0x7F, count: 300)),
        ForeignFile("cr2", .askedFor, [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0, 0, 0, 0, 0]),
        ForeignFile("tga", .askedFor, [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 1, 2, 3]),
        ForeignFile("psd", .content, "8BPS\u{0}\u{1}" + String(repeating: "\u{0}", count: 60)),
        ForeignFile("ico", .askedFor, [0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 24, 0, 40, 0, 0, 0, 22, 0, 0, 0]),
        ForeignFile("eps", .content, "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n"),
        ForeignFile("mvg", .askedFor, "push graphic-context\nimage over 0,0 0,0 '/etc/passwd'\n"),
        ForeignFile("mrxs", .askedFor, "[GENERAL]\nSLIDE_VERSION=01.02\n"),
        ForeignFile("zip", .askedFor, [0x50, 0x4B, 3, 4, 20, 0] + [UInt8](repeating: 0, count: 40)),
    ]

    private static let jp2: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
}
