import Findings
import JSONTree

extension Settings {
    /// Keys of detectors that fingerprints leave out where they have their default, as they did before there were any.
    private static let laterKeys: [(name: String, value: @Sendable (Detector) -> JSONValue)] = [
        ("presence", { .number($0.presence) }), ("maximum", { .init($0.maximum) }), ("mask", { .bool($0.mask) }),
        ("mesh", { .bool($0.mesh) }), ("tiles.size", { .init($0.tiles == .whole ? 0 : $0.tiles.side) }),
        ("tiles.overlap", { .number($0.overlap) }),
        ("without", { .init($0.without) }), ("symbologies", { .array($0.symbologies.map { .string($0.rawValue) }) }),
        ("enhance", { .string($0.enhance.rawValue) }), ("text.engine", { .string($0.text.engine.rawValue) }),
        ("text.languages", { .array($0.text.languages.map { .string($0) }) }),
        ("text.level", { .string($0.text.level.rawValue) }), ("text.candidates", { .integer($0.text.candidates) }),
        ("text.height", { .number($0.text.height) }),
        ("text.words", { .array($0.text.words.map { .string($0) }) }), ("text.country", { .init($0.text.country) }),
        ("text.dates", { .init($0.text.dates?.rawValue) }), ("area", { .array($0.area.map { .number($0) }) }),
        ("crowd", { .integer($0.crowd) }),
        ("text.layer", { .bool($0.text.layer) }), ("on.otherwise", { .init($0.on.otherwise?.rawValue) }),
        ("text.correction", { .bool($0.text.correction) }),
        ("text.contents", { .array($0.text.contents.map { .string($0.rawValue) }) }),
        ("centermost", { .bool($0.centermost) }),
        ("ignore", { .array($0.ignore.map(IgnoredPlace.format.write)) }),
        (
            "rename",
            {
                .object(
                    $0.rename.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.map { .string($0) } ?? .null) })
            }
        ),
    ]

    /// The bytes that stand for everything that decides a photo's answer; hash them to know whether a finished photo
    /// must be worked again.
    ///
    /// They hold the settings that change what is found or written for a photo and the content of each model, and
    /// leave out paths, speeds and names: a model that moves, or another number of workers, changes nothing.
    /// - Parameter models: The SHA-256 of each detector's models, by the detector's name and the model's role.
    /// - Parameter background: The SHA-256 of the picture behind cutouts; nil where there is none.
    /// - Parameter scoringModels: The same of the models that scoring uses, by the setting's key; nil where nothing is scored.
    /// - Parameter scorer: The version of the rules that turn a photo into scores.
    /// - Parameter rules: The version of the rules that turn a model's output into findings.
    public func fingerprint(
        models: [String: [ModelNeed.Role: String]], background: String? = nil,
        scoringModels: [String: String]? = nil, scorer: Int = 1,
        rules: (DetectorTask) -> Int = \.row.rulesVersion
    ) -> [UInt8] {
        var members = Self.keys.flatMap { $0.show(self, "") }
            .filter { $0.traits.contains(.changesAnswer) }
            .map { JSONValue.Member($0.path, $0.value) }
        let limits = Limits()
        if self.limits.pages == limits.pages { members.removeAll { $0.name == "limits.pages" } }
        if self.limits.pagePixels == limits.pagePixels { members.removeAll { $0.name == "limits.pagePixels" } }
        if output.blur.isEmpty { members.removeAll { $0.name == "output.blur" } }
        if !output.pages { members.removeAll { $0.name == "output.pages" } }
        if output.cutouts {
            // What is as it was before it could be chosen stands for nothing.
            let usual = Settings().output.cutout
            let later: [(name: String, isUsual: Bool)] = [
                ("croppedToInstances", output.cutout.croppedToInstances == usual.croppedToInstances),
                ("background", output.cutout.background == usual.background),
                ("composite", output.cutout.composite == usual.composite),
                ("labels", output.cutout.labels == usual.labels), ("mask", output.cutout.mask == usual.mask),
            ]
            for key in later where key.isUsual { members.removeAll { $0.name == "output.cutout." + key.name } }
        } else {
            members.removeAll { $0.name.hasPrefix("output.cutout") }
        }
        // The picture behind cutouts counts by its content.
        for index in members.indices where members[index].name == "output.cutout.background" {
            if let background { members[index].value = .string(background) }
        }
        if grey.window.isEmpty { members.removeAll { $0.name == "grey.window" } }
        // Where the copy lies does not matter, only that there is one.
        for index in members.indices where members[index].name == "output.originals" {
            members[index].value = .bool(output.originals != nil)
        }
        for (index, detector) in detectors.enumerated() {
            let place = "detectors[\(index)]."
            let hashes = models[detector.name] ?? [:]
            // What came after the main model is only there where there is one.
            for role in ModelNeed.Role.allCases where role == .main || hashes[role] != nil {
                members.append(.init(place + role.rawValue, .init(hashes[role])))
            }
            // Version 1 is what fingerprints stood for before they held a version; the same holds for what came later.
            let version = rules(detector.task)
            if version > 1 { members.append(.init(place + "rules", .integer(version))) }
            // Before, classifiers took no heed of it.
            if detector.task == .classify, letterbox(for: detector).fit != nil {
                members.append(.init(place + "fits", .bool(true)))
            }
            if detector.engine == .auto { members.removeAll { $0.name == place + "engine" } }
            if detector.mean.isEmpty, detector.deviation.isEmpty {
                members.removeAll { $0.name == place + "mean" || $0.name == place + "std" }
            }
            let usual = Detector()
            let later = Self.laterKeys.filter { $0.value(detector) == $0.value(usual) }.map { place + $0.name }
            members.removeAll { later.contains($0.name) }
            if detector.without == nil { members.removeAll { $0.name == place + "handMargin" } }
            if detector.on.detector == nil { members.removeAll { $0.name.hasPrefix(place + "on.") } }
        }
        if scoring.face == nil {
            members.removeAll { $0.name.hasPrefix("scoring.") }
        } else {
            for (key, hash) in (scoringModels ?? [:]).sorted(by: { $0.key < $1.key }) {
                members.append(.init(key, .init(hash)))
            }
            if scoring.folders == nil { members.removeAll { $0.name == "scoring.folders" } }
            // A round of a user's own may have changed under its name.
            for index in members.indices.reversed() where members[index].name == "scoring.round" {
                if let round {
                    members[index].value = .string(round.summary)
                } else {
                    members.remove(at: index)
                }
            }
            members.append(.init("scoring.version", .integer(scorer)))
        }
        let whole: JSONValue = ["fingerprint": 1, "settings": .object(members)]
        return Array(whole.canonical.line.utf8)
    }
}
