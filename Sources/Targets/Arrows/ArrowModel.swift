import Detection
import Findings
import Inference

/// The network that sees the arrows of one face, ends and shafts, in a wide view that holds their nocks too.
///
/// It looks twice: at the whole view at half the size, where a thick arrow of a near face is as wide as it knows them, and at the
/// face in full size, where a thin arrow of a large face is. Its maps are the mean of both.
final class ArrowModel {
    private static let view = CanonicalView.arrows
    /// The side of one cell of its maps, in pixels of the view.
    static let cell = 8

    private let loaded: any LoadedModel
    private let confidence: ArrowConfidence

    /// Checks by its metadata that a model is one for arrows.
    ///
    /// - Throws: a sentence where it is another one.
    init(_ loaded: any LoadedModel) throws(DetectionError) {
        let metadata = loaded.description.metadata
        let (side, cells) = (Self.view.side, Self.view.side / Self.cell)
        guard metadata.task == "arrows", let confidence = ArrowConfidence(metadata),
            loaded.description.inputSize == PixelSize(width: side, height: side),
            loaded.description.outputs.first?.shape == [1, ArrowMaps.Channel.allCases.count, cells, cells]
        else {
            throw DetectionError(
                .taskUnsupported,
                "The model is none for arrows: it must take \(side)x\(side) pixels and give "
                    + "\(ArrowMaps.Channel.allCases.count) maps of \(cells)x\(cells) cells. "
                    + "Leave scoring.model out, or name another.")
        }
        self.loaded = loaded
        self.confidence = confidence
    }

    /// The places of one view where an arrow may stand.
    func candidates(in pixels: UnsafeRawBufferPointer) throws -> [ArrowCandidate] {
        var maps: ArrowMaps?
        try loaded.infer(pixels) { outputs in
            guard let output = outputs.first, output.values.allSatisfy(\.isFinite) else { return }
            maps = ArrowMaps(side: Self.view.side / Self.cell, values: Array(output.values))
        }
        guard let maps else {
            throw DetectionError(
                .output, "The model for arrows gave values that are no numbers, or not as many as it promised.")
        }
        return ArrowPairing.candidates(in: maps)
    }

    /// The arrows among the candidates of one view, those as likely as `least` and more, in pixels of the view.
    ///
    /// - Parameter elsewhere: How the shafts on the photo's other faces lean, in this view.
    func arrows(
        among candidates: [ArrowCandidate], from least: Double, elsewhere: [ShaftLean] = []
    ) -> [SeenArrow] {
        let middle = Self.cells(Point(x: Double(Self.view.side) / 2, y: Double(Self.view.side) / 2))
        let chances = confidence.confidences(
            of: candidates, center: middle, radius: Self.view.outlineRadius / Double(Self.cell),
            elsewhere: elsewhere)
        return zip(candidates, chances).filter { $1 >= least }.map { candidate, chance in
            SeenArrow(
                tip: Self.pixels(candidate.tip), nock: candidate.nock.map(Self.pixels), along: candidate.along,
                line: candidate.line, length: candidate.length * Double(Self.cell), confidence: chance)
        }
    }

    /// From cells to pixels of the view, whose middles are whole numbers in both.
    static func pixels(_ point: Point) -> Point {
        Point(x: (point.x + 0.5) * Double(cell) - 0.5, y: (point.y + 0.5) * Double(cell) - 0.5)
    }

    private static func cells(_ point: Point) -> Point {
        Point(x: (point.x + 0.5) / Double(cell) - 0.5, y: (point.y + 0.5) / Double(cell) - 0.5)
    }
}

/// An arrow in pixels of the view that it was seen in.
struct SeenArrow: Hashable {
    var tip: Point
    var nock: Point?
    /// The unit vector from the tip along its shaft.
    var along: Point
    /// The same, measured along as much of the shaft as the view shows.
    var line: Point
    /// How far the shaft can be followed.
    var length: Double
    /// 0 to 1.
    var confidence: Double

    /// The nock; without one the place up to which the shaft can be followed.
    var end: Point { nock ?? tip + line * length }
}
