import Findings
import Scoring

/// The faces of one photo as they are found, and why others were not.
struct Harvest {
    let registrar: Registrar
    private(set) var faces: [RegisteredFace] = []
    /// Faces by their inner rings alone: one counts where no other face is found.
    private var closeUps: [RegisteredFace] = []
    private var reasons: Set<MissingFace> = []

    init(registrar: Registrar) { self.registrar = registrar }

    /// Whether a place lies on a face that is known.
    func covers(_ place: Point) -> Bool { (faces + closeUps).contains { $0.outline.relativeRadius(of: place) < 1 } }

    /// Whether nothing is known that could be a face.
    var isEmpty: Bool { faces.isEmpty && closeUps.isEmpty }

    mutating func add(_ candidate: Registrar.Candidate) {
        switch registrar.register(candidate) {
        case .missing(let reason): reasons.insert(reason)
        case .closeUp(let face): closeUps.append(face)
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
        // A close-up shows one face, though it may have been seen twice.
        let found = faces.isEmpty ? closeUps.max { rank($0) < rank($1) }.map { [$0] } ?? [] : faces
        return FaceSearch(faces: found.sorted { rank($0) > rank($1) }, reason: reason)
    }
}
