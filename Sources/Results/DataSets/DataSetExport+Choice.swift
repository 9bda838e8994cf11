import Findings
import Query
import Storage
import SystemPackage
import SystemValues

extension DataSetExport {
    /// What went into a data set, and what did not.
    public struct Summary: Sendable, Encodable {
        /// Photos in the data set.
        public var photos = 0
        /// Boxes in the data set.
        public var boxes = 0
        /// Classes that the models know, found or not.
        public var classes = 0
        /// Photos in the data set whose findings, as they are now, were accepted in review; of scored ones whose end was
        /// confirmed.
        public var reviewed = 0
        /// Photos of each part; nil where the data set is not divided.
        public var parts: [String: Int]?
        /// Photos without a label that were left out: the choice or the format has no place for them.
        public var empty = 0
        /// Findings that the format cannot say, such as a pose with another number of keypoints than the first one.
        public var unsaid = 0
        /// Photos that have no result.
        public var failed = 0
        /// Photos that are not there any more, or hold something else than when they were looked at.
        public var changed = 0
        /// Photos of a format that trainers do not read.
        public var unreadable = 0
        /// Photos that other models looked at than those of the last run.
        public var otherModels = 0
        /// Classes of manual corrections that no model knows; their numbers follow the models'.
        public var furtherClasses: [String] = []
        /// Photos in the data set in which something was blurred.
        public var blurred = 0
        /// Photos that were left out since what is to be blurred in them could not be.
        public var notBlurred = 0
        /// Classes that the export was to call otherwise, and that no detector has.
        public var unknownClasses: [String] = []
        /// Tasks in the results of which nothing is in the data set, beside others.
        public var omittedTasks: [String] = []
        /// Photos in the data set of which it is not known what they look like, so that each went where its content alone
        /// says; nil where near-duplicates need not stay together.
        public var withoutLikeness: Int?
        /// What became of the sidecars of `xmp`; nil for other formats.
        public var sidecars: SidecarSummary?
        /// Whether the results say which classes the models know; else those are listed that were found.
        public var knowsClasses = true

        /// Counts a photo of the data set.
        mutating func count(_ row: TableRow, labels: Int) {
            photos += 1
            reviewed += row.isReviewed ? 1 : 0
            boxes += labels
            if let part = row.part { parts?[part.rawValue, default: 0] += 1 }
        }
    }

    /// Which photos go into a data set, and what of them.
    public struct Choice: Sendable {
        /// Only photos that fit it; of the others nothing is counted.
        public var query: Query
        /// What the score book and the sets say that the query asks for.
        public var books: QueryBooks
        /// Only these findings; what the query asks of a photo, it asks of these.
        public var findings: FindingThresholds
        /// What the data set calls classes.
        public var classes: ExportClasses
        /// The labels of findings that are blurred in copies, by the names in the records and whatever else is chosen.
        public var blur: Set<String>

        /// Whether photos of which no finding is taken are in it.
        public var keepsEmpty: Bool
        /// How its photos are divided; nil for not at all.
        public var split: DataSetSplit?
        /// Where sidecars go and what they are called; of no meaning for other formats.
        public var sidecars: SidecarChoice

        /// A choice from its parts, by default everything.
        public init(
            _ query: Query = .all, books: QueryBooks = QueryBooks(), findings: FindingThresholds = FindingThresholds(),
            classes: ExportClasses = ExportClasses(), blur: Set<String> = [], keepsEmpty: Bool = true,
            split: DataSetSplit? = nil, sidecars: SidecarChoice = SidecarChoice()
        ) {
            self.query = query
            self.books = books
            self.findings = findings
            self.classes = classes
            self.blur = blur
            self.keepsEmpty = keepsEmpty
            self.split = split
            self.sidecars = sidecars
        }

        /// Whether a photo fits the query.
        ///
        /// - Parameter job: Its number in the queue; nil where that is not known.
        func takes(
            _ record: Record, _ job: JobID?, _ score: CountedPhoto?, _ review: FindingReview?,
            _ detectors: [DetectorClasses]
        ) -> Bool {
            guard !query.isAll else { return true }
            var subject = QuerySubject(
                record: record, score: score, review: review,
                book: books.book(ofFile: record.source.path, or: record.source.duplicateOf), detectors: detectors)
            subject.job = job?.rawValue
            subject.sets = books.sets(ofContent: record.source.sha256)
            subject.record?.findings.removeAll { !findings.takes(label: $0.label, confidence: $0.confidence) }
            return query.matches(subject)
        }
    }

    /// The parts that photos go into; nil where the data set is not divided.
    func groups(of records: ResultsRecords, _ names: RootNames, _ choice: Choice) -> SplitGroups? {
        guard let split = choice.split else { return nil }
        var (groups, alike) = (SplitGroups(split), AlikeContents())
        let grouping = split.grouping.function(choice.books)
        guard grouping != nil || split.distance != nil else { return groups }
        // Of every photo, whatever is chosen: another choice moves no photo into another part.
        records.forEach(make: { $0.record.state == .done ? $0 : nil }) { read in
            var record = read.record
            record.source = record.source.local(names)
            if let grouping { groups.note(record.splitContent, in: grouping(record, read.path)) }
            if split.distance != nil { alike.note(record) }
        }
        groups.deciding = split.distance.map { alike.deciding(within: $0) }
        return groups
    }
}

extension DataSetSplit.Grouping {
    /// The groups that a photo tells by itself; nil where there are none.
    ///
    /// - Parameter books: What the score book says of sessions.
    func function(_ books: QueryBooks) -> PhotoGrouping? {
        switch self {
        case .content, .alike: return nil
        case .folder:
            return { _, place in [String(decoding: place.removingLastComponent().rawBytes, as: UTF8.self)] }
        case .session:
            guard !books.isEmpty else { return nil }
            return { record, _ in
                [books.book(ofFile: record.source.path, or: record.source.duplicateOf).session].compactMap { $0 }
            }
        }
    }
}

extension Record {
    /// What a split knows a photo by: its content, and its path where that was not noted.
    var splitContent: String { source.sha256 ?? source.path }
}
