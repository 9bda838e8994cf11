import Findings
import Query
import Storage
import SystemPackage
import SystemValues

/// Makes a data set of a folder of results: what its records hold, in the form that trainers read.
public struct DataSetExport: Sendable {
    private let format: DataSetFormat
    private var table: TableFormat { format.table }
    private let copiesPhotos: Bool

    /// The names of the formats.
    public static var formats: [String] { DataSetFormat.all.map(\.name) }

    /// Whether a format has photos in its folder, copies or links; false for one that is no data set.
    public static func holdsPhotos(_ name: String) -> Bool { DataSetFormat.named(name)?.holdsPhotos ?? false }

    /// - Parameters:
    ///   - name: The format's name; nil is the answer to one that is no data set.
    ///   - copiesPhotos: Whether photos are copied, where the data set holds photos.
    public init?(format name: String, copiesPhotos: Bool = false) {
        guard let format = DataSetFormat.named(name) else { return nil }
        self.format = format
        self.copiesPhotos = copiesPhotos && format.holdsPhotos
    }

    /// Writes the data set into a folder that is new, empty or an earlier data set of this format; blocks.
    ///
    /// - Parameters:
    ///   - folder: Where it goes; nil for sidecars beside the photos, of which no manifest tells.
    ///   - reviews: The manual reviews of the findings, by the photo's SHA-256; they count in the place of the findings.
    ///   - counted: The photos of scored ends as they count.
    ///   - names: Those by which the hosts of the results' queue know folders of photos.
    ///   - queue: Holds the records of photos that have no file of theirs; nil where there is none.
    ///   - choice: Which photos, and what of them.
    ///   - blurring: Makes a JPEG of a photo with blurred boxes; nil is the answer for one of which none can be made.
    public func write(
        results: FilePath, to folder: FilePath?, reviews: [String: FindingReview] = [:],
        counted: CountedPhotos = CountedPhotos(), names: RootNames = RootNames([]),
        of queue: (any QueuedRecords)? = nil, choosing choice: Choice = Choice(),
        blurring: @Sendable (FilePath, [Box]) throws -> [UInt8]? = { _, _ in nil }
    ) throws(ResultsError) -> Summary {
        let records = try ResultsRecords(in: results, of: queue)
        let listed = ClassList.read(in: records.folder) ?? []
        let known = listed.isEmpty ? records.detectors() : listed
        let tasks = Set(known.compactMap { DetectorTask(rawValue: $0.task) })
        let place = folder?.resolvedPath
        if let place { try check(place) }
        try check(tasks, in: records.folder)
        let detectors = known.withClasses(of: reviews, in: records)
        let named = detectors.called(by: choice.classes)
        let replaced = records.replaced()
        var summary = Summary()
        summary.knowsClasses = !listed.isEmpty
        summary.omittedTasks = table.omitted(of: tasks).map(\.rawValue)
        let classes = ClassNumbers(named.filter { detector in table.tasks.map(detector.isOf) ?? true })
        summary.furtherClasses = classes.further
        summary.unknownClasses = choice.classes.strangers(to: detectors)
        summary.classes = classes.entries.count
        try check(choice.blur, in: detectors)
        let groups = groups(of: records, names, choice)
        if let split = choice.split {
            summary.parts = Dictionary(uniqueKeysWithValues: split.parts.map { ($0.rawValue, 0) })
            summary.withoutLikeness = split.distance.map { _ in 0 }
        }
        let isNew = place.map { !FileCalls.exists($0.appending(ExportManifest.file)) } ?? true
        let isMade = place.map { !FileCalls.exists($0) } ?? false
        var (data, manifest): ((any RecordTable)?, ExportManifest.Writer?)
        var (met, fitting, form) = (0, 0, format.form)
        let look = PhotoLook(
            format: format, choice: choice, records: records, reviews: reviews, counted: counted, names: names,
            detectors: detectors, listed: listed, replaced: replaced, groups: groups, isCopied: copiesPhotos)
        try records.forEach(make: { look.at($0) }) { (photo: LookedAtPhoto) throws(ResultsError) in
            met += 1
            guard photo.place != .unfit else { return }
            fitting += 1
            guard summary.take(photo.place) else { return }
            var row = photo.row
            let labels = photo.found.filter { form?.says($0) ?? true }
            summary.unsaid += photo.found.count - labels.count
            // Without a label, a photo says that it shows nothing: not true of one whose labels have no place.
            guard !labels.isEmpty || photo.found.isEmpty && choice.keepsEmpty && !format.isOfClasses else {
                summary.empty += 1
                return
            }
            if photo.isToBlur {
                guard try row.blur(photo.hidden, by: blurring) else {
                    summary.notBlurred += 1
                    return
                }
                summary.blurred += 1
            }
            summary.count(row, labels: labels.count)
            if groups?.isUnknown(row.record.splitContent) == true { summary.withoutLikeness? += 1 }
            if data == nil {
                // First, so that a set that is never finished is known as Quiver's.
                let head = ExportManifest.Head(
                    format.name, choice, copies: copiesPhotos, detectors, further: classes.further)
                if let place { manifest = try ExportManifest.Writer(in: place, head) }
                let parts = choice.split?.parts ?? []
                do throws(ResultsError) {
                    data = try table.make(
                        .init(
                            place: place ?? records.folder, classes: named, copiesPhotos: copiesPhotos, parts: parts,
                            sidecars: choice.sidecars))
                } catch {
                    // It holds no photo: the same export is to work once its cause is mended.
                    manifest = nil
                    if isNew, let place { FileCalls.remove(place.appending(ExportManifest.file)) }
                    throw error
                }
            }
            try data?.append(row)
            try manifest?.append(row, labels: labels)
        }
        guard fitting > 0 || met == 0 else { throw noneFits(choice.query, in: records.folder, of: met) }
        guard let data else { throw nothing(in: records.folder, of: fitting) }
        do throws(ResultsError) { try data.finish() } catch {
            manifest = nil
            // What has taken everything back is to leave nothing: else it is known as Quiver's, and can be removed.
            if isNew, let place, holdsManifestAlone(place) {
                FileCalls.remove(place.appending(ExportManifest.file))
                if isMade { FileCalls.removeEmptyFolder(place) }
            }
            throw error
        }
        summary.sidecars = (data as? SidecarTable)?.summary
        try manifest?.finish(summary)
        return summary
    }

