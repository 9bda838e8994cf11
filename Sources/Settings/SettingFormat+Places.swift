import Findings
import JSONTree
import SystemPackage

extension SettingFormat where Value == IgnoredPlace {
    /// A place at which a class is no object.
    static var ignoredPlace: SettingFormat {
        let format = IgnoredPlace.format
        let example = #"{ "class": "dog", "box": [0.1, 0.2, 0.05, 0.1], "overlap": 0.7, "folder": "day1" }"#
        let expected = "an object such as \(example)"
        return SettingFormat(expected: expected, schema: closed(format.schema), shape: .text) {
            (node, _) throws(TypeMismatch) in
            guard case .object(let members) = node.content else { throw TypeMismatch(node: node, expected: expected) }
            if let other = members.first(where: { !IgnoredPlace.keyNames.contains($0.name) }) {
                let near = Suggestion.nearest(to: other.name, among: IgnoredPlace.keyNames)
                throw TypeMismatch(
                    place: ".\(other.name)", node: other.node, expected: expected,
                    reason: "unknown key" + (near.map { "; did you mean \"\($0)\"?" } ?? ", expected \(expected)"))
            }
            do throws(RecordFormatError) {
                return try format.read(node.value)
            } catch {
                guard let given = members.first(where: { $0.name == error.key }) else {
                    throw TypeMismatch(
                        node: node, expected: expected, reason: "\"\(error.key)\" is missing, expected \(expected)")
                }
                throw TypeMismatch(place: ".\(error.key)", node: given.node, expected: wanted(for: error.key))
            }
        } encode: {
            format.write($0)
        }
    }

    /// Completes "expected …" for one key.
    private static func wanted(for key: String) -> String {
        switch key {
        case "box":
            "left, top, width and height as shares of the photo's sides, for example [0.1, 0.2, 0.05, 0.1]"
        case "overlap": "a number above 0 and up to 1, for example \(IgnoredPlace.usualOverlap)"
        case "class": "a class's name, for example \"dog\""
        case "folder": "a folder's name, for example \"day1\""
        default: "a part of the camera's maker and model, for example \"hyperfire\""
        }
    }

    /// The schema without keys that later versions add: a misspelt one is told.
    private static func closed(_ schema: JSONValue) -> JSONValue {
        guard case .object(let members) = schema else { return schema }
        // What has a value of its own where it is left out is not required.
        return .object(
            members.map { member -> JSONValue.Member in
                guard member.name == "required" else { return member }
                return .init("required", ["class", "box"])
            } + [.init("additionalProperties", false)])
    }
}
