import Detection
import Findings
import Inference
import Registration
import Scoring

/// Reads a target from a photo: finds its faces, lays each flat, sees where arrows enter it, scores them.
///
/// It is owned by one worker and need not be safe to share.
public final class TargetReader {
    /// More faces than this of one photo are left unread: a row of butts in the distance.
    ///
    /// Six sheets of three spots are read.
    static let mostFaces = 18

    private let finder = FaceFinder()
    private let arrows: ArrowModel
    private let holes: PoseModel
    private let settings: TargetSettings
    private let judge: TargetScorer

    /// Checks that the models are what they should be.
    ///
    /// - Parameters:
    ///   - arrows: Sees arrows.
    ///   - holes: Sees holes, and whether there are arrows, on cards.
    /// - Throws: a sentence where one is of another kind.
    public init(arrows: any LoadedModel, holes: any LoadedModel, settings: TargetSettings) throws {
        self.arrows = try ArrowModel(arrows)
        self.holes = try PoseModel(holes, confidence: settings.scoring.leastConfidence, iou: settings.iou)
        try ImpactDecoder.check(self.holes)
        self.settings = settings
        judge = TargetScorer(settings.scoring)
    }

    /// Reads one photo.
    ///
    /// - Parameters:
    ///   - pixels: Upright, 8-bit RGB of `size`, interleaved, without gaps.
    ///   - hints: Where a detector saw faces or bulls, in the same pixels; a help, never needed.
    public func read(_ pixels: [UInt8], size: PixelSize, hints: [Box] = []) throws -> TargetReading {
        let clock = ContinuousClock()
        var flat = FlatFaces(pixels: pixels, size: size)
        let start = clock.now
        let search = FaceSearch(pixels, size: size, finder: finder, hints: hints)
        flat.times.register = clock.now - start
        let faces = Array(search.faces.prefix(Self.mostFaces))
        var impacts: [Impact] = []
        var views: [FaceView] = []
        for (index, face) in faces.enumerated() {
            var found: [Impact] = []
            if looksForHoles(on: face) { found = try holes(on: face, index, &flat) }
            if looksForArrows(on: face, found), let view = try view(of: face, index, &flat) {
                views.append(view)
                found.removeAll { $0.kind == .arrow }
            }
            impacts += found
        }
        let before = clock.now
        let least = settings.scoring.leastConfidence
        let seen = views.map { view in
            let found = arrows.arrows(among: view.candidates, from: least, elsewhere: view.leans(of: views))
            let isCard = faces[view.face].family == .card
            return (view: view, arrows: isCard ? StrokeRule(view.candidates).arrows(among: found) : found)
        }
        let together = PhotoArrows(seen)
        for (view, arrows) in seen {
            impacts += ImpactDecoder.impacts(
                together.settled(arrows, of: view).filter { $0.confidence >= least }, through: view.way,
                face: view.face, photo: size)
        }
        pixels.withUnsafeBufferPointer { pixels in
            for index in impacts.indices {
                impacts[index].colour = ArrowColours.colour(of: impacts[index], in: pixels, size: size)
            }
        }
        let judgement = judge.score(faces: faces, impacts: impacts, reason: search.reason?.sentence)
        flat.times.decode = clock.now - before
        return TargetReading(
            detection: judgement.targetDetection, arrows: judgement.arrows, times: flat.times)
    }

    /// Whether the holes in a face may be its shots.
    private func looksForHoles(on face: RegisteredFace) -> Bool {
        switch settings.scoring.count {
        case .holes: true
        case .arrows: false
        case .auto: face.family == .card
        }
    }

    /// Whether the network for arrows looks at a face too.
    ///
    /// Most cards have no arrow in them: one is looked at where the network for holes, which knows arrows less well, saw some.
    private func looksForArrows(on face: RegisteredFace, _ found: [Impact]) -> Bool {
        switch settings.scoring.count {
        case .holes: false
        case .arrows: true
        case .auto: face.family != .card || found.contains { $0.kind == .arrow }
        }
    }

