import Findings

/// Finds the people of one photo, each once.
///
/// MediaPipe's detector sees a photo in 224 pixels and people as large as a third of it, and its cells do not tell neighbours apart.
/// So each face is looked at from near, in a square that holds one body; where that shows none, the body's square is guessed from
/// the face. People whose faces cannot be seen are those that the detector sees in the whole photo, and doubtful ones of these are
/// looked at again from near. A skeleton counts only where its head is on the face that was asked for, and where it shares neither
/// head nor trunk with another one: else it is made of two people.
struct PeopleSearch {
    /// The score of what may be a person.
    private static let hint = 0.15
    /// The share of the detector's confidence that is enough where there is a face.
    private static let besideFace = 0.6
    /// The square in which a face's body is looked for: its side, and how far below the face its middle lies, in widths of the face.
    private static let near = (side: 11.0, below: 3.0)
    /// The sides of a body's square that fit its face, in widths of the face.
    private static let fitting = 4.0...18.0
    /// The sides of the squares that are guessed from a face, the likeliest first.
    private static let guesses = [9.0, 11, 7, 5.5, 4.5]
    /// How far below the face the middle of such a square lies, as a share of its side.
    private static let hipsBelow = 0.35
    /// A body as the landmark model sees it fills this share of its square.
    private static let bodyShare = 1 / 2.5
    /// A head that is farther from its face than this, in widths of the face, is another one's.
    private static let onFace = 0.4
    /// Nearer heads or trunks than this share of a body are one person's.
    private static let sameness = 0.12
    /// Whom the detector surely sees is someone already found where their heads are nearer than this share of the square.
    private static let nearness = 0.05
    /// The presence that a person without a face, of whom the detector was in doubt, must be over.
    private static let surePresence = 0.9
    /// How far head and hips of such a person may lie from where the detector sees them, as a share of its square.
    private static let agreement = 0.1

    let detector: KeypointDetector
    let landmarks: BodyLandmarks
    let photo: PhotoBytes
    /// At most so many people; nil for all.
    let maximum: Int?
    /// Who was found.
    private(set) var bodies: [Body] = []

    init(detector: KeypointDetector, landmarks: BodyLandmarks, photo: PhotoBytes, maximum: Int?) {
        self.detector = detector
        self.landmarks = landmarks
        self.photo = photo
        self.maximum = maximum
    }

    /// Finds all people.
    ///
    /// - Parameter faces: Those of the photo; nil to look only at the whole photo.
    mutating func run(faces: [KeypointDetection]?, _ watch: inout InferenceWatch) throws {
        let whole = RotatedSquare(around: photo.size)
        let look = try detector.look(at: whole, of: photo, hint: faces == nil ? nil : Self.hint, &watch)
        guard let faces else { return try takeAll(look.found, &watch) }
        let faceless = look.found.filter { found in
            !faces.contains { $0.center.distance(to: found.center) < $0.box.width }
        }
        // Of one person the original's answer stays as it is.
        let areMany = faces.count + faceless.count > 1
        if !areMany { try takeAll(look.found, &watch) }
        for face in faces.sorted(byDescending: \.box.width) where !isFull && !isTaken(face) {
            if let body = try body(of: face, seen: areMany ? look.found : [], &watch) { bodies.append(body) }
        }
        if areMany { try takeAll(faceless, &watch) }
        for doubtful in look.hints where !isFull && !isKnown(doubtful, reach: Self.sameness) {
            if let body = try bodyFromNear(of: doubtful, &watch) { bodies.append(body) }
        }
    }

    /// Takes people as the detector saw them in the whole photo.
    private mutating func takeAll(_ found: [KeypointDetection], _ watch: inout InferenceWatch) throws {
        for person in found.prefix(maximum ?? .max) where !isFull && !isKnown(person, reach: Self.nearness) {
            guard let body = try landmarks.person(in: BodyLandmarks.square(of: person), of: photo, &watch),
                isAnotherPerson(body)
            else { continue }
            bodies.append(body)
        }
    }

    /// The body below a face; nil where none is seen that is its own.
    private func body(
        of face: KeypointDetection, seen: [KeypointDetection], _ watch: inout InferenceWatch
    ) throws -> Body? {
        let (width, down) = (face.box.width, face.down)
        func person(in square: RotatedSquare) throws -> Body? {
            guard let body = try landmarks.person(in: square, of: photo, &watch),
                body.head.distance(to: face.center) < Self.onFace * width, isAnotherPerson(body)
            else { return nil }
            return body
        }
        let near = RotatedSquare(
            center: face.center + down * (Self.near.below * width), side: Self.near.side * width, angle: 0)
        let look = try detector.look(at: near, of: photo, share: Self.besideFace, &watch)
        let fitting = look.found.first { found in
            found.center.distance(to: face.center) < width
                && Self.fitting.contains(BodyLandmarks.square(of: found).side / max(width, .leastNonzeroMagnitude))
        }
        let fromAfar = seen.first { $0.center.distance(to: face.center) < width }
        for found in [fitting, fromAfar].compactMap({ $0 }) {
            if let body = try person(in: BodyLandmarks.square(of: found)) { return body }
        }
        for guess in Self.guesses {
            let hips = face.center + down * (Self.hipsBelow * guess * width)
            let square = RotatedSquare(
                center: hips, side: guess * width,
                angle: RotatedSquare.angle(from: hips, to: hips + down * -1, target: .pi / 2))
            if let body = try person(in: square) { return body }
        }
        return nil
    }

    /// A person of whom the detector was in doubt, or whom the landmark model did not see, from near; nil where it stays so.
    private func bodyFromNear(of doubtful: KeypointDetection, _ watch: inout InferenceWatch) throws -> Body? {
        let square = BodyLandmarks.square(of: doubtful)
        for factor in [1.3, 0.8] {
            let near = RotatedSquare(center: square.center, side: factor * square.side, angle: 0)
            let look = try detector.look(at: near, of: photo, &watch)
            guard let found = look.found.first(where: { $0.center.distance(to: doubtful.center) < 0.15 * square.side })
            else { continue }
            let own = BodyLandmarks.square(of: found)
            guard let body = try landmarks.person(in: own, of: photo, &watch),
                body.pose.confidence > Self.surePresence, isAnotherPerson(body),
                body.hips.distance(to: found.keypoints[0]) < Self.agreement * own.side,
                body.pose.keypoints[0].point.distance(to: found.center) < Self.agreement * own.side
            else { continue }
            return body
        }
        return nil
    }

    /// Whether as many were found as are wanted.
    private var isFull: Bool { bodies.count >= maximum ?? .max }

    /// Whether a face is the head of someone who was found.
    private func isTaken(_ face: KeypointDetection) -> Bool {
        bodies.contains { $0.head.distance(to: face.center) < 0.7 * face.box.width }
    }

    /// Whether someone whom the detector of people sees was found: its boxes lie around heads, but are of one size.
    ///
    /// - Parameter reach: How far apart they may lie, as a share of the square of who was found.
    private func isKnown(_ person: KeypointDetection, reach: Double) -> Bool {
        bodies.contains { $0.head.distance(to: person.center) < reach * $0.square.side }
    }

    /// Whether a skeleton shares neither its head nor its trunk with another one.
    private func isAnotherPerson(_ body: Body) -> Bool {
        !bodies.contains { other in
            let reach = Self.sameness * Self.bodyShare * min(other.square.side, body.square.side)
            return other.head.distance(to: body.head) < reach || other.trunk.distance(to: body.trunk) < reach
        }
    }
}
