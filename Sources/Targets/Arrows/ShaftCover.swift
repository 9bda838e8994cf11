import Findings

/// The shafts of a photo's sure arrows, which hide what lies behind them.
///
/// A tip that seems to lie on the shaft of another face's arrow is a part of that arrow: its nock, a vane, the shaft's own wrap.
/// A real tip there could not be seen.
struct ShaftCover {
    /// So far, in radii of its face, a shaft may reach from its tip.
    private static let reach = 3.5
    /// Nearer to its tip, in radii of its face, an arrow says nothing: the tip would be one of its own face.
    private static let nearest = 0.3
    /// How far aside a part of the arrow may lie: in radii of its face, and for every pixel of the way.
    private static let aside = 0.02
    /// What is left of the confidence of a find that is covered.
    private static let share = 0.3

    private let shafts: [PhotoShaft]

    /// - Parameter vote: Only shafts that lean as most do count: a nock that was taken for a tip points back along its own.
    init(_ shafts: [PhotoShaft], vote: LeanVote) {
        self.shafts = shafts.filter { $0.confidence >= LeanVote.sure && vote.supports($0.along) }
    }

    /// What a find's confidence is worth, given what may cover it.
    func confidence(of find: PhotoShaft) -> Double {
        covers(find) ? find.confidence * Self.share : find.confidence
    }

    private func covers(_ find: PhotoShaft) -> Bool {
        shafts.contains { shaft in
            guard shaft.face != find.face else { return false }
            let way = find.tip - shaft.tip
            let distance = way.x * shaft.along.x + way.y * shaft.along.y
            let aside = abs(way.y * shaft.along.x - way.x * shaft.along.y)
            return distance > Self.nearest * shaft.radius && distance < Self.reach * shaft.radius
                && aside < Self.aside * (shaft.radius + distance)
        }
    }
}

/// An arrow that was seen on one of a photo's faces, in the photo.
struct PhotoShaft: Hashable {
    /// The face's place among those of the photo.
    var face: Int
    var tip: Point
    /// The unit vector along the shaft, from tip to nock.
    var along: Point
    /// How far the shaft can be followed.
    var length: Double
    /// The radius of the face's scoring area.
    var radius: Double
    /// 0 to 1.
    var confidence: Double

    /// How it leans in the photo.
    var lean: ShaftLean { ShaftLean(along: along, weight: confidence) }
}
