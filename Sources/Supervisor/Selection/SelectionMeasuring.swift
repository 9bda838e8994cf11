import Evaluation
import Findings
import Geometry
import Results
import Storage

/// Says of a record how worth looking at its photo is.
struct SelectionMeasuring: Sendable {
    let choice: SelectionChoice
    let corrections: ReviewedResults
    /// Whether the record of another model is there to compare with.
    let isBeside: Bool

    /// A photo's record, and that of another model for the same photo.
    typealias Records = (job: JobID, own: [UInt8], other: [UInt8]?)

    /// The values of photos, where they are known; records are read on all processors.
    func values(ofRecords records: [Records]) -> [JobID: SelectedCandidate.Value] {
        let values = records.mapOnAllProcessors { value(ofRecord: $0.own, beside: $0.other) }
        return Dictionary(zip(records, values).compactMap { one, value in value.map { (one.job, $0) } }) { first, _ in
            first
        }
    }

    /// The value of a photo; nil where it is not known.
    ///
    /// - Parameters:
    ///   - json: The photo's record.
    ///   - other: That of another model for the same photo.
    private func value(ofRecord json: [UInt8], beside other: [UInt8]?) -> SelectedCandidate.Value? {
        switch choice.measure {
        case .uncertainty:
            guard let photo = try? PhotoResult.found(inRecord: json), let margin = photo.margin(usual: nil) else {
                return nil
            }
            return .init(first: -margin, second: photo.entropy(usual: nil) ?? 0, shown: margin)
        case .entropy:
            guard let photo = try? PhotoResult.found(inRecord: json), let entropy = photo.entropy(usual: nil) else {
                return nil
            }
            return .init(first: entropy, second: -(photo.margin(usual: nil) ?? 1), shown: entropy)
        case .disagreement:
            guard let record = try? Record.decode(json),
                let photo = compared(record, other.flatMap { try? Record.decode($0) })
            else { return nil }
            let found = PhotoDisagreement(photo)
            return .init(first: Double(found.apart), second: -Double(found.agreed), shown: Double(found.apart))
        case .diversity, .random: return nil
        }
    }

    /// Both answers for a photo; nil where one of them is missing.
    private func compared(_ record: Record, _ other: Record?) -> EvaluatedPhoto? {
        let (photo, truth, found): (MeasuredPhoto, [TrueObject], [FoundObject])
        if let names = choice.between {
            let detectors = Set(record.photo.results.map(\.detector))
            guard names.allSatisfy(detectors.contains), let whole = MeasuredPhoto(record) else { return nil }
            // First, as a detector's findings go with those of another that they were found in.
            let ruled = record.ignoring(choice.findings.ignored)
            let parts = names.map { whole.found(in: ruled.of(detector: $0), of: choice.findings) }
            (photo, truth, found) = (whole, parts[1].map(TrueObject.init), parts[0])
        } else if isBeside {
            guard let other, let whole = MeasuredPhoto(record) else { return nil }
            truth = whole.found(in: other, of: choice.findings).map(TrueObject.init)
            (photo, found) = (whole, whole.found(of: choice.findings))
        } else {
            var wasAccepted = false
            guard let reviewed = MeasuredPhoto(record, by: corrections, wasAccepted: &wasAccepted) else { return nil }
            (photo, truth) = (reviewed, reviewed.truth(of: choice.findings))
            found = reviewed.found(of: choice.findings)
        }
        return EvaluatedPhoto(path: record.source.path, size: photo.size, truth: truth, found: found)
    }
}

extension Record {
    /// The record with what one of its detectors found alone.
    fileprivate func of(detector name: String) -> Record {
        var record = self
        record.photo.results.removeAll { $0.detector != name }
        return record
    }
}
