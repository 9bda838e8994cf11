import Findings
import JSONTree

extension SettingFormat where Value == Symbology {
    /// A kind of code, by its name in settings or its name for people; one that cannot be read is refused by name.
    static var symbology: SettingFormat {
        let plain = SettingFormat.choice
        return SettingFormat(expected: plain.expected, schema: plain.schema, shape: plain.shape) {
            (node, folder) throws(TypeMismatch) in
            guard case .string(let name) = node.content else { return try plain.decode(node, folder) }
            if let symbology = Symbology.named(name) { return symbology }
            throw TypeMismatch(node: node, expected: plain.expected, reason: Symbology.refusal(of: name))
        } encode: {
            .string($0.rawValue)
        }
    }
}
