import Findings

/// The lines of a label file as trainers of YOLO have them.
public enum YOLOLabels {
    /// What stands behind the class in a line.
    public enum Form: Sendable, Hashable {
        /// Middle, width and height; of a line with an outline the box around it.
        case box
        /// An outline.
        case outline
        /// Four corners.
        case corners
        /// A box, and keypoints of so many numbers each.
        case pose(numbers: Int)
    }

    /// More bytes than any line has.
    public static let longestLine = 4 << 20
    /// More bytes than all lines of a photo have.
    public static let largest = 32 << 20
    private static let mostNumbers = 200_000

    /// What a line says, in shares of the photo's sides; nil for an empty line.
    public static func label(_ line: some StringProtocol, _ form: Form, classes: [Int: String]) throws(GivenError)
        -> GivenLabel?
    {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })
        guard let first = words.first else { return nil }
        guard let number = Int(first) ?? Double(first).flatMap({ Int(exactly: $0) }), number >= 0 else {
            throw GivenError("a line begins with the number of a class, not with '\(first.beginning)'")
        }
        let numbers = words.dropFirst().prefix(mostNumbers).map { Double($0) ?? .nan }
        guard numbers.count == words.count - 1, numbers.allSatisfy({ $0.isFinite && abs($0) < 1_000 }) else {
            throw GivenError("a line has shares of the photo's sides behind its class")
        }
        guard let label = classes[number] else { throw GivenError("no list of classes names the class \(number)") }
        switch form {
        case .pose(let each):
            guard numbers.count >= 4, (numbers.count - 4) % each == 0 else { break }
            let keypoints = stride(from: 4, to: numbers.count, by: each).map { index in
                keypoint(Array(numbers[index..<index + each]))
            }
            return GivenLabel(label: label, box: box(numbers), keypoints: keypoints)
        case .corners:
            guard numbers.count == 8 else { break }
            let corners = GivenLabel.points(numbers)
            return GivenLabel(label: label, box: Box(around: corners), corners: corners)
        case .box, .outline:
            if numbers.count == 4 || numbers.count == 5 { return GivenLabel(label: label, box: box(numbers)) }
            guard numbers.count >= 6, numbers.count % 2 == 0, var own = GivenLabel(label: label, outline: [numbers])
            else { break }
            if form == .box { own.outline = [] }
            return own
        }
        throw GivenError("a line of \(numbers.count) numbers behind its class is none of this form")
    }

    private static func box(_ numbers: [Double]) -> Box {
        Box(
            centerX: numbers[0], centerY: numbers[1], width: max(numbers[2], 0), height: max(numbers[3], 0))
    }

    private static func keypoint(_ numbers: [Double]) -> Keypoint {
        let seen = numbers.count > 2 ? numbers[2] : numbers[0] == 0 && numbers[1] == 0 ? 0 : 2
        guard seen > 0 else { return Keypoint(x: -1, y: -1, visibility: 0) }
        return Keypoint(x: numbers[0], y: numbers[1], visibility: seen > 1 ? 1 : 0)
    }
}
