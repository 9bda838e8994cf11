import Findings
import ReviewBook

extension Record {
    /// The record with what a person said of its findings in the place of what the models found.
    ///
    /// - Parameter detectors: Every detector with its classes, for boxes of a class that was not found here before.
    public func reviewed(as review: FindingReview, by detectors: [DetectorClasses]) -> Record {
        var record = self
        var done: Set<String> = []
        for index in record.photo.results.indices {
            let result = record.photo.results[index]
            // A detector that ran on another's findings has several entries; a person speaks of them together.
            let isFirst = done.insert(result.detector).inserted
            if result.found.detections != nil, let boxes = review.detections[result.detector] {
                let known = photo.results.filter { $0.detector == result.detector }.flatMap {
                    $0.found.detections ?? []
                }
                let classes = detectors.first { $0.name == result.detector }?.classes ?? []
                record.photo.results[index].found.detections =
                    isFirst ? boxes.map { Detection($0, known: known, classes: classes) } : []
            } else if let list = result.found.classes, let label = review.classes[result.detector], isFirst {
                record.photo.results[index].found.classes =
                    [ClassScore(label: label, confidence: 1)] + list.filter { $0.label != label }
            }
        }
        return record
    }
}

extension Detection {
    /// A box as a person wants it; one that a person drew is certain.
    fileprivate init(_ reviewed: ReviewedBox, known: [Detection], classes: [String]) {
        let number = classes.firstIndex(of: reviewed.label) ?? known.first { $0.label == reviewed.label }?.classId
        self.init(
            label: reviewed.label, classId: number ?? 0, confidence: reviewed.confidence ?? 1, box: reviewed.box)
    }
}
