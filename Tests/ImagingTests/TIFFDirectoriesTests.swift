import Findings
import Testing

@testable import Imaging

@Suite struct TIFFDirectoriesTests {
    static let suffixes = [
        ".tif", ".tif[compression=lzw]", ".tif[compression=deflate,tile]", ".tif[compression=jpeg]",
        ".tif[compression=packbits,bigtiff]", ".tif[compression=zstd]", ".tif[compression=webp]",
    ]

    @Test(arguments: suffixes) func usualCompressionsAreRead(suffix: String) throws {
        let bytes = try TestPicture.gradient(40, 30).encoded(suffix)
        let directories = TIFFDirectories(bytes, atMost: 10)
        #expect(directories.count == 1)
        #expect(directories.isPackedAsUsual(1))
        #expect(try Photo.of(bytes).upright().pixels.size.width == 40)
    }

    /// Said twice, said as a list, said as another kind of number: no decoder must understand what we do not.
    @Test(arguments: [
        [Entry(3, 1, 1), Entry(3, 1, 34_712)], [Entry(3, 1, 34_712)], [Entry(3, 2, 1)], [Entry(1, 1, 1)],
        [Entry(16, 1, 1)], [Entry(3, 1, 99)],
    ]) func anythingElseIsNot(entries: [Entry]) {
        #expect(!TIFFDirectories(Self.tiff(pages: [entries]), atMost: 10).isPackedAsUsual(1))
        let second = TIFFDirectories(Self.tiff(pages: [[Entry(3, 1, 1)], entries]), atMost: 10)
        #expect(second.isPackedAsUsual(1) && !second.isPackedAsUsual(2))
    }

    @Test(arguments: [1, 2, 9, 10, 11, 12_000]) func pagesAreCountedUpToTheLimit(pages: Int) throws {
        let bytes = Self.tiff(pages: Array(repeating: [Entry(3, 1, 1)], count: pages))
        #expect(TIFFDirectories(bytes, atMost: 11).count == min(pages, 11))
        guard pages > 10 else { return }
        let error = ImagingError.thrown { _ = try Photo.of(bytes, limits: PhotoLimits(frames: 10)) }
        #expect(error?.code == .limit)
    }

    @Test func aRingOfPagesEnds() {
        var bytes = Self.tiff(pages: [[Entry(3, 1, 1)]])
        bytes.replaceSubrange(22..<26, with: [8, 0, 0, 0])
        #expect(TIFFDirectories(bytes, atMost: 1_000).count == 1)
    }

    /// Whatever is missing or overlong: an answer, and no trap.
    @Test func brokenDirectoriesAreNoHarm() {
        let whole = Self.tiff(pages: [[Entry(3, 1, 1)], [Entry(3, 1, 1)]])
        func look(_ bytes: [UInt8]) {
            let directories = TIFFDirectories(bytes, atMost: 10)
            for page in 0...11 { _ = directories.isPackedAsUsual(directories.directory(ofPage: page)) }
        }
        for end in 0..<whole.count { look(Array(whole.prefix(end))) }
        for place in 0..<whole.count {
            var bytes = whole
            bytes[place] = 0xFF
            look(bytes)
            bytes[2] = 43
            look(bytes)
        }
    }

    /// One entry of a directory that speaks of compression.
    struct Entry: Sendable {
        let bytes: [UInt8]

        init(_ type: UInt8, _ count: UInt8, _ value: UInt16) {
            let number = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
            bytes = [3, 1, type, 0, count, 0, 0, 0] + number + [0, 0]
        }
    }

    /// A little-endian TIFF of directories and nothing else, one behind the other.
    private static func tiff(pages: [[Entry]]) -> [UInt8] {
        var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
        for (number, page) in pages.enumerated() {
            let next = number + 1 < pages.count ? bytes.count + 6 + page.count * 12 : 0
            bytes += [UInt8(page.count), 0] + page.flatMap(\.bytes)
            bytes += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: next >> $0) }
        }
        return bytes
    }
}
