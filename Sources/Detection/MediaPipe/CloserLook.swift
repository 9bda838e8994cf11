import Findings

/// Looks at a photo from nearer and nearer where it may show something small, such as the faces of a group.
///
/// MediaPipe sees a photo in 128 to 224 pixels, in which a face of a group has five. The first look is the original's own, at the
/// whole photo. Each further one is at overlapping squares of half the side, but only at those in which the one before showed what
/// might be something small: a photo without any costs one look. A nearer look only adds: what the original finds stays as it is.
struct CloserLook {
    /// The score of what might be something.
    static let hint = 0.1
    /// What is not larger in the model's input is small, in pixels.
    private static let small = 19.2
    /// The share of a square's side that it shares with the next one: more than any small thing has.
    private static let overlap = 0.25
    /// A nearer look at more than this share of a square's side is at a part of something large.
    private static let largest = 0.35
    /// How near to a square's edge something is cut off by it, as a share of its side.
    private static let edge = 0.02
    /// The share of the model's input that a square has at least: enlarged photos show nothing new.
    private static let enlarged = 0.8
    /// Looks at one photo, which a pattern of countless hints could ask for without end.
    private static let most = 150

    private let detector: KeypointDetector
    private let isOn: Bool

    /// - Parameter isOn: False for the one look of the original.
    init(_ detector: KeypointDetector, isOn: Bool = true) {
        self.detector = detector
        self.isOn = isOn
    }

    /// What all looks show, each once, in pixels of the photo, by descending score.
    func detections(in photo: PhotoBytes, _ watch: inout InferenceWatch) throws -> [KeypointDetection] {
        guard isOn else { return try detector.detections(in: photo, &watch) }
        let whole = RotatedSquare(around: photo.size)
        let first = try detector.look(at: whole, of: photo, hint: Self.hint, &watch)
        var (kept, hints) = (first.found, first.hints.filter { isSmall($0, in: whole) })
        var (side, looks) = (whole.side / 2, 1)
        while side >= Self.enlarged * Double(detector.kind.side), !hints.isEmpty, looks < Self.most {
            let squares = Self.squares(of: photo.size, side: side).filter { square in
                hints.contains { square.shows($0.center) }
            }
            var found: [KeypointDetection] = []
            hints = []
            for square in squares.prefix(Self.most - looks) {
                let look = try detector.look(at: square, of: photo, hint: Self.hint, &watch)
                found += look.found.filter { isWhole($0, in: square, of: photo.size) }
                hints += look.hints.filter { isSmall($0, in: square) }
            }
            looks += squares.count
            for new in WeightedSuppression()(found) where !kept.contains(where: { Self.areSame($0, new) }) {
                kept.append(new)
            }
            side /= 2
        }
        return kept.sorted(byDescending: \.score)
    }

    /// Overlapping squares of a side that cover a photo, row by row; where the photo is narrower they reach beyond it.
    static func squares(of photo: PixelSize, side: Double) -> [RotatedSquare] {
        func centers(_ length: Int) -> [Double] {
            let length = Double(length)
            guard length > side else { return [length / 2] }
            let steps = ((length - side) / (side * (1 - overlap)) - 1e-9).rounded(.up)
            return (0...Int(steps)).map { side / 2 + (length - side) * Double($0) / steps }
        }
        let columns = centers(photo.width)
        return centers(photo.height).flatMap { y in
            columns.map { RotatedSquare(center: Point(x: $0, y: y), side: side, angle: 0) }
        }
    }

    private func isSmall(_ found: KeypointDetection, in square: RotatedSquare) -> Bool {
        found.box.width / square.side * Double(detector.kind.side) <= Self.small
    }

    /// Whether the square shows all of it: no edge cuts it but the photo's own.
    private func isWhole(_ found: KeypointDetection, in square: RotatedSquare, of photo: PixelSize) -> Bool {
        let (margin, half) = (Self.edge * square.side, square.side / 2)
        let (left, right) = (square.center.x - half, square.center.x + half)
        let (top, bottom) = (square.center.y - half, square.center.y + half)
        return found.box.width <= Self.largest * square.side
            && (left <= 0 || found.box.x >= left + margin) && (top <= 0 || found.box.y >= top + margin)
            && (right >= Double(photo.width) || found.box.right <= right - margin)
            && (bottom >= Double(photo.height) || found.box.bottom <= bottom - margin)
    }

    /// Whether two looks show the same thing: their boxes overlap, or lie on the same middle.
    private static func areSame(_ a: KeypointDetection, _ b: KeypointDetection) -> Bool {
        a.box.intersectionOverUnion(b.box) > 0.3
            || a.center.distance(to: b.center) < 0.5 * max(a.box.width, b.box.width)
    }
}

extension RotatedSquare {
    /// Whether a point lies in it, without its turn.
    func shows(_ point: Point) -> Bool {
        abs(point.x - center.x) <= side / 2 && abs(point.y - center.y) <= side / 2
    }
}
