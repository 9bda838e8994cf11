import Findings
import Foundation
import Scoring

/// Finds target faces in a photo and the map between each and its plane, from the pixels alone.
public struct FaceFinder: Sendable {
    private let wanted: Set<FaceFamily>

    /// - Parameter wanted: the families that may be found; nil for any.
    public init(wanted: Set<FaceFamily>? = nil) {
        self.wanted = wanted ?? Set(FaceFamily.allCases)
    }

    /// The faces of an upright photo.
    ///
    /// - Parameter hints: boxes, in the photo's pixels, where a detector saw a face or its middle.
    public func faces(in raster: Raster, hints: [Box] = []) -> FaceSearch {
        let pyramid = Pyramid(raster)
        let level = pyramid.level(longSideAtMost: 1100)
        let scale = pyramid.scale(of: level)
        var candidates = ColourCandidates(map: ZoneMap(pyramid.levels[level]), scale: scale).all()
        if Registrar.debug {
            let m = ZoneMap(pyramid.levels[level])
            let c: [[UInt8]] = [[90, 160, 90], [255, 255, 0], [255, 150, 0], [255, 0, 0], [0, 100, 255], [0, 0, 0], [255, 255, 255]]
            var d = Data("P6\n\(m.width) \(m.height)\n255\n".utf8)
            for z in m.zones { d.append(contentsOf: c[Int(z.rawValue)]) }
            try? d.write(to: URL(fileURLWithPath: "/tmp/reg/zones.ppm"))
        }
        let small = pyramid.level(longSideAtMost: 700)
        let discs = DiscCandidates(raster: pyramid.levels[small], scale: pyramid.scale(of: small)).all()
        candidates += discs.map { Candidate(kind: .card, start: $0.affineMap(toRadius: 0.4)) }
        let registrar = Registrar(pyramid: pyramid, wanted: wanted)
        var faces: [RegisteredFace] = []
        var reasons: [MissingFace] = []
        for candidate in candidates {
            if candidate.kind == .card, let disc = candidate.start.ring(0.4),
                faces.contains(where: { $0.outline.relativeRadius(of: disc.center) < 1 })
            {
                continue
            }
            switch registrar.register(candidate) {
            case .face(let face):
                let isKnown = faces.contains {
                    $0.outline.relativeRadius(of: face.center) < 0.5 || face.outline.relativeRadius(of: $0.center) < 0.5
                }
                if !isKnown { faces.append(face) }
            case .missing(let reason): reasons.append(reason)
            }
        }
        faces.sort { $0.outline.a * $0.outline.b > $1.outline.a * $1.outline.b }
        return FaceSearch(faces: faces, reason: reasons.first)
    }
}