    /// Refuses what trainers would refuse after a night of copying: labels of one kind for a task of another.
    private func check(_ tasks: Set<DetectorTask>, in results: FilePath) throws(ResultsError) {
        guard let refusal = table.refusal(of: tasks) else { return }
        throw ResultsError(.failed, "\(EscapedName.printable(results)) holds \(refusal)", fault: .input)
    }

    /// Refuses labels of which nothing would be blurred; a detector that does not say its classes may have any.
    private func check(_ labels: Set<String>, in detectors: [DetectorClasses]) throws(ResultsError) {
        let names = Dictionary(labels.map { ($0, Optional($0)) }, uniquingKeysWith: { $1 })
        let strangers = ExportClasses(names: names).strangers(to: detectors)
        guard !strangers.isEmpty else { return }
        let shown = strangers.map { "\"\($0.plainText(atMost: 100))\"" }.joined(separator: ", ")
        throw ResultsError(
            .failed,
            "no detector and no correction has what is to be blurred: \(shown); see the labels with 'quiver find'",
            fault: .input)
    }

    private func check(_ place: FilePath) throws(ResultsError) {
        let isEmpty = OwnTable.isEmpty(place) || !FileCalls.exists(place)
        guard !isEmpty else { return }
        let name = EscapedName.printable(place)
        guard isOwn(place) else {
            throw ResultsError(
                .taken,
                "\(name) holds something else than a data set of Quiver's in the format \(format.name); "
                    + "name a new folder with --to", fault: .input)
        }
        guard !copiesPhotos else {
            throw ResultsError(
                .taken,
                "\(name) holds a data set already, and photos are copied into a new folder only; "
                    + "name one with --to, or say --link", fault: .input)
        }
    }

    /// Whether a folder holds a data set of this format: a manifest says it, also of one that was not finished.
    private func isOwn(_ place: FilePath) -> Bool {
        let isFree = OwnTable.isFree(place, for: table)
        let manifest = place.appending(ExportManifest.file)
        guard let start = FileCalls.beginning(of: manifest, limit: 64) else { return isFree }
        guard start.starts(with: ExportManifest.beginning(of: format.name).utf8) else { return false }
        return isFree || table.mark.map { !FileCalls.exists(place.appending($0)) } ?? false
    }

    private func holdsManifestAlone(_ place: FilePath) -> Bool {
        guard let names = try? RootFolder(withoutLinks: place).names() else { return false }
        return names.allSatisfy { $0.name.rawBytes == ExportManifest.file.rawBytes }
    }

    private func noneFits(_ query: Query, in folder: FilePath, of records: Int) -> ResultsError {
        ResultsError(
            .missing,
            "none of the \(records) records in \(EscapedName.printable(folder)) fits \(query.description.plainText(atMost: 500)); "
                + "see what does with 'quiver find'", fault: .input)
    }

    private func nothing(in folder: FilePath, of records: Int) -> ResultsError {
        let name = EscapedName.printable(folder)
        return ResultsError(
            .missing,
            records == 0
                ? "\(name) holds no records, and no queue that has them; name the folder of a run's results"
                : "none of the \(records) records in \(name) has a result whose photo is still there", fault: .input)
    }
}
