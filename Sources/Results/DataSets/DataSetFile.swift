import Findings
import JSONTree
import SystemPackage

/// A photo of a data set whose labels are one file.
struct DataSetItem {
    /// The same in every run, on every machine.
    let id: Int
    /// Its place among the photos, from 0.
    let index: Int
    /// Its name below `images`.
    let name: String
    let row: TableRow
    let image: Record.Image
    let boxes: [FoundBox]
}

/// The text of a format whose labels are one file, photo by photo.
protocol DataSetText: Sendable {
    /// The format's name.
    static var name: String { get }
    /// The name of its file.
    static var file: FilePath.Component { get }
    /// Whether names of photos stand in XML.
    static var isXML: Bool { get }

    init()
    /// A photo with its labels.
    mutating func text(of item: DataSetItem) -> String
    /// What stands in front of the photos; asked when all of them were told.
    func head(classes: [String]) -> String
    /// What stands behind them.
    var tail: String { get }
    /// Files beside it, by name.
    func others(classes: [String]) -> [(FilePath.Component, String)]
}

extension DataSetText {
    static var isXML: Bool { false }
    var tail: String { "" }
    func head(classes: [String]) -> String { "" }
    func others(classes: [String]) -> [(FilePath.Component, String)] { [] }
}

/// A data set whose labels are one file, beside the photos in `images`.
final class DataSetFile<Text: DataSetText>: RecordTable {
    private let place: FilePath
    private var folder: DataSetFolder
    private var classes: ClassNumbers
    private var text = Text()
    /// The photos, until all classes are known.
    private var body: BufferedFile
    private var ids = StableNumbers()
    private var index = 0

    init(_ making: TableFormat.Making) throws(ResultsError) {
        place = making.place
        folder = DataSetFolder(place, copies: making.copiesPhotos, isForXML: Text.isXML)
        classes = ClassNumbers(making.classes.filter { $0.isOf(COCOTable.tasks) })
        body = try BufferedFile(for: place.appending(Text.file))
    }

    /// Adds a photo and its labels.
    func append(_ row: TableRow) throws(ResultsError) {
        guard let placed = try folder.place(row) else { return }
        let boxes = row.record.boxes(of: COCOTable.tasks).map { found in
            var box = found
            box.keypoints = ClassKeypoints.all(of: found.keypoints)
            // So that the list of classes has every one of them.
            _ = classes.number(of: box)
            return box
        }
        let id = ids.number(for: Array("\(row.record.source.sha256 ?? "") ".utf8) + row.place)
        let item = DataSetItem(
            id: id, index: index, name: placed.name, row: row, image: placed.photo.image, boxes: boxes)
        try body.append(text.text(of: item).utf8)
        index += 1
    }

    func finish() throws(ResultsError) {
        let names = classes.entries.map(\.name)
        for (name, content) in text.others(classes: names) {
            try AtomicFile.write(content.utf8, to: place.appending(name))
        }
        var file = try BufferedFile(for: place.appending(Text.file))
        try file.append(text.head(classes: names).utf8)
        try file.append(contentsOf: &body)
        try file.append(text.tail.utf8)
        try file.publish()
        _ = folder.removeOthers()
    }
}

/// Numbers in data sets: as many decimals as are needed, and no exponent.
enum DataSetNumber {
    static func text(_ value: Double, decimals: Int) -> String { JSONValue.rounded(value, decimals: decimals).line }
}

/// A turned box by its middle, its first corner, its sides, and the angle of its upper side, clockwise in degrees.
///
/// The corners may run either way, as users draw them: the sides are those of corners that run clockwise.
struct TurnedBox {
    let center: Point
    /// The corner that the upper side begins in.
    let start: Point
    let width: Double
    let height: Double
    let angle: Double

    /// Nil for what are no four corners.
    init?(_ corners: [Point]) {
        guard corners.count == 4 else { return nil }
        let sides = (corners[1] - corners[0], corners[3] - corners[0])
        let isClockwise = sides.0.x * sides.1.y - sides.0.y * sides.1.x >= 0
        let (along, down) = isClockwise ? sides : (sides.1, sides.0)
        start = corners[0]
        center = Point(
            x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
        (width, height) = (along.length, down.length)
        let degrees = Angle.degrees(along)
        angle = degrees < 0 ? degrees + 360 : degrees
    }
}
