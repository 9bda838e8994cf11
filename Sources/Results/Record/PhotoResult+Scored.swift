import Findings
import Scoring

extension PhotoResult {
    /// Puts the arrows, holes and faces that scoring found among the findings, in the place of those that only showed it where
    /// to look; a photo that was not scored stays as it is.
    ///
    /// Afterwards one entry of ``results`` is ``DetectorResult/isScored``. It is made anew from ``arrows`` and
    /// ``targetDetection`` each time, so that it says what they say.
    ///
    /// - Parameters:
    ///   - detectors: Those that only look for targets; nil for a record of a version that did not mark them.
    ///   - model: The index of the model that sees arrows; nil where it is not known.
    public mutating func settleScored(lookingFor detectors: [String]? = nil, model: Int? = nil) {
        guard let targetDetection else { return }
        if !results.contains(where: \.isScored) {
            let seekers = detectors ?? formerSeekers
            // Nothing was found, and no detector says that it looked: neither does the record.
            guard detectors != nil || !seekers.isEmpty || !targetDetection.faces.isEmpty else { return }
            markScored(seekers, model)
        }
        guard let place = results.firstIndex(where: \.isScored) else { return }
        let all =
            results[place].found.withoutTargets + arrows.map { $0.finding(in: image) }
            + targetDetection.faces.map { $0.finding(in: image) }
        // The surest first, as every detector has its findings; equal ones keep their places.
        results[place].found.detections = all.enumerated()
            .sorted { ($0.element.confidence, $1.offset) > ($1.element.confidence, $0.offset) }.map(\.element)
    }

    /// The results without what scoring found: arrows and faces have marks and lines of their own.
    public var besideScored: PhotoResult {
        var rest = self
        for index in rest.results.indices where rest.results[index].isScored {
            rest.results[index].found.detections = rest.results[index].found.withoutTargets
        }
        return rest
    }

    /// Takes what detectors saw of targets away, and marks the entry that what scoring found comes into.
    private mutating func markScored(_ detectors: [String], _ model: Int?) {
        let seekers = results.indices.filter { detectors.contains(results[$0].detector) && results[$0].error == nil }
        for index in seekers { results[index].found.detections = results[index].found.withoutTargets }
        if let first = seekers.first {
            // What stands there now had to be surer than another threshold, in another model.
            (results[first].threshold, results[first].thresholds, results[first].model) = (nil, nil, model)
            results[first].isScored = true
        } else {
            var scored = DetectorResult(
                detector: detectors.first ?? TargetDetection.detector, task: .detect, model: model,
                found: .detections([]))
            scored.isScored = true
            results.append(scored)
        }
    }

    /// The detectors that looked for targets in a record that does not mark what was scored: by the file of their model, or
    /// because they saw the middle of a face; what another detector looked at is more than a help.
    private var formerSeekers: [String] {
        let parents = Set(results.compactMap(\.parent?.detector))
        return results.filter { result in
            let model = result.model.flatMap { models.indices.contains($0) ? models[$0].name : nil }
            let sawMiddle = result.found.detections?.contains { $0.label == TargetClass.bull.rawValue } ?? false
            return result.task == .detect && result.parent == nil && !parents.contains(result.detector)
                && (model == Self.formerModel || sawMiddle)
        }.map(\.detector)
    }

    /// The file of the network for whole photos that came with those versions.
    private static let formerModel = "targets.onnx"
}

extension FindingList {
    /// The objects that are none of a target's.
    fileprivate var withoutTargets: [Detection] {
        (detections ?? []).filter { TargetClass(rawValue: $0.label) == nil }
    }
}
