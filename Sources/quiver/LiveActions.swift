import Geometry
import Settings
import Synchronization
import Worker

/// What people do while a run works, by a model that is loaded once.
final class LiveActions: Sendable {
    /// One window after the other: the model runs for one caller at a time.
    private let finder: Mutex<ActionFinder>

    private init(_ finder: sending ActionFinder) { self.finder = Mutex(finder) }

    /// Loads the model of a question, and says what it finds in a burst.
    static func events(of query: Settings.SequenceQuery) throws -> ActionTrack.Events {
        let actions = LiveActions(
            try ActionFinder(
                ActionClassifier(query.actions?.string ?? "", labels: query.labels), layout: query.y.layout,
                confidence: query.confidence, detector: query.detector, gap: query.gap / .seconds(1)))
        return { frames in try actions.finder.withLock { try $0.events(in: frames) } }
    }
}

extension Settings.SequenceQuery.Upright {
    /// The keypoints that a model of actions takes, with y this way.
    var layout: ActionLayout { self == .up ? .vision18 : .body18 }
}
