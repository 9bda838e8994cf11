import JSONTree
import Results
import Scoring

/// A session as JSON: what was read, what it counts together, and how the arrows are grouped.
///
/// Keys have a fixed order, and new ones come at the end of their object. Arrows and faces have the members that a
/// photo's record gives them, with the same meanings; an arrow has besides them its `number` in its end, the `photo` (an
/// index into its end's photos, or null), `isPlaced`, and `corrected`: the model's answer before a manual correction, or null. Lengths of
/// groups are in millimetres, right and down positive. `captured` is the camera's own local time, without an offset.
///
/// Of an arrow, `isConfirmed` says that a user has confirmed its end, `wasAdjusted` that it counts where a user put it,
/// `isPlacedByHand` that the model saw none there, and `read` is what the model itself read, with its own confidence, also where
/// that was corrected; null where it saw no arrow. `archers` of a session and of an end are those who shot, in their order.
public struct JSONReport: Sendable {
    /// The report's own version; it grows when a member changes its meaning or goes away.
    public static let version = "1.1"

    private let session: Session

    /// A report of one session.
    public init(_ session: Session) { self.session = session }

    /// The report as a document of several lines.
    public var text: String { value.document + "\n" }

    /// The report as a tree.
    public var value: JSONValue {
        let contents = ReportModel(session, options: ReportOptions())
        return [
            "version": .string(Self.version),
            "session": .string(session.name),
            "total": contents.sheet.total.json,
            "needsReview": [
                "arrows": .integer(contents.doubtfulArrows.count), "ends": .integer(contents.doubtfulEnds.count),
            ],
            "groups": .array(contents.faceTypes.compactMap { Self.group(contents, on: $0) }),
            "trend": contents.trend.json,
            "rounds": .array(
                zip(session.rounds, contents.sheet.rounds).map { Self.round($0, $1, of: session.archers) }),
            "parked": .array(session.parked.map(Self.parked)), "date": .init(session.date),
            "archers": .array(session.archersInOrder.map { .string($0) }),
            "round": session.round?.json ?? nil,
            "progress": .array(RoundProgress.all(of: session).map(\.json)),
        ]
    }

    /// The group of all arrows on one type of face; nil where none has a known place.
    private static func group(_ contents: ReportModel, on type: FaceType) -> JSONValue? {
        ArrowGroup(contents.placed(on: type).compactMap(\.place)).map { group in
            [
                "face": .string(type.rawValue), "sizeAssumed": .bool(contents.isSizeAssumed(type)),
                "group": group.json,
            ]
        }
    }

    private static func parked(_ correction: Session.ParkedCorrection) -> JSONValue {
        [
            "photo": .string(correction.photo), "arrow": .integer(correction.arrow), "mark": .init(correction.mark),
            "sha256": .init(correction.content),
        ]
    }

    private static func round(
        _ round: Session.Round, _ sheet: ScoreSheet.Round, of archers: Archers
    ) -> JSONValue {
        [
            "number": .integer(round.number), "name": .string(round.name), "system": .string(round.system.rawValue),
            "arrowsPerEnd": .integer(round.arrowsPerEnd), "total": sheet.total.json,
            "ends": .array(zip(round.ends, sheet.rows).map { end($0, $1, of: archers) }),
        ]
    }

    private static func end(_ end: Session.End, _ row: ScoreSheet.Row, of archers: Archers) -> JSONValue {
        [
            "number": .integer(end.number), "total": row.tally.json, "running": .integer(row.running),
            "missing": .integer(row.missing), "needsReview": .bool(row.needsReview), "trouble": .init(end.trouble),
            "review": .array(end.review.map { .string($0.rawValue) }), "group": ArrowGroup([end])?.json ?? nil,
            "photos": .array(end.photos.map(\.json)),
            "arrows": .array(end.arrows.map { $0.json(isConfirmed: end.isConfirmed) }),
            "isConfirmed": .bool(end.isConfirmed), "archers": .array(end.archers(of: archers).map { .string($0) }),
        ]
    }
}

extension Session.Photo {
    var json: JSONValue {
        [
            "path": .string(path), "captured": .init(captured.map(CameraClock.text)), "annotated": .init(annotated),
            "width": .integer(width), "height": .integer(height), "faces": .array(faces.map(\.json)),
        ]
    }
}

extension Session.Arrow {
    /// - Parameter isConfirmed: Whether its end is confirmed.
    func json(isConfirmed: Bool) -> JSONValue {
        guard case .object(let members) = value.json(isPlaced: isPlaced) else { return nil }
        let place: [JSONValue.Member] = [
            .init("number", .integer(number)), .init("photo", .init(photo)), .init("isPlaced", .bool(isPlaced)),
        ]
        let behind: [JSONValue.Member] = [
            .init("corrected", corrected?.json(isPlaced: true) ?? nil), .init("isConfirmed", .bool(isConfirmed)),
            .init("wasAdjusted", .bool(wasAdjusted)), .init("isPlacedByHand", .bool(isPlacedByHand)),
            .init("read", read), .init("archer", .init(archer)),
        ]
        return .object(place + members + behind)
    }

    private var read: JSONValue {
        guard let reading else { return nil }
        return [
            "mark": .string(reading.mark), "score": .integer(reading.score), "isX": .bool(reading.isX),
            "confidence": .rounded(reading.confidence, decimals: 4),
        ]
    }
}

extension Tally {
    var json: JSONValue {
        [
            "arrows": .integer(arrows), "score": .integer(score), "maximum": .integer(maximum),
            "average": average.map { .rounded($0, decimals: 4) } ?? nil, "tens": .integer(tens), "xs": .integer(xs),
        ]
    }
}

extension ArrowGroup {
    var json: JSONValue {
        [
            "arrows": .integer(count),
            "center": ["x": .rounded(center.x, decimals: 2), "y": .rounded(center.y, decimals: 2)],
            "offset": .rounded(offset, decimals: 2), "offsetClockDeg": .rounded(offsetClockDeg, decimals: 2),
            "meanRadius": .rounded(meanRadius, decimals: 2), "extremeSpread": .rounded(extremeSpread, decimals: 2),
            "ellipse95": ellipse.map { ellipse in
                [
                    "a": .rounded(ellipse.a, decimals: 2), "b": .rounded(ellipse.b, decimals: 2),
                    "angleDeg": .rounded(ellipse.angleDeg, decimals: 2),
                ]
            } ?? nil,
        ]
    }
}

extension Trend {
    var json: JSONValue {
        [
            "averageSlope": averageSlope.map { .rounded($0, decimals: 5) } ?? nil,
            "meanRadiusSlope": meanRadiusSlope.map { .rounded($0, decimals: 4) } ?? nil,
            "ends": .array(
                ends.map { end in
                    [
                        "round": .integer(end.round), "end": .integer(end.end),
                        "average": end.average.map { .rounded($0, decimals: 4) } ?? nil,
                        "meanRadius": end.group.map { .rounded($0.meanRadius, decimals: 2) } ?? nil,
                    ]
                }),
        ]
    }
}
