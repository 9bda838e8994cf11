import Findings
import Foundation
import Testing

@testable import Imaging

@Suite("Areas and bars")
struct MaskMarksTests {
    private static let size = PixelSize(width: 200, height: 120)
    private static let red = MarkColor(0xFF0000)

    /// A grey picture with marks.
    private func grey(_ marks: [Mark], size: PixelSize = size) throws -> PixelBuffer {
        try Imaging.start()
        return try Imaging.alone { PixelBuffer(size: size, filledWith: 100).marked(marks) }
    }

    private static func disc(
        _ x: Double, _ y: Double, radius: Double, in size: PixelSize = size
    ) throws -> RunLengthMask {
        try #require(
            RunLengthMask(size: size) { column, row in
                hypot(Double(column) + 0.5 - x, Double(row) + 0.5 - y) < radius
            })
    }

    private static func object(_ mask: RunLengthMask) throws -> InstanceMask {
        InstanceMask(label: "cup", classId: 3, confidence: 0.81, box: try #require(mask.box), mask: mask)
    }

    @Test("an area is tinted by its colour, and nothing else is touched")
    func area() throws {
        let mask = try Self.disc(100, 60, radius: 40)
        let picture = try grey([Mark(.area(mask), color: Self.red)])
        let expected = mask.bitmap.flatMap { $0 == 1 ? [UInt8(162), 60, 60] : [100, 100, 100] }
        #expect(picture.bytes == expected)
    }

    @Test("masks of any form fall into the same pixels by rows as by columns", arguments: 0..<20)
    func rows(seed: UInt64) throws {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let size = PixelSize(width: 1 + Int(seed) * 3 % 23, height: 1 + Int(seed) * 7 % 19)
        let bitmap = (0..<size.area).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return UInt8(truncatingIfNeeded: (state >> 40) % 3 / 2)
        }
        let mask = try #require(RunLengthMask(bitmap, size: size))
        var drawn = [UInt8](repeating: 0, count: size.area)
        mask.forEachRowRun { y, columns in
            #expect(!columns.isEmpty)
            for x in columns { drawn[y * size.width + x] += 1 }
        }
        #expect(drawn == bitmap)
    }

    @Test("an object has a tinted area, an edge around it and a label at its top")
    func object() throws {
        let marks = Mark.marks(for: try Self.object(Self.disc(100, 70, radius: 35)))
        #expect(marks[0].label == "cup 81%")
        #expect(marks.dropFirst().allSatisfy { $0.label == nil })
        let picture = try grey(marks)
        #expect(picture.pixel(100, 70) != [100, 100, 100])
        let color = MarkColor.ofClass(0)
        let edge = (60..<70).map { picture.pixel($0, 70) }
        #expect(edge.contains { $0.allSatisfy { $0 < 80 } }, "no dark edge")
        let samples = [color.red, color.green, color.blue]
        #expect(edge.contains { near($0, samples.map { Int($0) }, within: 60) }, "no line")
        let plate = (0..<34).flatMap { y in (60..<140).map { picture.pixel($0, y) } }
        #expect(plate.contains(samples), "no plate above")
    }

    @Test("two objects of a class differ in colour, and so do two detectors")
    func colours() throws {
        let object = try Self.object(Self.disc(50, 60, radius: 20))
        let marks = Mark.marks(for: .masks([object, object]))
        #expect(Set(marks.map(\.color)).count == 2)
        #expect(Mark.marks(for: object)[0].color != Mark.marks(for: object, of: "b", number: 1)[0].color)
        #expect(Mark.marks(for: object, of: "cups")[0].label == "cups: cup 81%")
    }

    @Test("an area of another size, or of nothing, does no harm")
    func odd() throws {
        let wide = try Self.disc(150, 100, radius: 400, in: PixelSize(width: 300, height: 500))
        let none = try #require(RunLengthMask(size: Self.size, runs: [Self.size.area]))
        let all = try #require(RunLengthMask(size: Self.size, runs: [0, Self.size.area]))
        for mask in [wide, none, all] {
            let picture = try grey([Mark(.area(mask), label: "odd", color: Self.red)])
            #expect(picture.bytes.count == Self.size.area * 3)
        }
        #expect(try grey([Mark(.area(none), label: "none", color: Self.red)]) == grey([]))
        #expect(try grey([Mark(.area(all), color: Self.red)]).pixel(199, 119) == [162, 60, 60])
    }

    @Test("the five best classes are bars in the corner, the likeliest on top")
    func bars() throws {
        let scores = [0.02, 0.61, 0.8734, 0.1, 0.004, 0.001].enumerated()
            .map { ClassScore(label: "c\($0.offset)", confidence: $0.element) }
        let marks = Mark.marks(for: .classes(scores))
        #expect(marks.map(\.label) == ["c2 87.3%", "c1 61.0%", "c3 10.0%", "c0 2.0%", "c4 0.4%"])
        #expect(marks.map(\.color) == [0x34C759, 0xFF9500, 0x8E8E93, 0x8E8E93, 0x8E8E93].map { MarkColor($0) })
        let picture = try grey(marks, size: PixelSize(width: 640, height: 480))
        func rows(_ color: MarkColor) -> [Int] {
            (0..<480).filter { picture.pixel(4, $0) == [color.red, color.green, color.blue] }
        }
        let (green, orange) = (rows(MarkColor(0x34C759)), rows(MarkColor(0xFF9500)))
        #expect(!green.isEmpty && !orange.isEmpty && (green.max() ?? 0) < (orange.min() ?? 0))
        let full = (0..<640).filter { picture.pixel($0, green[0]) != [100, 100, 100] }
        let filled = (0..<640).filter { picture.pixel($0, green[0]) == [0x34, 0xC7, 0x59] }
        let share = Double(filled.count) / Double(full.count)
        #expect(abs(share - 0.873) < 0.02)
        #expect(picture.pixel(400, 10) == [100, 100, 100])
    }

    @Test("labels say in a word how sure each is, where the levels are known, and colours go by the same bounds")
    func words() throws {
        let own = try #require(ConfidenceLevels([0.8, 0.6, 0.1]))
        let scores = [0.8734, 0.61, 0.1, 0.05].enumerated()
            .map { ClassScore(label: "c\($0.offset)", confidence: $0.element) }
        let marks = Mark.marks(for: .classes(scores), levels: own)
        #expect(marks.map(\.label) == ["c0 87.3% very high", "c1 61.0% high", "c2 10.0% moderate", "c3 5.0% low"])
        #expect(marks.map(\.color) == [0x34C759, 0x34C759, 0xFF9500, 0x8E8E93].map { MarkColor($0) })
        let cup = try Self.object(Self.disc(100, 70, radius: 35))
        #expect(Mark.marks(for: cup, of: "cups", levels: .usual)[0].label == "cups: cup 81% high")
    }

    @Test("bars that find no room are left out", arguments: [(1, 1), (30, 8), (60, 30), (200, 40)])
    func small(width: Int, height: Int) throws {
        let marks = Mark.marks(for: .classes((0..<5).map { ClassScore(label: "cat \($0)", confidence: 0.2) }))
        let size = PixelSize(width: width, height: height)
        #expect(try grey(marks, size: size).size == size)
    }

    @Test("scores that are no numbers do no harm", arguments: [Double.nan, .infinity, -1, 2])
    func oddScores(score: Double) throws {
        let mask = try Self.disc(50, 60, radius: 20)
        let found: [any Finding] = [
            ClassScore(label: "cat", confidence: score),
            InstanceMask(
                label: "cat", classId: -5, confidence: score, box: Box(x: 0, y: 0, width: 0, height: 0), mask: mask),
        ]
        for finding in found { #expect(try grey(Mark.marks(for: finding)).size == Self.size) }
    }
}