    /// The holes in a face, and the arrows that the network for holes sees.
    private func holes(on face: RegisteredFace, _ index: Int, _ flat: inout FlatFaces) throws -> [Impact] {
        guard let way = Rectifier(face, view: .holes) else { return [] }
        let poses = try flat.seen(through: way) { try holes.poses(in: $0) }
        return ImpactDecoder.impacts(poses, through: way, face: index, photo: flat.size)
    }

    /// What the network for arrows sees on a face.
    private func view(of face: RegisteredFace, _ index: Int, _ flat: inout FlatFaces) throws -> FaceView? {
        guard let way = Rectifier(face, view: .arrows) else { return nil }
        let candidates = try flat.seen(through: way) { try arrows.candidates(in: $0) }
        return FaceView(face: index, way: way, candidates: candidates)
    }
}

/// What was read from one photo, and how long it took.
public struct TargetReading: Sendable {
    /// The photo's faces; without one, the reason why.
    public var detection: TargetDetection
    /// By face, then from the highest score down; numbered from 1.
    public var arrows: [DetectedArrow]
    /// How long each part took.
    public var times: Times

    /// Where the time went.
    public struct Times: Sendable {
        /// Finding faces and laying them flat.
        public var register = Duration.zero
        /// Running the model.
        public var infer = Duration.zero
        /// Scoring.
        public var decode = Duration.zero
    }
}

extension FaceSearch {
    /// The longest side that is searched: a ring's edge is no sharper on finer pixels.
    private static let longestSide = 4096

    /// Searches a photo of any size; very large ones are searched at half or a quarter of their size.
    fileprivate init(_ pixels: [UInt8], size: PixelSize, finder: FaceFinder, hints: [Box]) {
        guard var picture = Raster(rgb: pixels, size: size) else {
            self.init(faces: [], reason: .noFace)
            return
        }
        var step = 1.0
        while max(picture.size.width, picture.size.height) > Self.longestSide, let half = picture.halved() {
            picture = half
            step *= 2
        }
        var found = finder.faces(in: picture, hints: hints.map { $0.scaled(by: 1 / step) })
        found.faces = found.faces.map { $0.enlarged(by: step) }
        self = found
    }
}

extension Box {
    fileprivate func scaled(by factor: Double) -> Box {
        Box(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
    }
}

extension RegisteredFace {
    /// The same face in a picture of more pixels.
    fileprivate func enlarged(by factor: Double) -> RegisteredFace {
        guard factor != 1 else { return self }
        var face = self
        face.homography = homography.after(Homography(rows: [1 / factor, 0, 0, 0, 1 / factor, 0, 0, 0, 1])).normalized
        face.outline.cx *= factor
        face.outline.cy *= factor
        face.outline.a *= factor
        face.outline.b *= factor
        return face
    }
}

/// Lays the faces of one photo flat for the networks, and takes the time of both.
struct FlatFaces {
    let pixels: [UInt8]
    let size: PixelSize
    var times = TargetReading.Times()

    /// What a network sees on a face.
    mutating func seen<Seen>(
        through way: Rectifier, by network: (UnsafeRawBufferPointer) throws -> Seen
    ) throws -> Seen {
        let clock = ContinuousClock()
        let start = clock.now
        let canonical = pixels.withUnsafeBufferPointer { way.canonical(of: $0, size: size) }
        let laid = clock.now
        let seen = try canonical.withUnsafeBytes(network)
        times.register += laid - start
        times.infer += clock.now - laid
        return seen
    }
}

/// How targets are read and scored.
public struct TargetSettings: Sendable, Hashable, Codable {
    /// How arrows count, and what counts as a shot.
    public var scoring: ScoringSettings
    /// Of two impacts whose boxes overlap more than this, the weaker is dropped.
    public var iou: Double

    /// The settings by which photos are scored; without arguments those that are built in.
    public init(scoring: ScoringSettings = ScoringSettings(), iou: Double = 0.7) {
        self.scoring = scoring
        self.iou = iou
    }
}
