import Findings
import SystemPackage
import Testing

@testable import Results

@Suite struct YOLOFormTests {
    private let size = Record.Image(width: 100, height: 200, orientation: 1, format: "jpeg")

    private func found(_ box: Box = Box(x: 10, y: 20, width: 30, height: 40)) -> FoundBox {
        FoundBox(detector: "d", classId: 0, label: "a", box: box, confidence: 0.5)
    }

    @Test func aBoxIsItsMiddleAndItsSides() {
        var form = YOLOForm.detect
        let numbers = form.numbers(of: found(), in: size)
        #expect(numbers == ["0.250000", "0.200000", "0.300000", "0.200000"])
    }

    @Test func cornersStayInThePhoto() {
        var (form, one) = (YOLOForm.obb, found())
        one.corners = [Point(x: -5, y: 0), Point(x: 50, y: 50), Point(x: 40, y: 100), Point(x: 0, y: 250)]
        let numbers = form.numbers(of: one, in: size)
        #expect(numbers?.prefix(4) == ["0.000000", "0.000000", "0.500000", "0.250000"] && numbers?.last == "1.000000")
        let upright = form.numbers(of: found(), in: size)
        #expect(upright?.count == 8, "an upright box has corners too")
    }

    @Test func anOutlineHasThePartsOfAMaskInOne() throws {
        var (form, one) = (YOLOForm.segment, found())
        // Two squares of 10 by 10 pixels.
        one.mask = RunLengthMask(size: PixelSize(width: 100, height: 200)) { x, y in
            (10..<20).contains(y) && ((10..<20).contains(x) || (40..<50).contains(x))
        }
        let texts = form.numbers(of: one, in: size) ?? []
        let numbers = texts.compactMap(Double.init)
        try #require(numbers.count >= 16)
        let points = stride(from: 0, to: numbers.count, by: 2).map {
            Point(x: numbers[$0] * 100, y: numbers[$0 + 1] * 200)
        }
        let pairs = zip(points, points.dropFirst() + points.prefix(1))
        let area = abs(pairs.reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }) / 2
        #expect(abs(area - 200) < 2, "the way between the parts has no area")
        let without = form.numbers(of: found(), in: size)
        #expect(without == nil)
    }

    @Test func whatLiesInAHoleIsFilledWithIt() throws {
        // A ring of 30 by 30 pixels around a square, and another square beside it.
        let mask = RunLengthMask(size: PixelSize(width: 100, height: 200)) { x, y in
            func isIn(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool { columns.contains(x) && rows.contains(y) }
            let isRing = isIn(10..<40, 10..<40) && !isIn(15..<35, 15..<35)
            return isRing || isIn(20..<30, 20..<30) || isIn(50..<60, 10..<20)
        }
        let outline = try Outline(around: #require(mask))
        let corners = try #require(outline).corners
        var (last, doubled) = (try #require(corners.last), 0.0)
        for corner in corners {
            doubled += last.x * corner.y - corner.x * last.y
            last = corner
        }
        let area = abs(doubled) / 2
        #expect(abs(area - 1_000) < 10, "900 pixels and 100, none of them twice")
    }

    @Test func posesHaveTheKeypointsOfTheFirst() {
        var form = YOLOForm.pose
        let without = form.numbers(of: found(), in: size)
        #expect(without == nil, "a finding without keypoints is no pose")
        var pose = found()
        pose.keypoints = Skeleton.face5.names.map { Keypoint(name: $0, x: 50, y: 100, visibility: 0.2) }
        pose.keypoints[1] = Keypoint(name: "leftEye", x: 150, y: 0)
        let numbers = form.numbers(of: pose, in: size)
        #expect(numbers?.count == 4 + 15 && numbers?[4...9] == ["0.500000", "0.500000", "1", "0", "0", "0"])
        #expect(form.lines == "kpt_shape: [5, 3]\nflip_idx: [1, 0, 2, 4, 3]\n")
        let isSaid = form.says(pose)
        #expect(isSaid)
        pose.keypoints.removeLast()
        let isOtherSaid = form.says(pose)
        #expect(!isOtherSaid)
        let other = form.numbers(of: pose, in: size)
        #expect(other == nil)
    }

    @Test func keypointsWithoutNamesAreNotMirrored() {
        var (form, pose) = (YOLOForm.pose, found())
        pose.keypoints = (0..<3).map { Keypoint(x: Double($0), y: 0) }
        _ = form.numbers(of: pose, in: size)
        #expect(form.lines == "kpt_shape: [3, 3]\n")
        (form, pose.keypoints[0].name) = (.pose, "left_ear")
        (pose.keypoints[1].name, pose.keypoints[2].name) = ("right_ear", "tail")
        _ = form.numbers(of: pose, in: size)
        #expect(form.lines == "kpt_shape: [3, 3]\nflip_idx: [1, 0, 2]\n")
    }
}
