import Findings
import Scoring

/// The faces of one photo as they are found, and why others were not.
struct Harvest {
    let registrar: Registrar
    private(set) var faces: [RegisteredFace] = []
    private var reasons: Set<MissingFace> = []

    init(registrar: Registrar) { self.registrar = registrar }

    /// Whether a place lies on a face that is known.
    func covers(_ place: Point) -> Bool { faces.contains { $0.outline.relativeRadius(of: place) < 1 } }

    mutating func add(_ candidate: Registrar.Candidate) {
        switch registrar.register(candidate) {
        case .missing(let reason): reasons.insert(reason)
        case .face(let face):
            let isKnown = faces.contains {
                $0.outline.relativeRadius(of: face.center) < 0.5 || face.outline.relativeRadius(of: $0.center) < 0.5
            }
            if !isKnown { faces.append(face) }
        }
    }

    /// All of it, the largest and most central face first.
    var result: FaceSearch {
        let size = registrar.pyramid.levels[0].size
        let middle = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
        func rank(_ face: RegisteredFace) -> Double {
            face.outline.meanRadius / (1 + face.center.distance(to: middle) / middle.length)
        }
        let reason = [MissingFace.partial, .tooSmall, .unclear].first { reasons.contains($0) }
        return FaceSearch(faces: faces.sorted { rank($0) > rank($1) }, reason: reason)
    }
}
