import Findings
import JSONTree
import Reports
import Results
import Scoring
import Storage

/// A session as the page gets it: sums, ends, photos with their faces, arrows with their manual corrections.
struct SessionJSON {
    let session: Session
    /// What links to it are made from.
    let address: String
    let scoring: ScoringSettings
    /// The manual corrections of each photo, by its name in the book.
    let reviews: [String: ReviewedPhoto]

    /// The whole session.
    var value: JSONValue {
        let sheet = ScoreSheet(session)
        return [
            "id": .string(NameIndex.id(of: address)), "name": .string(session.name), "date": .init(session.date),
            "system": .string(scoring.system.rawValue), "arrowsPerEnd": .integer(scoring.arrowsPerEnd ?? 0),
            "shaft": .number(scoring.shaftDiameter), "lineRule": .string(scoring.lineRule.rawValue),
            "marks": .array(marks.map { .string($0) }),
            "archers": [
                "names": .array(session.archers.names.map { .string($0) }), "by": .string(session.archers.by.rawValue),
                "colours": .array(
                    session.archers.names.indices.map { .init(session.archers.colour(of: $0)?.rawValue) }),
            ],
            "faces": .object(faceTypes.map { .init($0.rawValue, $0.drawing(in: scoring.system)) }),
            "faceTypes": .object(FaceType.allCases.map { .init($0.rawValue, $0.drawing(in: scoring.system)) }),
            "total": sheet.total.json,
            "rounds": .array(zip(session.rounds, sheet.rounds).map(round)),
            "skipped": .array(session.skipped.map(photo)),
            "doubts": .array(doubts), "perArcher": .array(perArcher),
        ]
    }

    /// One photo, wherever it stands in the session; nil where it is not in it.
    func photo(named name: String) -> JSONValue? {
        (session.photos + session.skipped).first { $0.path == name }.map(photo)
    }

    private func round(_ round: Session.Round, _ sheet: ScoreSheet.Round) -> JSONValue {
        [
            "number": .integer(round.number), "name": .string(round.name), "arrowsPerEnd": .integer(round.arrowsPerEnd),
            "highestScore": .integer(round.highestScore), "countsX": .bool(round.countsX), "total": sheet.total.json,
            "ends": .array(zip(round.ends, sheet.rows).map(end)),
        ]
    }

    private func end(_ end: Session.End, _ row: ScoreSheet.Row) -> JSONValue {
        [
            "number": .integer(end.number), "total": row.tally.json, "running": .integer(row.running),
            "missing": .integer(row.missing), "surplus": .integer(row.surplus), "needsReview": .bool(row.needsReview),
            "isConfirmed": .bool(end.isConfirmed), "trouble": .init(end.trouble),
            "review": .array(end.review.map { .string($0.rawValue) }), "photos": .array(end.photos.map(photo)),
            "arrows": .array(end.arrows.map { arrow($0, of: end) }),
        ]
    }

    private func photo(_ photo: Session.Photo) -> JSONValue {
        let said = reviews[photo.path]
        let corrected = Set(said?.review.faces.map(\.index) ?? [])
        let removed = (said?.review.arrows ?? []).filter(\.value.isRemoved).map { arrow -> JSONValue in
            [
                "number": .integer(arrow.number), "manual": arrow.value.json,
                "read": said?.readings[arrow.number]?.reading ?? nil,
            ]
        }
        return [
            "id": .string(NameIndex.id(of: photo.path)),
            "name": .string(Session.fileName(ofPhoto: photo.path)),
            "path": .string(photo.path), "captured": .init(photo.captured.map(CameraClock.text)),
            "width": .integer(photo.width), "height": .integer(photo.height), "revision": .integer(said?.revision ?? 0),
            "isConfirmed": .bool(said?.review.isConfirmed == true), "isSkipped": .bool(said?.review.isSkipped == true),
            "faces": .array(photo.faces.enumerated().map { Self.face($1, isCorrected: corrected.contains($0)) }),
            "removed": .array(removed),
            "manual": .array(
                (said?.review.arrows ?? []).map {
                    ["number": .integer($0.number), "value": $0.value.json]
                }),
            "archers": .array(
                (said?.review.archers ?? []).map {
                    ["number": .integer($0.number), "archer": .string($0.archer)]
                }),
            "hasPicture": .bool(photo.width > 0 && photo.height > 0 && !photo.isFormer),
        ]
    }

