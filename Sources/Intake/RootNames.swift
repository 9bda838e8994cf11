import SystemPackage
import SystemValues

/// Names that tell roots apart, so that the same relative path under two roots stays two results.
public enum RootNames {
    /// For each root the shortest trailing part of its path that no other root shares; equal paths get a number.
    public static func distinct(_ roots: [FilePath]) -> [FilePath] {
        let parts = roots.map { root in
            TreeRules.canonicalEvenIfMissing(root.rawBytes).split(separator: RawPath.slash).map(Array.init)
        }
        var names: [[UInt8]] = []
        for (index, own) in parts.enumerated() {
            let others = parts.enumerated().filter { $0.offset != index }.map(\.element)
            let length = (1...max(1, own.count)).first { count in
                !others.contains { $0.suffix(count).elementsEqual(own.suffix(count)) }
            }
            var name = Array(own.suffix(length ?? own.count).joined(separator: [RawPath.slash]))
            if name.isEmpty { name = Array("root".utf8) }
            if length == nil {
                let earlier = parts[..<index].filter { $0 == own }.count
                if earlier > 0 { name += Array("-\(earlier + 1)".utf8) }
            }
            names.append(name)
        }
        return names.map { FilePath(rawBytes: $0) }
    }
}
