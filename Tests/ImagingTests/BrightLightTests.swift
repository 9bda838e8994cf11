import CVips
import Findings
import Foundation
import SystemValues
import TestSupport
import Testing

@testable import Imaging

@Suite("Light brighter than white")
struct BrightLightTests {
    private static let text = Array(
        "http://ns.adobe.com/xap/1.0/\0<x hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/'/>".utf8)

    /// A JPEG with a further segment in front of its own.
    private static func jpeg(_ mark: UInt8, _ content: [UInt8], behind: String = "") throws -> [UInt8] {
        let whole = try TestPicture.gradient(16, 16).encoded(".jpg")
        let length = content.count + 2
        let segment = [0xFF, mark, UInt8(length >> 8), UInt8(length & 0xFF)] + content
        return whole[..<2] + segment + whole[2...] + Array(behind.utf8)
    }

    private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(content.count + 8).bigEndian) { Array($0) } + Array(kind.utf8) + content
    }

    /// The boxes of a HEIC that hold properties, and what further ones say.
    private static func heic(_ properties: [UInt8], items: [UInt8] = []) -> [UInt8] {
        let meta = box("iinf", items) + box("iprp", box("ipco", properties))
        return box("ftyp", Array("heic\0\0\0\0mif1".utf8)) + box("meta", [0, 0, 0, 0] + meta)
    }

    private static func colours(_ primaries: UInt8, _ curve: UInt8) -> [UInt8] {
        box("colr", Array("nclx".utf8) + [0, primaries, 0, curve, 0, 9, 0x80])
    }

    private static func range(_ bytes: [UInt8], _ format: PhotoFormat) -> DynamicRange? {
        BrightLight(of: bytes, format: format)?.range
    }

    @Test("a JPEG's gain map is known by what announces it")
    func jpegs() throws {
        let map = "urn:com:apple:photo:2020:aux:hdrgainmap"
        #expect(try Self.range(Self.jpeg(0xE1, Self.text), .jpeg) == .gainMap)
        #expect(try Self.range(Self.jpeg(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8)), .jpeg) == .gainMap)
        #expect(try Self.range(Self.jpeg(0xE2, Array("MPF\0".utf8), behind: map), .jpeg) == .gainMap)
        #expect(try Self.range(Self.jpeg(0xE2, Array("MPF\0".utf8)), .jpeg) == nil)
        #expect(try Self.range(Self.jpeg(0xE1, Array("Exif\0\0".utf8), behind: map), .jpeg) == nil)
        #expect(try Photo.of(Self.jpeg(0xE1, Self.text)).dynamicRange == .gainMap)
    }

    @Test(
        "the codes of a PNG's chunk are its curve",
        arguments: [(16, .pq), (18, .hlg), (1, nil), (13, nil)] as [(UInt8, DynamicRange?)])
    func pngs(curve: UInt8, wanted: DynamicRange?) throws {
        let picture = try TestPicture.gradient(16, 16).encoded(".png")
        let photo = try Photo.of(PNGChunk.added("cICP", [9, curve, 0, 1], to: picture))
        #expect(photo.dynamicRange == wanted)
        #expect(photo.light?.codes == (wanted == nil ? nil : .init(primaries: 9, curve: curve)))
    }

    @Test("a HEIC's properties name its curve or its map")
    func boxes() {
        #expect(Self.range(Self.heic(Self.colours(9, 16)), .heic) == .pq)
        #expect(Self.range(Self.heic(Self.colours(9, 18)), .avif) == .hlg)
        #expect(Self.range(Self.heic(Self.colours(12, 13)), .heic) == nil)
        #expect(Self.range(Self.heic(Self.colours(1, 1) + Self.colours(9, 16)), .heic) == .pq)
        let map = Self.box("auxC", [0, 0, 0, 0] + Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))
        #expect(Self.range(Self.heic(map + Self.colours(9, 16)), .heic) == .gainMap)
        #expect(Self.range(Self.heic([], items: Array("infe tmap".utf8)), .heic) == .gainMap)
    }

    @Test("a file that is cut anywhere, or whose lengths lie, is no crash and names nothing that is not there")
    func damaged() throws {
        let whole = Self.heic(Self.colours(9, 16))
        for count in 0..<whole.count { _ = BrightLight(of: Array(whole[..<count]), format: .heic) }
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 0xFF
            _ = BrightLight(of: damaged, format: .heic)
        }
        let jpeg = try Self.jpeg(0xE1, Self.text)
        for count in 0..<min(jpeg.count, 200) { _ = BrightLight(of: Array(jpeg[..<count]), format: .jpeg) }
        let png = try PNGChunk.added("cICP", [9, 16, 0, 1], to: TestPicture.gradient(8, 8).encoded(".png"))
        for count in 0..<png.count { _ = BrightLight(of: Array(png[..<count]), format: .png) }
        for format in PhotoFormat.allCases { #expect(Self.range([], format) == nil) }
    }

    @Test("a cutout keeps numbers, bits and curve", arguments: [UInt8(16), 18])
    func cutout(curve: UInt8) throws {
        let picture = TestPicture(60, 40, .rgb16) { x, y, band in Double((x * 7 + y * 3 + band) % 60) / 60 }
        let photo = try Photo.of(PNGChunk.added("cICP", [9, curve, 0, 1], to: picture.encoded(".png")))
        let mask = try #require(RunLengthMask(size: photo.size) { x, _ in x >= 20 })
        let bytes = try photo.cutout(mask, margin: 0)
        #expect(
            bytes[PNGChunk.headerEnd + 4..<PNGChunk.headerEnd + 12].elementsEqual(
                Array("cICP".utf8) + [9, curve, 0, 1]))
        let cutout = try Photo.of(bytes)
        #expect(cutout.dynamicRange == photo.dynamicRange)
        let (own, original) = try (RawPicture(bytes), RawPicture(photo))
        // The soft edge reaches a little to the left of the mask; to the right the photo ends.
        let left = original.size.width - own.size.width
        #expect(own.isWide && own.pixel(50 - left, 20).dropLast() == original.pixel(50, 20)[...])
    }
}
