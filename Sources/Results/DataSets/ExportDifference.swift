import SystemPackage

/// What two exports differ in, photo by photo.
public struct ExportDifference: Sendable, Hashable, Encodable {
    /// Photos of the second alone, and of the first alone.
    public var (added, removed): (Int, Int) = (0, 0)
    /// Photos with other labels, of another part, and with another content under the same name.
    public var (relabelled, moved, changed): (Int, Int, Int) = (0, 0, 0)
    /// Photos that are the same in both.
    public var same = 0
    /// What was asked for otherwise: `confidence`.
    public var choice: [String] = []
    /// The first few names of each kind, as `kind name`.
    public var examples: [String] = []

    private enum CodingKeys: CodingKey { case added, removed, relabelled, moved, changed, same, choice, examples }

    private static let mostExamples = 5

    /// Whether both have the same photos with the same labels in the same parts.
    public var isNothing: Bool { added + removed + relabelled + moved + changed == 0 }

    /// Compares two manifests; the first one's photos are held in memory, the second one's are not.
    ///
    /// - Parameters:
    ///   - first: Reads the earlier one.
    ///   - second: Reads the later one.
    public init(
        _ first: ((ExportManifest.Photo) -> Void) throws -> ExportManifest.Head,
        _ second: ((ExportManifest.Photo) -> Void) throws -> ExportManifest.Head
    ) throws {
        var former: [String: ExportManifest.Photo] = [:]
        let before = try first { former[$0.name] = $0 }
        var shown: [String: Int] = [:]
        var difference = Self()
        func note(_ kind: String, _ name: String) {
            shown[kind, default: 0] += 1
            if shown[kind, default: 0] <= Self.mostExamples { difference.examples.append("\(kind) \(name)") }
        }
        let after = try second { photo in
            guard let other = former.removeValue(forKey: photo.name) else {
                difference.added += 1
                return note("added", photo.name)
            }
            var isSame = true
            func count(_ isDifferent: Bool, _ kind: String, _ path: WritableKeyPath<Self, Int>) {
                guard isDifferent else { return }
                isSame = false
                difference[keyPath: path] += 1
                note(kind, photo.name)
            }
            count(photo.content != other.content, "changed", \.changed)
            count(photo.digest != other.digest, "relabelled", \.relabelled)
            count(photo.part != other.part, "moved", \.moved)
            difference.same += isSame ? 1 : 0
        }
        difference.removed = former.count
        for name in former.keys.sorted().prefix(Self.mostExamples) { note("removed", name) }
        difference.choice = before.differences(from: after)
        self = difference
    }

    private init() {}
}

extension ExportManifest.Head {
    /// The names of what was asked for otherwise.
    func differences(from other: Self) -> [String] {
        [
            ("format", format != other.format), ("where", query != other.query),
            ("confidence", findings.confidence != other.findings.confidence),
            ("class", findings.classes != other.findings.classes),
            ("ignore", findings.ignored != other.findings.ignored),
            ("blur", blur != other.blur), ("map", classes.names != other.classes.names),
            ("overlap", classes.overlap != other.classes.overlap),
            ("empty", keepsEmpty != other.keepsEmpty),
            ("split", split != other.split), ("sidecar-names", sidecarNames != other.sidecarNames),
            ("model", models != other.models),
        ].filter(\.1).map(\.0)
    }
}
