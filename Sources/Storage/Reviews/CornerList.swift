import Findings

/// Four corners as clients send them and books keep them: a list of points, clockwise from the top left.
struct CornerList: Codable {
    let corners: Quadrilateral

    init(_ corners: Quadrilateral) { self.corners = corners }

    init(from decoder: any Decoder) throws {
        let list = try decoder.singleValueContainer()
        guard let corners = Quadrilateral(try list.decode([Point].self)) else {
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "there are four corners")
        }
        self.corners = corners
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.singleValueContainer()
        try list.encode(corners.corners)
    }
}

extension Quadrilateral {
    /// Whether a photo can have it: near it, if not in it.
    var isNearThePhoto: Bool { corners.allSatisfy { abs($0.x) <= 999_999 && abs($0.y) <= 999_999 } }
}
