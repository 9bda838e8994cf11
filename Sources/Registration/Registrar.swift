import Findings
import Scoring

/// Turns a candidate into a registered face, or says why it is none.
struct Registrar {
    let pyramid: Pyramid

    enum Outcome {
        case face(RegisteredFace)
        /// A face by its inner rings alone: too much of the outer ones is outside the picture.
        case closeUp(RegisteredFace)
        case missing(MissingFace)
    }

    /// A place where a face may be.
    enum Candidate {
        /// A map from pixels of the photo to the plane, good to a few hundredths of the radius within the red.
        case colour(start: Homography)
        /// The outline, in pixels of the photo, of a gold middle whose red need not be seen all around.
        case gold(Ellipse)
        /// A dark ellipse in pixels of the photo: a card's disc, the middle of a banded face, or a field face.
        case disc(Ellipse)
    }

    /// What is known of a face while its edges are followed.
    struct Progress {
        var family: FaceFamily
        var map: Homography
        /// The edges that were seen in the last pass.
        var found: [EdgeSearch.Found] = []
    }

    /// A face of fewer pixels from the centre to its full radius is not scored on.
    private static let leastRadius = 24.0
    /// The full radius, in pixels, on the level of the pyramid that edges are searched on: finer is noise.
    private static let searchedRadius = 300.0

    func register(_ candidate: Candidate) -> Outcome {
        let radius: Double
        switch candidate {
        case .colour(let start):
            guard let red = start.ring(0.4) else { return .missing(.unclear) }
            radius = red.meanRadius / 0.4
            guard radius >= Self.leastRadius else { return .missing(.tooSmall) }
        case .gold(let gold): radius = gold.meanRadius / 0.2
        case .disc(let disc):
            // Dark dots are everywhere; a small one says nothing of a face.
            radius = disc.meanRadius / 0.4
            guard radius >= Self.leastRadius else { return .missing(.noFace) }
        }
        let level = pyramid.level(forLength: radius, atLeast: Self.searchedRadius)
        let scale = pyramid.scale(of: level)
        return pyramid.levels[level].withSampler(scale: scale) { sampler in
            switch candidate {
            case .colour(let start): return colourFace(start, sampler)
            case .gold(let gold): return closeUp(gold, sampler)
            case .disc(let disc):
                return pyramid.levels[level].withLumaSampler(scale: scale) { discFace(disc, sampler, $0) }
            }
        }
    }

    /// One pass of a search for edges and a fit of the map to all that were seen; nil where the map went astray.
    func step(
        _ progress: Progress, edges: [RingEdge], window: Double, spread: Double, _ sampler: Sampler
    ) -> Progress? {
        guard let search = EdgeSearch(sampler: sampler, map: progress.map) else { return nil }
        let found = edges.map { search.find($0, window: window, spread: spread) }
        guard let fit = HomographyFit(found.flatMap(\.points), start: progress.map) else { return nil }
        return Progress(family: progress.family, map: fit.homography, found: found)
    }
}
