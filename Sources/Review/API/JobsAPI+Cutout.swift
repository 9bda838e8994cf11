import Findings
import HTTPTypes
import JSONTree
import Supervisor

/// Objects of a photo, cut out.
extension JobsAPI {
    /// The most objects that one request names.
    private static let mostObjects = 1000

    var cutout: Operation {
        Operation(
            id: "getJobCutout", method: .get, path: "/jobs/{job}/cutout",
            summary: "Objects of a photo that have masks, cut out of it together as a PNG; with manual corrections.",
            parameters: [
                Self.job,
                .query(
                    "detector", ["type": "string", "maxLength": 512], example: "things",
                    "Only what this detector found, by its name as the photo's answer has it; without it all of the first "
                        + "page that has a mask."),
                .query(
                    "index", ["type": "string", "pattern": "^[0-9]{1,6}(,[0-9]{1,6})*$"], example: "0,2",
                    "The places of the objects among what the detector found, from 0; without it all are."),
                .query(
                    "crop", ["type": "boolean"], example: true,
                    "Whether the picture ends near the objects, as by default; with false it is as large as the photo."),
                .query(
                    "background", ["type": "string", "pattern": "^(transparent|blur|grey|#[0-9A-Fa-f]{6})$"],
                    example: "#ffffff",
                    "What lies behind: nothing, the photo out of focus, the photo without colours, or a colour."),
            ],
            answer: Operation.Content(type: "image/png", schema: ["type": "string", "format": "binary"]),
            refusals: [404: "There is no such photo, it has no such object, or no picture of it can be made."]
        ) { [library, pictures, place] call in
            let (number, request) = (try call.number("job"), try CutoutRequest(call))
            let wish = try await library.read { snapshot -> PictureWish? in
                let job = try JobJSON(number, in: snapshot, place)
                guard let file = job.file else { return nil }
                guard let (mask, page) = job.silhouette(of: request.detector, request.indices) else {
                    throw Problem(.notFound, code: .noObject, "The photo has no such object with a mask.")
                }
                var wish = try PictureRequest(call).wish(of: file)
                wish.page = page
                wish.cutout = CutoutWish(mask: mask, isCropped: request.isCropped, ground: request.ground)
                return wish
            }
            guard let wish else { throw PictureRequest.none }
            return .png(try await pictures.picture(wish, for: call.client))
        }
    }

    /// Which objects, and how they are cut out.
    private struct CutoutRequest {
        let detector: String?
        let indices: [Int]?
        let isCropped: Bool
        let ground: CutoutGround

        init(_ call: Call) throws {
            detector = call.query["detector"]
            indices = try call.query["index"].map { text in
                let parts = text.split(separator: ",", omittingEmptySubsequences: false)
                let numbers = parts.compactMap { Int($0) }
                guard numbers.count == parts.count, numbers.count <= mostObjects, numbers.allSatisfy({ $0 >= 0 }) else {
                    throw Problem(.badRequest, code: .badRequest, "'index' is a list of whole numbers from 0.")
                }
                return numbers
            }
            isCropped = try call.boolean("crop") ?? true
            let word = call.query["background"] ?? CutoutGround.transparent.text
            guard let ground = CutoutGround(word: word) else {
                throw Problem(
                    .badRequest, code: .badRequest,
                    "'background' is transparent, blur, grey or a colour such as #ffffff.")
            }
            self.ground = ground
        }
    }
}

extension Call {
    /// A truth value behind the question mark; nil where it is not there.
    fileprivate func boolean(_ name: String) throws -> Bool? {
        guard let text = query[name] else { return nil }
        guard let value = Bool(text) else {
            throw Problem(.badRequest, code: .badRequest, "'\(name)' is true or false.")
        }
        return value
    }
}
