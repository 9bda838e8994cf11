import Control
import Findings
import JSONTree
import Results
import Scoring
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// Photos of sessions: their manual corrections, and their pictures.
struct PhotosAPI {
    let library: ReviewLibrary
    let pictures: PictureService

    var operations: [Operation] { [review, picture] }

    private static let id = Operation.Parameter.path(
        "id", ["type": "string"], example: "0123456789abcdef0123", "The photo's id.")

    private var review: Operation {
        Operation(
            id: "reviewPhoto", method: .put, path: "/photos/{id}/review",
            summary: "Replaces the manual corrections of a photo.",
            parameters: [
                Self.id,
                Operation.Parameter(
                    name: "If-Match", place: .header,
                    schema: ["type": "string", "pattern": "^(\"[0-9]{1,15}\"|[0-9]{1,15})$"],
                    summary: "The revision that the review was made on, in quotes.", isRequired: false, example: "\"1\""
                ),
            ],
            body: .json(APIFormat.photoReview, example: Self.example),
            answer: .json(APIFormat.answer),
            refusals: [
                404: "There is no such photo.", 412: "The photo was changed meanwhile; the body says how it stands.",
                422: "No photo can show this.",
            ]
        ) { [library] call in
            let (id, revision) = (try call.parameter("id"), try call.revision())
            let wanted = try call.decoded(PhotoReview.self)
            let name = try await library.read { try library.photoName(id, in: $0) }
            do {
                _ = try await library.change(
                    .review(photo: name, as: wanted, revision: revision), in: call.queue)
            } catch let error as ControlError where error.code == "conflict" {
                return .refused(Problem(error), try await library.read { try Self.standing(of: name, library, $0) })
            }
            return .json(try await library.read { try Self.standing(of: name, library, $0) })
        }
    }

    private static let example: JSONValue = [
        "arrows": [
            ["number": 1, "value": ["score": 9, "isX": false, "position": ["x": 0.12, "y": -0.05], "face": 0]]
        ],
        "archers": [], "faces": [], "isConfirmed": false, "isSkipped": false,
    ]

    /// A photo and its session as they stand.
    private static func standing(
        of name: String, _ library: ReviewLibrary, _ snapshot: QueueSnapshot
    ) throws -> JSONValue {
        guard let session = try snapshot.scores.sessionName(ofPhoto: name) else {
            throw Problem(.notFound, code: .unknownPhoto, "There is no such photo.")
        }
        let content = try library.session(session, in: snapshot)
        return APIFormat.answer.write((content.photo(named: name), content))
    }

    private var picture: Operation {
        Operation(
            id: "getPicture", method: .get, path: "/photos/{id}/picture",
            summary: "A photo's picture, or a part of it.",
            parameters: [Self.id] + PictureRequest.parameters,
            answer: Operation.Content(type: "image/jpeg", schema: ["type": "string", "format": "binary"]),
            refusals: [404: "There is no such photo, or no picture of it can be made."]
        ) { [library, pictures] call in
            let (id, request) = (try call.parameter("id"), try PictureRequest(call))
            let wish = try await library.read { snapshot -> PictureWish? in
                guard let photo = try snapshot.scores.storedPhoto(library.photoName(id, in: snapshot)), photo.width > 0,
                    photo.height > 0, !photo.isFormer
                else { return nil }
                return try request.wish(of: FilePath(photo.filePath))
            }
            guard let wish else { throw PictureRequest.none }
            return .jpeg(try await pictures.picture(wish, for: call.client))
        }
    }
}

/// Which part of a photo, and how large.
struct PictureRequest: Sendable {
    static let none = Problem(.notFound, code: .noPicture, "No picture of this photo can be made.")
    static let parameters: [Operation.Parameter] = [
        .query(
            "longest", ["type": "integer", "minimum": 16, "maximum": 4096], example: 1024,
            "The longest side of the picture, in pixels; the next power of two is taken."),
        .query("x", place, example: 100, "The middle of a part, in pixels of the photo."),
        .query("y", place, example: 100, "The middle of a part, in pixels of the photo."),
        .query(
            "side", ["type": "number", "minimum": 1, "maximum": 999_999], example: 200,
            "The side of the part, in pixels of the photo."),
    ]

    /// The same of a file that may have pages.
    static let parametersOfPages =
        parameters + [
            .query(
                "page", ["type": "integer", "minimum": 1, "maximum": .integer(mostPages)], example: 1,
                "The page of the file; the first where none is named.")
        ]
    private static let mostPages = 10_000

    /// Photos have shorter sides.
    private static let place: JSONValue = ["type": "number", "minimum": -999_999, "maximum": 999_999]

    private let longest: Int
    private let region: Box?
    private let page: Int

    init(_ call: Call) throws {
        page = try call.integer("page", 1...Self.mostPages) ?? 1
        // Few sizes, so that many who ask for nearly the same get the same.
        longest = Self.coarse(try call.integer("longest", 16...4096) ?? 2048)
        let (x, y, side) = (try call.decimal("x"), try call.decimal("y"), try call.decimal("side"))
        if let side, side < 1 {
            throw Problem(.badRequest, code: .badRequest, "'side' is a number of at least 1.")
        }
        // A part needs all three; without one of them the whole picture is meant.
        region =
            if let x, let y, let side {
                Box(centerX: x, centerY: y, width: side, height: side)
            } else {
                nil
            }
    }

    /// The next power of two.
    static func coarse(_ size: Int) -> Int { size < 2 ? 1 : 1 << (Int.bitWidth - (size - 1).leadingZeroBitCount) }

    /// The wish for a picture of the file that lies there now; blocks.
    ///
    /// - Throws: A problem where no file does.
    func wish(of photo: FilePath) throws -> PictureWish {
        guard photo.isAbsolute else {
            throw Problem(
                .notFound, code: .otherHost,
                "The photo \(EscapedName.printable(photo)) lies in a folder that this host does not have: give it the same "
                    + "'watch[].name' here, and start the page again.")
        }
        guard let status = try? Syscalls.status(photo, follow: true) else {
            throw Problem(
                .notFound, code: .photoGone,
                "The photo is not at \(EscapedName.printable(photo)) any more: it was deleted, moved, or its folder "
                    + "cannot be reached.")
        }
        return PictureWish(
            photo: photo, annotated: nil, region: region, longestSide: longest, page: page,
            stamp: status.version)
    }
}

extension APIFormat where Value == PhotoReview {
    /// A review as clients send it.
    fileprivate static let photoReview = object([
        APIKey("arrows", described: .list(.arrow)), APIKey("archers", described: .list(.assignment)),
        APIKey("faces", described: .list(.face)), APIKey("isConfirmed", described: .bool),
        APIKey("isSkipped", described: .bool),
    ]).named("Review")
}

extension APIFormat where Value == PhotoReview.Arrow {
    fileprivate static let arrow = object([
        APIKey("number", described: .inPhoto), APIKey("value", described: .value),
    ])
}

extension APIFormat where Value == PhotoReview.Face {
    fileprivate static let face = object([
        APIKey("index", described: .whole(from: 0, to: 999)),
        APIKey("type", described: APIFormat<FaceType>.word.named("FaceType")),
        APIKey("homography", described: .homography),
    ])
}

extension APIFormat where Value == (photo: PhotoJSON?, session: SessionJSON) {
    /// A photo and its session as they stand.
    static let answer = object([
        APIKey("photo", { $0.photo }, .always(PhotoJSON.format)), APIKey("session", { $0.session }, SessionJSON.format),
    ]).named("ReviewAnswer")
}
