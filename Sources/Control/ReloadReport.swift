/// What other settings change in a run that goes on, as it is said before they are used.
public struct ReloadReport: Codable, Sendable, Hashable {
    /// A key whose value changes.
    public struct Change: Codable, Sendable, Hashable {
        /// The full key: `detectors[0].confidence`.
        public var key: String
        /// The value until now, as the settings file would write it; nil where there was none.
        public var old: String?
        /// The value from then on; nil where there is none.
        public var new: String?

        /// A change from its parts.
        public init(key: String, old: String?, new: String?) {
            (self.key, self.old, self.new) = (key, old, new)
        }
    }

    /// In the order of the settings' table.
    public var changes: [Change]
    /// Whether a model's file, or a picture's that the settings name, is another one under the same name.
    public var changesFiles: Bool
    /// Whether photos come to other results with them.
    public var changesResults: Bool
    /// Photos that are done, where results change.
    public var done: Int
    /// Whether these are processed again where they lie; else they keep their results.
    public var again: Bool
    /// Whether the run goes on with them now; else they were only looked at, or are what they were.
    public var isTaken: Bool

    /// A report from its parts.
    public init(
        changes: [Change], changesFiles: Bool, changesResults: Bool, done: Int, again: Bool, isTaken: Bool
    ) {
        (self.changes, self.changesFiles, self.changesResults) = (changes, changesFiles, changesResults)
        (self.done, self.again, self.isTaken) = (done, again, isTaken)
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { changes.isEmpty && !changesFiles && !changesResults }

    /// What changes, a line each, and what becomes of photos that are done; one line where nothing changes.
    public var lines: [String] {
        guard !isEmpty else { return ["the settings are what they were"] }
        var lines = changes.map { "\($0.key): \($0.old ?? "not there") -> \($0.new ?? "not there")" }
        if changesFiles { lines.append("a model or a picture that the settings name has another content") }
        guard changesResults else { return lines + ["results stay what they are"] }
        let photos = done == 1 ? "1 photo is done and" : "\(done) photos are done and"
        guard !again else {
            return lines + [
                "\(photos) \(done == 1 ? "is" : "are") processed again where \(done == 1 ? "it lies" : "they lie")"
            ]
        }
        // Once they are kept, another reload has nothing to process again.
        let kept = "\(photos) \(done == 1 ? "keeps its result" : "keep their results")"
        return lines + [isTaken ? kept : kept + "; --again has them processed again"]
    }
}
