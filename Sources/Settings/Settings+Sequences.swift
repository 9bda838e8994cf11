import Findings
import Scoring
import SystemPackage

extension Settings {
    /// What is looked for in photos that follow each other, and in how many of them it has to be seen.
    ///
    /// The same question as `quiver sequence` asks of results afterwards.
    public struct SequenceQuery: DefaultInitializable, Hashable {
        /// A gesture of a hand.
        public enum Gesture: String, Sendable, CaseIterable {
            /// The tips of thumb and index finger meet.
            case pinch
        }

        /// Which way y grows in what a model of actions takes.
        public enum Upright: String, Sendable, CaseIterable {
            case down
            /// As in Apple's Vision.
            case up
        }

        /// The object, class or text; nil for any, each of them counted for itself.
        public var label: String?
        /// The gesture, in place of a label.
        public var gesture: Gesture?
        /// Two keypoints of one hand, face or person that are near each other, in place of a label; else empty.
        public var near: [String] = []
        /// How near these, or the tips of a pinch, are; nil for tips that touch.
        public var distance: Double?
        /// What that is measured in.
        public var measure = KeypointMeasure.size
        /// The file of a model that says what a person does in 60 photos, in place of a label.
        public var actions: FilePath?
        /// The actions in the model's order; empty for those that its file names.
        public var labels: [String] = []
        /// Which way y grows in the keypoints that the model takes.
        public var y = Upright.down
        /// The name of the only detector whose findings count; nil for all.
        public var detector: String?
        /// The least score of findings that count.
        public var confidence = 0.5
        /// In how many photos it has to be seen, and missed to end.
        public var seen = 3
        /// Of how many photos one after the other.
        public var of = 5
        /// A longer time between two photos ends everything.
        public var gap = Duration.seconds(2)

        /// Every label, in 3 of 5 photos.
        public init() {}

        static let keys: [Key<SequenceQuery>] = [
            Key(
                "label", \.label, SettingFormat.text("an object, class or text", example: "cup").or(nil),
                "The object, class or text; a code or a line of text counts where it contains it. Null for every label.",
                .makesItem, .single),
            Key(
                "gesture", \.gesture, SettingFormat.choice.or(nil),
                "`pinch`: the tips of thumb and index finger meet. In place of a label.", .makesItem, .single),
            Key(
                "near", \.near, SettingFormat.text("a keypoint's name", example: "thumbTip").list(),
                "Two keypoints of one hand, face or person that are near each other. In place of a label.", .makesItem,
                .single),
            Key(
                "distance", \.distance, SettingFormat.number(0.000_001...10_000, example: 0.25).or(nil),
                "How near these, or the tips of a pinch, are; null for 0.25 of the size, 0.05 of the photo, 0.03 metres.",
                .makesItem, .single),
            Key(
                "measure", \.measure, .choice,
                "What that is measured in: `size` (the hand's palm, else the longer side of the box), `photo` (its longer side) or `metres`.",
                .makesItem, .single),
            Key(
                "actions", \.actions, SettingFormat.path.or(nil),
                """
                A model that says what a person does in 60 photos, by its file or name, as for `quiver sequence --actions`. In \
                place of a label; `seen` and `of` do not count for it.
                """, .makesItem, .single),
            Key(
                "labels", \.labels, SettingFormat.text("an action", example: "draw").list(),
                "The actions in the model's order, where its file names none.", .makesItem, .single),
            Key(
                "y", \.y, .choice, "Which way y grows in the keypoints of `actions`; `up` is that of Apple's Vision.",
                .makesItem, .single),
            Key(
                "detector", \.detector, SettingFormat.text("a detector's name", example: "codes").or(nil),
                "The only detector whose findings count; null for all.", .makesItem, .single),
            Key(
                "confidence", \.confidence, .fraction(example: 0.5), "Findings below this score do not count.",
                .makesItem),
            Key(
                "seen", \.seen, .integer(1...mostPhotos, example: 3),
                "In how many photos it has to be seen; missed in as many it ends.", .makesItem),
            Key(
                "of", \.of, .integer(1...mostPhotos, example: 5), "Of how many photos one after the other.", .makesItem),
            Key(
                "gap", \.gap, .duration(.zero...(.seconds(86_400)), example: "2s"),
                "A longer time between two photos ends everything.", .makesItem),
        ]

        private static let mostPhotos = 1000
    }

    /// Puts the files of models of actions in the place of their names.
    mutating func nameActions(_ raw: inout RawSettings, _ library: ModelLibrary, exists: (FilePath) -> Bool) {
        for index in sequences.indices {
            let key = "sequences[\(index)].actions"
            guard let name = Self.name(raw[key], exists) else { continue }
            if let file = library.locate(name, exists: exists) {
                sequences[index].actions = file
            } else {
                let message =
                    "\(key): there is no model \"\(name)\"; 'quiver model list' shows those that are here, "
                    + "'quiver model add' adds one"
                raw.problems.append(.init(.conflict, message, at: raw[key]?.node.position))
            }
        }
    }

    /// Refuses questions that nothing can answer.
    func checkSequences(_ rawSettings: inout RawSettings) {
        let names = detectors.map(\.name) + (scoring.face == nil ? [] : [TargetDetection.detector])
        for (index, query) in sequences.enumerated() {
            let place = "sequences[\(index)]"
            let (part, message): (String, String)
            if query.label != nil, query.gesture != nil {
                (part, message) = ("gesture", "it looks for a label already; make a second entry for the gesture")
            } else if query.actions != nil, query.label != nil || query.gesture != nil {
                let other = query.label == nil ? "gesture" : "label"
                (part, message) = ("actions", "it looks for a \(other) already; make a second entry for actions")
            } else if ![0, 2].contains(query.near.count) {
                (part, message) = (
                    "near", "it takes the names of two keypoints, such as \"thumbTip\" and \"middleTip\""
                )
            } else if !query.near.isEmpty, query.label != nil || query.gesture != nil || query.actions != nil {
                (part, message) = (
                    "near", "it looks for something else already; make a second entry for the keypoints"
                )
            } else if query.seen > query.of {
                (part, message) = (
                    "seen", "\(query.seen) of \(query.of) photos can never show it; name numbers such as 3 of 5"
                )
            } else if let detector = query.detector, !names.contains(detector) {
                let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
                (part, message) = ("detector", "no detector is called \"\(detector)\"; there is \(known)")
            } else {
                continue
            }
            rawSettings.problems.append(
                .init(.conflict, "\(place).\(part): \(message)", at: rawSettings["\(place).\(part)"]?.node.position))
        }
    }
}
