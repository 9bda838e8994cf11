import JSONTree

extension Settings {
    /// The bytes that stand for everything that decides a photo's answer; hash them to know whether a finished photo
    /// must be worked again.
    ///
    /// They hold the settings that change what is found or written for a photo and the content of each model, and
    /// leave out paths, speeds and names: a model that moves, or another number of workers, changes nothing.
    /// - Parameter models: The SHA-256 of each detector's model file, by the detector's name.
    /// - Parameter scoringModels: The same of the models that scoring uses, by the setting's key; nil where nothing is scored.
    /// - Parameter decoder: The version of the rules that turn a model's output into detections.
    /// - Parameter scorer: The same of the rules that turn a photo into scores.
    public func fingerprint(
        models: [String: String], scoringModels: [String: String]? = nil, decoder: Int = 1, scorer: Int = 1
    ) -> [UInt8] {
        var members = Self.keys.flatMap { $0.show(self, "") }
            .filter { $0.traits.contains(.changesAnswer) }
            .map { JSONValue.Member($0.path, $0.value) }
        // Where the copy lies does not matter, only that there is one.
        for index in members.indices where members[index].name == "output.originals" {
            members[index].value = .bool(output.originals != nil)
        }
        for (index, detector) in detectors.enumerated() {
            members.append(.init("detectors[\(index)].model", .init(models[detector.name])))
        }
        if scoring.face == nil {
            members.removeAll { $0.name.hasPrefix("scoring.") }
        } else {
            for (key, hash) in (scoringModels ?? [:]).sorted(by: { $0.key < $1.key }) {
                members.append(.init(key, .init(hash)))
            }
            members.append(.init("scoring.version", .integer(scorer)))
        }
        // Version 1 is what fingerprints stood for before they said so.
        if decoder > 1 { members.append(.init("detectors.version", .integer(decoder))) }
        let whole: JSONValue = ["fingerprint": 1, "settings": .object(members)]
        return Array(whole.canonical.line.utf8)
    }
}
