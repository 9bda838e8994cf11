import Findings
import Storage

extension Record {
    /// The record with what a person said of its findings in the place of what the models found.
    ///
    /// - Parameter detectors: Every detector with its classes, for boxes of a class that was not found here before.
    public func reviewed(as review: FindingReview, by detectors: [DetectorClasses]) -> Record {
        let review = taken(review)
        var record = self
        var done: Set<String> = []
        for index in record.photo.results.indices {
            let result = record.photo.results[index]
            // A detector that ran on another's findings has several entries; a person speaks of them together.
            let isFirst = done.insert(result.detector).inserted
            let known = photo.results.filter { $0.detector == result.detector }
            let number = { (label: String) in
                Self.number(of: label, among: known, by: detectors.first { $0.name == result.detector })
            }
            if result.found.detections != nil, let boxes = review.detections[result.detector] {
                let known = known.flatMap { $0.found.detections ?? [] }
                record.photo.results[index].found.detections =
                    isFirst ? boxes.map { Detection($0, number($0.label), known: known) } : []
            } else if let list = result.found.classes, let label = review.classes[result.detector], isFirst {
                record.photo.results[index].found.classes =
                    [ClassScore(label: label, confidence: 1)] + list.filter { $0.label != label }
            } else if let found = result.found.poses, let poses = review.poses[result.detector] {
                let known = known.flatMap { $0.found.poses ?? [] }
                record.photo.results[index].found.poses =
                    isFirst ? poses.map { Pose($0, number($0.label), known: known.isEmpty ? found : known) } : []
            } else if result.found.masks != nil, let masks = review.masks[result.detector], let image = photo.image {
                let known = known.flatMap { $0.found.masks ?? [] }
                let size = PixelSize(width: image.width, height: image.height)
                record.photo.results[index].found.masks =
                    isFirst ? masks.compactMap { InstanceMask($0, number($0.label), known: known, photo: size) } : []
            }
        }
        record.takeReadings(of: review)
        record.takeTables(of: review)
        record.takePages(of: review)
        return record
    }

    /// The number of a class that a person named: never another class's.
    private static func number(
        of label: String, among results: [DetectorResult], by detector: DetectorClasses?
    ) -> Int {
        let found = { results.lazy.flatMap(\.found.items).first { $0.label == label }?.classIndex }
        return detector?.number(of: label) ?? found() ?? ClassNumbers.unlisted
    }
}

extension Detection {
    /// A box as a person wants it; one that a person drew is certain.
    fileprivate init(_ reviewed: ReviewedBox, _ number: Int, known: [Detection]) {
        let found = reviewed.origin.flatMap { known.indices.contains($0) ? known[$0] : nil }
        // A rotated box that nobody moved keeps its corners.
        let isUnmoved = found.map { $0.box.intersectionOverUnion(reviewed.box) > 0.999 } ?? false
        self.init(
            label: reviewed.label, classId: number, confidence: reviewed.confidence ?? 1, box: reviewed.box,
            corners: isUnmoved ? found?.corners : nil)
    }
}

extension Pose {
    /// A pose as a person wants it, with the depths that the model gave.
    fileprivate init(_ reviewed: ReviewedPose, _ number: Int, known: [Pose]) {
        // Another run may number what it finds otherwise: nobody gets another's depths.
        let found = reviewed.box.index(among: known.map(\.box), origin: reviewed.origin).map { known[$0] }
        self.init(
            label: reviewed.label, classId: number, confidence: reviewed.confidence ?? 1, box: reviewed.box,
            keypoints: reviewed.keypoints, mesh: found?.mesh, mask: found?.mask)
        for index in keypoints.indices where found?.keypoints.indices.contains(index) == true {
            keypoints[index].z = found?.keypoints[index].z
        }
    }
}

extension InstanceMask {
    /// An object as a person wants it; nil where nothing is left of it.
    fileprivate init?(_ reviewed: ReviewedMask, _ number: Int, known: [InstanceMask], photo: PixelSize) {
        let found = reviewed.origin.flatMap { known.indices.contains($0) ? known[$0] : nil }
        let own = found?.mask
        // What nobody painted on keeps the edge that the model gave it, finer than the page's.
        let isUntouched = own.flatMap { $0.scaled(to: reviewed.mask.size) } == reviewed.mask
        guard let mask = isUntouched ? own : reviewed.mask.scaled(to: photo), let box = mask.box else { return nil }
        self.init(
            label: reviewed.label, classId: number, confidence: reviewed.confidence ?? 1, box: box, mask: mask)
    }
}
