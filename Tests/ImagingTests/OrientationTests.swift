import Findings
import Testing

@testable import Imaging

@Suite struct OrientationTests {
    /// A stored picture of 3x2 pixels, a b c over d e f, and how each orientation shows it (EXIF 2.32, tag 274).
    static let shown: [(tag: Int, rows: [String])] = [
        (1, ["abc", "def"]), (2, ["cba", "fed"]), (3, ["fed", "cba"]), (4, ["def", "abc"]),
        (5, ["ad", "be", "cf"]), (6, ["da", "eb", "fc"]), (7, ["fc", "eb", "da"]), (8, ["cf", "be", "ad"]),
        (0, ["abc", "def"]), (9, ["abc", "def"]), (-1, ["abc", "def"]),
    ]

    @Test(arguments: shown) func everyOrientationIsTurnedUpright(tag: Int, rows: [String]) {
        let orientation = Orientation(tag: tag)
        let stored = PixelSize(width: 3, height: 2)
        let source = "abcdef".utf8.flatMap { [$0, $0, $0] }
        var canvas = [UInt8](repeating: 0, count: 18)
        let width = orientation.turned(stored).width
        canvas.withUnsafeMutableBufferPointer { canvas in
            source.withUnsafeBufferPointer { source in
                guard let canvas = canvas.baseAddress, let source = source.baseAddress else { return }
                // Row by row, as a decoder hands them out.
                for row in 0..<2 {
                    orientation.place(
                        source + row * 9, stride: 9, firstRow: row, count: 1, of: stored, into: canvas, width: width)
                }
            }
        }
        let letters = stride(from: 0, to: 18, by: 3).map { String(UnicodeScalar(canvas[$0])) }.joined()
        #expect(letters == rows.joined())
        #expect(width == rows[0].count)
    }

    @Test(arguments: 1...8) func aPartOfThePhotoIsFoundInTheStoredPicture(tag: Int) throws {
        let rows = try #require(Self.shown.first { $0.tag == tag }).rows
        let part = Orientation(tag: tag).storedPart(columns: 0..<1, rows: 1..<2, of: PixelSize(width: 3, height: 2))
        let stored = Array("abcdef")[part.rows.lowerBound * 3 + part.columns.lowerBound]
        #expect(stored == Array(rows[1])[0])
        #expect(part.rows.count == 1 && part.columns.count == 1)
    }
}
