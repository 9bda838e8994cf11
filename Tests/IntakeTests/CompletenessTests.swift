import Findings
import Foundation
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("Completeness")
struct CompletenessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func look(_ bytes: [UInt8]) throws -> Completeness {
        let path = try folder.write("file", bytes)
        let file = try OpenFile(path.rawBytes, followLinks: false)
        let size = Int64(bytes.count)
        return try Completeness.of(
            descriptor: file.descriptor, size: size, format: SniffedFormat(firstBytes: Array(bytes.prefix(64))))
    }

    static let wholeFiles = [
        "exif/Landscape_3.jpg", "hostile/hopper_orientation_5.jpg",
        "hostile/hopper_16bit_qtables.jpg", "hostile/sugarshack_bad_mpo_header.jpg", "hostile/hopper.webp",
        "hostile/hopper_orientation_5.webp", "hostile/exif_imagemagick_orientation.png",
        "hostile/xmp_tags_orientation.png", "hostile/hopper_resized.gif", "hostile/icc_profile_none.avif",
        "hostile/16bit.MM.cropped.tif", "hostile/16bit.deflate.tif", "hostile/g4_orientation_2.tif",
        "hostile/tiff_tiled_planar_16bit_RGB.tiff", "hostile/tiff_strip_cmyk_jpeg.tif", "ocr/eurotext.tif",
    ]

    @Test("real files are whole", .enabled(if: Cases.isAvailable), arguments: wholeFiles)
    func whole(name: String) throws {
        #expect(try look([UInt8](Data(contentsOf: Cases.file(name)))) == .whole)
    }

    @Test("real files that are cut anywhere are not", .enabled(if: Cases.isAvailable), arguments: wholeFiles)
    func cut(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Cases.file(name)))
        // An MPO file is whole for us once its first picture is.
        let most = name.contains("mpo") ? 0.3 : 0.98
        for part in [0.0, 0.01, 0.1, 0.25, most * 0.5, most * 0.9, most] {
            #expect(try look(Array(bytes[..<Int(Double(bytes.count) * part)])) == .cutOff, "at \(part)")
        }
    }

    @Test(
        "room that was reserved but not written yet counts as missing", .enabled(if: Cases.isAvailable),
        arguments: wholeFiles.filter { $0.hasSuffix("jpg") || $0.hasSuffix("png") || $0.hasSuffix("gif") })
    func preallocated(name: String) throws {
        var bytes = [UInt8](try Data(contentsOf: Cases.file(name)))
        let written = bytes.count / (name.contains("mpo") ? 4 : 2)
        for index in written..<bytes.count { bytes[index] = 0 }
        #expect(try look(bytes) == .cutOff)
    }

    @Test("what follows a whole picture does not matter", .enabled(if: Cases.isAvailable), arguments: wholeFiles)
    func trailer(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Cases.file(name)))
        #expect(try look(bytes + [UInt8](repeating: 0, count: 1000)) == .whole)
        #expect(try look(bytes + Array("a maker's own trailer, much like Samsung's SEFT".utf8)) == .whole)
    }

    @Test("a thumbnail's end marker is not taken for the picture's")
    func thumbnail() throws {
        let thumbnail = Tiny.jpeg()
        let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(thumbnail.count + 2)] + thumbnail
        #expect(try look([0xFF, 0xD8] + segment) == .cutOff)
        #expect(try look([0xFF, 0xD8] + segment + Tiny.jpeg().dropFirst(2)) == .whole)
    }

    @Test("HEIC needs its description and its data")
    func boxes() throws {
        func box(_ type: String, _ count: Int) -> [UInt8] {
            [0, 0, UInt8((count + 8) >> 8), UInt8((count + 8) & 255)] + Array(type.utf8)
                + [UInt8](repeating: 0, count: count)
        }
        let brand = [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
        #expect(try look(brand) == .cutOff)
        #expect(try look(brand + box("meta", 30)) == .cutOff)
        #expect(try look(brand + box("meta", 30) + box("mdat", 900)) == .whole)
        #expect(try look(brand + box("meta", 30) + box("mdat", 900).dropLast()) == .cutOff)
        #expect(try look(brand + box("mdat", 900) + box("meta", 30)) == .whole)
        #expect(try look(brand + box("mdat", 900)) == .cutOff)
        #expect(try look(brand + box("meta", 30) + [0, 0, 0, 0] + Array("mdat".utf8)) == .unknown)
    }

    @Test("reserved room is missing in every format, as a hole and as zeros", arguments: TinyPicture.allCases)
    func reserved(format: TinyPicture) throws {
        let bytes = format.bytes(seed: 1, count: 40_000)
        #expect(try look(bytes) == .whole)
        #expect(try look([UInt8](repeating: 0, count: bytes.count)) == .cutOff)
        let path = try folder.write("reserved", Array(bytes.prefix(20_000)))
        let file = try FileDescriptor.open(path, .readWrite)
        defer { try? file.close() }
        try file.resize(to: Int64(bytes.count))
        #expect(
            try Completeness.of(
                descriptor: file.rawValue, size: Int64(bytes.count),
                format: SniffedFormat(firstBytes: Array(bytes.prefix(64)))) == .cutOff)
    }

    @Test("an empty file is not whole, and an unknown format says nothing")
    func others() throws {
        #expect(try look([]) == .cutOff)
        #expect(try look(Array("8BPS and so on".utf8)) == .unknown)
        #expect(try look(Array("anything".utf8)) == .unknown)
    }
}
