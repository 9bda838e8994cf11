import Findings
import SystemPackage

/// A format of results, by its name in the settings: the file that it writes for each photo, the table of all photos, or both.
///
/// A format is a file in `Formats`, with a static member here, and a line in ``all``.
public struct OutputFormat: Sendable {
    /// The name in the settings: `csv`.
    public let name: String
    /// What is written for each photo; nil for nothing.
    public let photoFile: (any PhotoFile)?
    /// What is written for all photos; nil for nothing.
    public let table: TableFormat?

    init(name: String, photoFile: (any PhotoFile)? = nil, table: TableFormat? = nil) {
        self.name = name
        self.photoFile = photoFile
        self.table = table
    }

    /// The format of a name; nil where there is none.
    public static func named(_ name: String) -> OutputFormat? { all.first { $0.name == name } }
}

/// The table of a format: its name in the folder of results, how a table of Quiver's is known again, and how one is begun.
public struct TableFormat: Sendable {
    /// What a table is made with.
    public struct Making: Sendable {
        /// Where it goes: a file, or the folder of a data set.
        public var place: FilePath
        /// The classes that the detectors know; empty where that is not known.
        public var classes: [DetectorClasses]
        /// Whether photos are copied into a data set; else it links to them.
        public var copiesPhotos: Bool

        /// The parts that photos are divided into; empty where they are not.
        public var parts: [SplitPart]
        /// Where sidecars go and what they are called; of no meaning elsewhere.
        public var sidecars: SidecarChoice

        /// Describes a table that is to be begun.
        public init(
            place: FilePath, classes: [DetectorClasses] = [], copiesPhotos: Bool = false, parts: [SplitPart] = [],
            sidecars: SidecarChoice = SidecarChoice()
        ) {
            self.place = place
            self.classes = classes
            self.copiesPhotos = copiesPhotos
            self.parts = parts
            self.sidecars = sidecars
        }
    }

    /// The name in the folder of results: `results.csv`.
    public let name: String
    /// The file that tells whose a data set is, in its folder; nil where the table is a file itself.
    public let mark: FilePath.Component?
    /// The formats of photos that a data set takes; nil for all.
    let photoFormats: Set<String>?
    /// The tasks whose findings a data set can say; nil for all.
    let tasks: Set<DetectorTask>?
    /// How the file, or the data set's mark, has begun in each version.
    let beginnings: [String]
    /// Begins a table; what lies at its place stays as long as the format can leave it.
    public let make: @Sendable (Making) throws(ResultsError) -> any RecordTable
    /// Goes on with a finished table; nil where the format's tables are always written whole.
    let growing: (@Sendable (GrownFile, FilePath) -> any GrowingTable)?

    /// - Parameter end: What the table's name ends in: `.csv`.
    init(
        end: String, mark: FilePath.Component? = nil, photoFormats: Set<String>? = nil, tasks: Set<DetectorTask>? = nil,
        beginnings: [String],
        make: @escaping @Sendable (Making) throws(ResultsError) -> any RecordTable,
        growing: (@Sendable (GrownFile, FilePath) -> any GrowingTable)? = nil
    ) {
        self.end = end
        name = "results" + end
        self.mark = mark
        self.photoFormats = photoFormats
        self.tasks = tasks
        self.beginnings = beginnings
        self.make = make
        self.growing = growing
    }

    /// What no folder of photos may end in, so that no result of theirs meets the table.
    let end: String

    /// The tasks among some whose findings the table cannot say, in the order of their names.
    public func omitted(of tasks: Set<DetectorTask>) -> [DetectorTask] {
        tasks.subtracting(self.tasks ?? tasks).sorted { $0.rawValue < $1.rawValue }
    }

    /// Why results of some tasks make no table, as what follows their folder's name; nil where some of them do.
    ///
    /// Trainers refuse labels of another task's kind, or take photos without labels for photos without objects.
    public func refusal(of tasks: Set<DetectorTask>) -> String? {
        let others = omitted(of: tasks)
        guard !others.isEmpty, others.count == tasks.count else { return nil }
        let names = (others.count == 1 ? "the task " : "the tasks ") + others.map(\.rawValue).joined(separator: ", ")
        let isForCOCO = OutputFormat.coco.table.map { $0.omitted(of: tasks).count < tasks.count } ?? false
        let why =
            isForCOCO
            ? "has no place for it that trainers take; the format coco has what was found whole"
            : "has no place for it; 'quiver records' has what was found in each photo"
        return "results of \(names), and \(end.dropFirst()) \(why)"
    }
}

/// The file that a format writes for each photo, beside the photo's other results.
///
/// It is published together with them, and replaces nothing but this photo's own file of an earlier run.
public protocol PhotoFile: Sendable {
    /// What follows the photo's name in the file's name: `.json`.
    var end: String { get }
    /// The file's content.
    func bytes(of written: WrittenRecord) -> [UInt8]
    /// What lies at the file's place; blocks.
    func standing(at place: FilePath, for source: Record.Source) -> PlaceStanding
}

/// Whose the file is that lies at the place of another.
public enum PlaceStanding: Sendable, Hashable {
    /// Nothing lies there, or something that shows when the file is placed.
    case free
    /// The same photo's file, which may be replaced.
    case own
    /// Another photo's file.
    case otherPhoto
    /// A file that Quiver did not make.
    case foreign
}

/// The list of formats: a further one is a line here, and a word in the settings.
extension OutputFormat {
    /// Every format.
    public static let all: [OutputFormat] = [.json, .csv, .jsonl, .yolo, .coco, .text]
}
