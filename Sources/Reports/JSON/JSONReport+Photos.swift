import JSONTree
import Results
import Scoring

extension Session.Photo {
    var json: JSONValue {
        [
            "path": .string(path), "captured": .init(captured.map(CameraClock.text)), "annotated": .init(annotated),
            "width": .integer(width), "height": .integer(height), "faces": .array(faces.map(\.json)),
        ]
    }
}

extension Session.Arrow {
    var json: JSONValue {
        guard case .object(let members) = value.json(isPlaced: isPlaced) else { return nil }
        let place: [JSONValue.Member] = [
            .init("number", .integer(number)), .init("photo", .init(photo)), .init("isPlaced", .bool(isPlaced)),
        ]
        return .object(place + members + [.init("corrected", corrected?.json(isPlaced: true) ?? nil)])
    }
}
