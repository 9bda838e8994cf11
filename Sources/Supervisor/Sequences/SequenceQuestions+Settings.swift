import Geometry
import Settings
import WorkerProtocol

extension SequenceQuestions {
    /// The questions of the settings.
    ///
    /// - Parameter actions: Loads the model of a question about actions: nothing that is linked here runs one.
    /// - Throws: where a model cannot be loaded, or none can.
    init(
        _ queries: [Settings.SequenceQuery], actions: ((Settings.SequenceQuery) throws -> ActionTrack.Events)?
    ) throws {
        for query in queries {
            let gap = query.gap / .seconds(1)
            if query.actions == nil {
                finders.append(SequenceFinder(query.question, gap: gap))
            } else if let actions {
                self.actions.append(ActionTrack(gap: gap, events: try actions(query)))
            } else {
                throw PipelineError(.modelRefused, "no models of actions run here", fault: .quiver)
            }
        }
    }
}

extension Settings.SequenceQuery {
    /// What is counted from photo to photo.
    fileprivate var question: SequenceQuestion {
        let nearness = Nearness(distance, of: measure)
        let subject: SequenceQuestion.Subject =
            switch gesture {
            case .pinch: .pinch(nearness, detector: detector)
            case nil where near.count == 2: .nearKeypoints(near[0], near[1], nearness, detector: detector)
            case nil: .label(label, detector: detector)
            }
        return SequenceQuestion(subject, confidence: confidence, seen: seen, of: of)
    }
}