    private static func face(_ face: TargetDetection.Face, isCorrected: Bool) -> JSONValue {
        guard case .object(let members) = face.json else { return nil }
        return .object(members + [.init("isCorrected", .bool(isCorrected))])
    }

    private func arrow(_ arrow: Session.Arrow, of end: Session.End) -> JSONValue {
        guard case .object(let members) = arrow.value.json(isPlaced: arrow.isPlaced) else { return nil }
        let said = arrow.photo.flatMap { end.photos.indices.contains($0) ? reviews[end.photos[$0].path] : nil }
        let manual = said?.review.arrows.first { $0.number == arrow.number }?.value
        let isMoved = arrow.corrected.map { read in
            let (now, before) = (arrow.value, read)
            let distance = Point(x: now.normalizedX, y: now.normalizedY)
                .distance(to: Point(x: before.normalizedX, y: before.normalizedY))
            return now.face != before.face || distance > Self.adjustment
        }
        let more: [JSONValue.Member] = [
            .init("number", .integer(arrow.number)), .init("photo", .init(arrow.photo)),
            .init("isPlaced", .bool(arrow.isPlaced)), .init("mark", .string(arrow.value.mark)),
            .init("wasAdjusted", .bool(isMoved ?? (manual?.position != nil))), .init("archer", .init(arrow.archer)),
            .init("archerByHand", .bool(said?.review.archers.contains { $0.number == arrow.number } == true)),
            .init("read", arrow.corrected?.reading ?? nil), .init("manual", manual?.json ?? nil),
        ]
        return .object(members + more)
    }

    /// How far an arrow must have been moved to count as adjusted, in radii of the full face.
    private static let adjustment = 0.01
}

extension SessionJSON {
    /// The buttons' marks, the best first.
    private var marks: [String] {
        let highest = session.rounds.map(\.highestScore).max() ?? (scoring.system == .field ? 6 : 10)
        let scores = (1...highest).reversed().map(String.init) + ["M"]
        return session.rounds.contains(where: \.countsX) ? ["X"] + scores : scores
    }

    /// The types of the faces that were seen, and the one that a user would add to a photo without any.
    private var faceTypes: [FaceType] {
        let photos = session.photos + session.skipped
        let usual = scoring.face ?? (scoring.system == .field ? .field80 : .wa122)
        return (photos.flatMap(\.faces).map(\.type) + [usual]).reduce(into: []) { types, type in
            if !types.contains(type) { types.append(type) }
        }
    }

    /// What needs a manual review, the likeliest to change the total first.
    private var doubts: [JSONValue] {
        SessionDoubt.all(of: session).map { doubt in
            [
                "photo": .string(NameIndex.id(of: doubt.photo)), "arrow": .init(doubt.arrow),
                "chance": .rounded(doubt.chance, decimals: 3),
            ]
        }
    }

    private var perArcher: [JSONValue] {
        session.archers.names.map { name in
            let own = ScoreSheet(session.only(by: name))
            return ["name": .string(name), "total": own.total.json]
        }
    }
}

extension Tally {
    /// The sums as the page gets them.
    var json: JSONValue {
        [
            "score": .integer(score), "maximum": .integer(maximum), "arrows": .integer(arrows), "tens": .integer(tens),
            "xs": .integer(xs), "average": average.map { .rounded($0, decimals: 3) } ?? nil,
        ]
    }
}

extension Correction.Value {
    /// The value as clients send it and get it.
    var json: JSONValue {
        [
            "score": .integer(score), "isX": .bool(isX), "position": position?.json ?? nil, "face": .init(face),
            "isRemoved": .bool(isRemoved), "isOnlyConfirmed": .bool(isOnlyConfirmed),
        ]
    }
}

extension Point {
    fileprivate var json: JSONValue { ["x": .rounded(x, decimals: 6), "y": .rounded(y, decimals: 6)] }
}

extension DetectedArrow {
    /// What the model had read, in short.
    fileprivate var reading: JSONValue {
        [
            "mark": .string(mark), "score": .integer(score), "isX": .bool(isX), "face": .init(face),
            "normalizedX": .rounded(normalizedX, decimals: 5), "normalizedY": .rounded(normalizedY, decimals: 5),
        ]
    }
}
