import JSONTree
import SystemPackage

/// What is known of one key without its type; file, environment, help and schema are made from it.
struct KeyDescription: Sendable {
    /// The path below its table: `letterbox.size`, or `confidence` in the table of detectors.
    let path: String
    let about: String
    let expected: String
    let schema: JSONValue
    let shape: TextShape
    var traits: Set<KeyTrait>
    /// The default as JSON.
    let fallback: JSONValue
    /// The keys of each item, where the value is a list of objects.
    var items: [KeyDescription]?
    /// How many items there are where none is named.
    var defaultCount = 0
}

/// What is special about a key.
enum KeyTrait: Sendable {
    /// An item without it is refused.
    case required
    /// Another value gives photos another answer: finished ones are worked again.
    case changesAnswer
    /// The value belongs to one item: an option without a number is refused where there are several.
    case single
    /// An option without a number makes an item where there is none; a required key does so too.
    case makesItem
    /// A watched folder may have a value of its own, though it is no part of the photos' answer.
    case byFolder
    /// It is the same for all watched folders, though it is part of the photos' answer.
    case shared
    /// Where it is not given, what stands beside `watch` holds and not the default.
    case inherited
}

/// A key and its effective value.
struct ShownSetting: Sendable {
    let path: String
    let value: JSONValue
    let traits: Set<KeyTrait>
}

/// A group of settings; a new one holds the defaults.
protocol DefaultInitializable: Sendable {
    init()
}

extension Settings: DefaultInitializable {}
extension Settings.Watch: DefaultInitializable {}
extension Settings.Detector: DefaultInitializable {}

/// A key of a table, bound to the property that holds its value.
struct Key<Root: DefaultInitializable>: Sendable {
    let description: KeyDescription
    let read: @Sendable (inout Root, inout RawSettings, _ prefix: String) -> Void
    let show: @Sendable (Root, _ prefix: String) -> [ShownSetting]

    /// A key with a plain value.
    init<Value>(
        _ path: String, _ property: any WritableKeyPath<Root, Value> & Sendable, _ format: SettingFormat<Value>,
        _ about: String, _ traits: KeyTrait...
    ) {
        let marks = Set(traits)
        description = KeyDescription(
            path: path, about: about, expected: format.expected, schema: format.schema, shape: format.shape,
            traits: marks,
            fallback: format.encode(Root()[keyPath: property]))
        read = { root, rawSettings, prefix in
            guard let given = rawSettings[prefix + path] else {
                if marks.contains(.required) {
                    let message = "\(prefix + path) is missing; expected \(format.expected)"
                    let position = rawSettings.positions[String(prefix.dropLast())]
                    rawSettings.problems.append(.init(.missing, message, at: position))
                }
                return
            }
            do throws(TypeMismatch) {
                root[keyPath: property] = try format.decode(given.node, given.folder)
            } catch {
                rawSettings.reject(prefix + path, error, of: given)
            }
        }
        show = { root, prefix in
            [ShownSetting(path: prefix + path, value: format.encode(root[keyPath: property]), traits: marks)]
        }
    }

    /// A key with a list of objects, each read by a table of its own.
    init<Item: DefaultInitializable>(
        _ path: String, _ property: any WritableKeyPath<Root, [Item]> & Sendable, of keys: [Key<Item>],
        atLeast least: Int = 0, example: String, _ about: String, _ traits: KeyTrait...
    ) {
        let fallback = Root()[keyPath: property]
        let expected = "a list of objects, for example [\(example)]"
        description = KeyDescription(
            path: path, about: about, expected: expected, schema: ["minItems": .integer(least)],
            shape: .list(of: .text),
            traits: Set(traits), fallback: .array([]), items: keys.map(\.description), defaultCount: fallback.count)
        read = { root, rawSettings, prefix in
            let count = rawSettings.counts[prefix + path] ?? fallback.count
            guard count >= least else {
                let message = "\(prefix + path) is empty; expected \(expected)"
                rawSettings.problems.append(.init(.missing, message, at: rawSettings.positions[prefix + path]))
                return
            }
            root[keyPath: property] = (0..<count).map { index in
                var item = Item()
                for key in keys { key.read(&item, &rawSettings, "\(prefix)\(path)[\(index)].") }
                return item
            }
        }
        show = { root, prefix in
            root[keyPath: property].enumerated().flatMap { index, item in
                keys.flatMap { $0.show(item, "\(prefix)\(path)[\(index)].") }
            }
        }
    }
}
