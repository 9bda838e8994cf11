import ArgumentParser
import Findings
import Foundation
import Geometry
import Results
import Settings
import SystemPackage
import SystemValues
import Worker

/// `quiver sequence`: what is seen again and again in photos that follow each other.
struct SequenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sequence",
        abstract: "Find what is seen in several photos of a sequence, such as a burst.",
        discussion: """
            'quiver sequence out --label cup' lists when a cup was seen: in 3 of 5 photos one after the other, so that no \
            single wrong finding counts. It ends when it was missed in as many. --gesture pinch looks for a hand whose \
            thumb and index finger meet and that is not closed, --near for any two keypoints that meet: \
            'quiver sequence out --near leftWrist,nose --distance 0.1'. Without these, every label is counted. \
            --actions gives a model the keypoints of one person in 60 successive photos and lists what it says of each such \
            window: --actions actions is Quiver's own, which knows an archer's draw, hold and release, jumping jacks and \
            squats.

            The photos of one folder are one sequence, by the time of the camera, else by name. It reads what 'quiver run' \
            found before, so that the same photos can be asked again with other numbers. \
            'quiver watch --label cup' says the same while photos come.
            """)

    typealias Gesture = Settings.SequenceQuery.Gesture
    typealias Upright = Settings.SequenceQuery.Upright

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "results"), completion: .directory)
    var results: String

    @Option(help: ArgumentHelp("Look for this object, class or text.", valueName: "label"))
    var label: String?

    @Option(help: "Look for this gesture.")
    var gesture: Gesture?

    @Option(
        help: ArgumentHelp(
            "Look for these two keypoints of one hand, face or person near each other, for example thumbTip,middleTip.",
            valueName: "a,b"))
    var near: String?

    @Option(
        help: ArgumentHelp(
            "How near they are, and the tips of a pinch; by default 0.25 of the size, 0.05 of the photo, 0.03 metres.",
            valueName: "x"))
    var distance: Double?

    @Option(
        help: ArgumentHelp(
            """
            What that is measured in: size (the hand's palm, else the longer side of the box), photo (its longer side) or \
            metres (MediaPipe's hands and people).
            """, valueName: "what"))
    var measure: KeypointMeasure = .size

    @Option(
        help: ArgumentHelp(
            "A model that says what a person does in 60 photos, of input [60,18,3] or [60,3,18], by its name or file.",
            valueName: "model"))
    var actions: String?

    @Option(help: ArgumentHelp("The actions in the model's order, where its file names none.", valueName: "names"))
    var labels: String?

    @Option(help: "Which way y grows in the keypoints of --actions; up is that of Apple's Vision.")
    var y: Upright = .down

    @Option(help: ArgumentHelp("Only findings of this detector.", valueName: "name"))
    var detector: String?

    @Option(help: ArgumentHelp("Only findings of at least this score, 0 to 1.", valueName: "x"))
    var confidence = 0.5

    @Option(help: ArgumentHelp("In how many photos it has to be seen, and missed to end.", valueName: "n"))
    var seen = 3

    @Option(help: ArgumentHelp("Of how many photos one after the other.", valueName: "m"))
    var of = 5

    @Option(help: ArgumentHelp("A longer time between two photos ends everything, for example 2s.", valueName: "time"))
    var gap = TimeSpan(seconds: 2)

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [label, gesture?.rawValue, near, actions].compactMap({ $0 }).count <= 1 else {
            throw ValidationError("Name one of --label, --gesture, --near and --actions.")
        }
        guard near == nil || pair != nil else {
            throw ValidationError(
                "--near takes the names of two keypoints, for example --near thumbTip,middleTip; the page "
                    + "'Faces, hands, people, masks' lists them.")
        }
        guard distance.map({ $0 > 0 && $0.isFinite }) ?? true else {
            throw ValidationError("--distance takes a number above 0, for example --distance 0.25 --measure size.")
        }
        guard (0...1).contains(confidence) else {
            throw ValidationError("--confidence takes a score from 0 to 1, for example 0.5.")
        }
        guard seen >= 1, of >= seen else {
            throw ValidationError("--seen and --of take numbers of photos, for example --seen 3 --of 5.")
        }
    }

    func run() throws {
        let folder = FilePath(results)
        let sequences = try PhotoSequence.read(
            StoredRecords(in: folder, of: ReviewOptions.usualQueue(of: folder)), names: Settings.rootNames(of: folder))
        if sequences.isEmpty { throw ResultsError.noRecords(in: folder) }
        let detectors = Set(sequences.flatMap(\.frames).flatMap(\.results).map(\.detector))
        if let detector, !detectors.contains(detector) {
            let known = detectors.sorted().map { "'\($0.forTerminal)'" }.joined(separator: ", ")
            throw ValidationError("No detector '\(detector.forTerminal)' looked at these photos; there is \(known).")
        }
        if let pair {
            let known = Set(sequences.flatMap(\.frames).flatMap(\.results).flatMap { $0.found.keypointNames })
            for name in [pair.0, pair.1] where !known.contains(name) {
                let names = known.isEmpty ? "they have none" : "there is " + known.sorted().joined(separator: ", ")
                throw ValidationError(
                    "No finding of these records has a keypoint '\(name.forTerminal)'; \(names.forTerminal).")
            }
        }
        let finder = SequenceFinder(question, gap: gap.seconds)
        let classifier = try actions.map { model in
            let file = try ModelLibrary.ofThisUser.file(of: "--actions", named: model)
            return try ActionFinder(
                ActionClassifier(file.string, labels: labels?.split(separator: ",").map(String.init) ?? []),
                layout: y.layout, confidence: confidence, detector: detector, gap: gap.seconds)
        }
        let found = try sequences.flatMap { sequence in
            let events = try classifier?.events(in: sequence.frames) ?? finder.events(in: sequence.frames)
            return events.map { SequenceDocument(folder: sequence.folder, event: $0) }
        }
        try output.say(found) {
            for document in found { Terminal.say(document.text) }
            let photos = sequences.reduce(0) { $0 + $1.frames.count }
            Terminal.talk("\(counted(found.count, "event")) in \(counted(photos, "photo"))")
        }
    }

    /// The names of two keypoints; nil where there are fewer or more.
    private var pair: (String, String)? {
        let names = (near ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard names.count == 2, !names.contains("") else { return nil }
        return (names[0], names[1])
    }

    private var question: SequenceQuestion {
        let nearness = Nearness(distance, of: measure)
        let subject: SequenceQuestion.Subject =
            switch (gesture, pair) {
            case (.pinch, _): .pinch(nearness, detector: detector)
            case (nil, let pair?): .nearKeypoints(pair.0, pair.1, nearness, detector: detector)
            case (nil, nil): .label(label, detector: detector)
            }
        return SequenceQuestion(subject, confidence: confidence, seen: seen, of: of)
    }
}

extension Settings.SequenceQuery.Gesture: ExpressibleByArgument {}

extension Settings.SequenceQuery.Upright: ExpressibleByArgument {}

extension KeypointMeasure: ExpressibleByArgument {}

extension FindingList {
    /// The names of its findings' keypoints.
    fileprivate var keypointNames: [String] { items.flatMap { $0.keypoints.compactMap(\.name) } }
}

/// A time with its unit on the command line, such as `2s` or `500ms`.
struct TimeSpan: ExpressibleByArgument {
    let seconds: Double
    /// As it was typed.
    let defaultValueDescription: String

    init(seconds: Int) {
        self.seconds = Double(seconds)
        defaultValueDescription = "\(seconds)s"
    }

    init?(argument: String) {
        let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3600]
        guard let match = argument.wholeMatch(of: /([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h)/),
            let number = Double(match.1), let unit = units[String(match.2)]
        else { return nil }
        seconds = number * unit
        defaultValueDescription = argument
    }
}
