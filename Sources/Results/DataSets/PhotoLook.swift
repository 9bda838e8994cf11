import Findings
import Storage
import SystemPackage
import SystemValues

/// What an export asks of each photo by itself, on any thread: nothing of it depends on the photos before.
struct PhotoLook: Sendable {
    let format: DataSetFormat
    let choice: DataSetExport.Choice
    /// Where the records are, whose queue numbers the photos.
    let records: ResultsRecords
    /// The manual reviews by the photo's SHA-256.
    let reviews: [String: FindingReview]
    /// The photos of scored ends as they count.
    let counted: CountedPhotos
    let names: RootNames
    let detectors: [DetectorClasses]
    /// The detectors of the last run; empty where it is not known which they were.
    let listed: [DetectorClasses]
    /// The records of photos whose file holds another photo by now.
    let replaced: Set<FilePath>
    /// The parts; nil where the data set is not divided.
    let groups: SplitGroups?
    let isCopied: Bool

    /// The photo of a record as it is in the data set; blocks.
    func at(_ read: ReadRecord) -> LookedAtPhoto {
        var record = read.record
        let review = record.source.sha256.flatMap { reviews[$0] }
        // What a user accepted stays, whatever a rule says.
        if review?.accepts(record.reviewBasis) != true { record = record.ignoring(choice.findings.ignored) }
        record.source = record.source.local(names)
        let (own, end) = record.counted(by: counted.photo)
        guard choice.takes(record, records.job(at: read.path), end, review, detectors) else {
            return LookedAtPhoto(place: .unfit, row: TableRow(record, place: read.path.rawBytes))
        }
        // A correction counts at once; only what was accepted or confirmed makes a photo a reviewed one.
        var isReviewed = false
        let isScored = record.photo.targetDetection != nil
        if isScored {
            isReviewed = end?.isConfirmed == true
            record = own
        }
        if let review {
            if !isScored { isReviewed = review.accepts(record.reviewBasis) }
            record = record.reviewed(as: review, by: detectors)
        }
        let hidden = record.photo.places(of: choice.blur)
        // The JPEG that stands for a file with pages is of the first alone: the others show nothing any more.
        let isToBlur = !record.photo.places(of: choice.blur, page: nil).isEmpty
        record = choice.classes.applied(to: record.keeping(choice.findings), tasks: format.table.tasks)
        var row = TableRow(record, place: read.path.rawBytes)
        row.isReviewed = isReviewed
        row.part = groups?.part(of: record.splitContent)
        let place = place(of: row, isReplaced: replaced.contains(read.path), isBelieved: read.isThisUsers)
        // Formats whose photos stay where they are do not ask what they hold.
        row.isSeen = place == .there && format.table.photoFormats != nil && !isCopied
        return LookedAtPhoto(
            place: place, row: row, found: place == .there ? format.boxes(of: record) : [], hidden: hidden,
            isToBlur: isToBlur)
    }

    /// Whether a photo may be in the data set.
    private func place(of row: TableRow, isReplaced: Bool, isBelieved: Bool) -> LookedAtPhoto.Place {
        guard let photo = row.labelledPhoto else { return .failed }
        let models = Set(row.record.photo.models.map(\.sha256))
        if !listed.isEmpty, !listed.contains(where: { models.contains($0.model) }) { return .otherModels }
        guard !isReplaced, photo.isThere, mayBeIn(photo, isBelieved: isBelieved) else { return .changed }
        return format.table.photoFormats?.contains(photo.image.format) ?? true ? .there : .unreadable
    }

    /// Whether a file may be copied or linked to: a copy, and what another user's record names, is the photo that was
    /// looked at, byte for byte; reading all for links would take as long as copying.
    private func mayBeIn(_ photo: LabelledPhoto, isBelieved: Bool) -> Bool {
        guard format.table.photoFormats != nil else { return true }
        return isCopied || !isBelieved ? photo.holdsWhatWasLookedAt : photo.isPicture
    }
}

/// A photo as an export has looked at it.
struct LookedAtPhoto: Sendable {
    /// Whether it may be in the data set, and why not.
    enum Place: Sendable {
        /// It does not fit the query.
        case unfit
        case failed, otherModels, changed, unreadable
        case there
    }

    let place: Place
    let row: TableRow
    /// The labels that it could have.
    var found: [FoundBox] = []
    /// What is to be blurred in it.
    var hidden: [Box] = []
    var isToBlur = false
}

extension DataSetExport.Summary {
    /// Counts a photo that may not be in the data set; whether it may.
    mutating func take(_ place: LookedAtPhoto.Place) -> Bool {
        switch place {
        case .there: return true
        case .unfit: break
        case .failed: failed += 1
        case .otherModels: otherModels += 1
        case .changed: changed += 1
        case .unreadable: unreadable += 1
        }
        return false
    }
}
