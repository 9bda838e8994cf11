import SystemPackage
import SystemValues

extension OutputFormat {
    /// `yolo`: a label file for each photo, and the file that trainers are given.
    public static let yolo = OutputFormat(
        name: "yolo",
        table: TableFormat(
            end: ".yolo", mark: YOLODataSet.file, photoFormats: YOLODataSet.photoFormats,
            tasks: YOLOForm.detect.tasks,
            beginnings: [YOLODataSet.beginning]
        ) { making throws(ResultsError) in
            try YOLODataSet(making)
        })
}

/// `results.yolo`: `data.yaml`, a photo in `images` and its boxes in `labels` under the same name.
///
/// A photo without boxes has an empty label file; one without a result has none. A file that is not Quiver's stays, and a
/// photo whose name is taken by one gets a number. Photos that are divided lie in a folder for each part.
final class YOLODataSet: GrowingTable {
    static let file: FilePath.Component = "data.yaml"
    static let beginning = "# made by Quiver"
    /// Trainers read no GIFs.
    static let photoFormats = Set(DataSetPhotos.ends.keys).subtracting(["gif"])

    private let folder: FilePath
    private let parts: [SplitPart]
    /// Those that have a photo.
    private var filled: Set<SplitPart> = []
    private var form: YOLOForm
    private var classes: ClassNumbers
    private var names = DataSetNames()
    private let photos: DataSetPhotos
    /// Label files that are staged, with the photos that belong to them.
    private var waiting: [(label: PlacedFile, photo: LabelledPhoto, image: FilePath)] = []

    private static let atOnce = 500

    /// Begins the data set; what it holds already stays until `finish`.
    init(_ making: TableFormat.Making, as form: YOLOForm = .detect) throws(ResultsError) {
        (folder, parts, self.form) = (making.place, making.parts, form)
        classes = ClassNumbers(making.classes.filter { $0.isOf(form.tasks) })
        photos = DataSetPhotos(in: making.place, copies: making.copiesPhotos)
        try writeNames()
        for name in ["images", "labels"] {
            try AtomicFile.make(folder.appending(name))
            for part in parts { try AtomicFile.make(folder.appending(name).appending(part.rawValue)) }
        }
    }

    deinit { for (label, _, _) in waiting { AtomicFile.discard(label.staged) } }

    /// Adds a photo, unless its file is not there any more.
    func append(_ row: TableRow) throws(ResultsError) {
        guard let photo = row.labelledPhoto, Self.photoFormats.contains(photo.image.format),
            let end = DataSetPhotos.end(of: photo), photo.isThere
        else { return }
        let text = labels(of: row.record, size: photo.image)
        let isLabelled = { [self] (stem: FilePath) in
            FileCalls.beginning(of: self.label(stem), limit: text.count + 1) == text
        }
        // Trainers put a file of theirs into the place of a photo that they had to repair: its labels hold.
        let stem = names.stem(for: row, photo) { [photos] in photos.isForeign($0) && !isLabelled($0) }
        let (image, label) = (photos.image(stem, end: end), self.label(stem))
        let isThere = photos.isForeign(stem) || photos.holds(photo, at: stem, end: end) && isLabelled(stem)
        guard isThere || photo.isPicture else { return }
        photos.keep(stem, end: end)
        if let part = row.part { filled.insert(part) }
        if isThere { return }
        // No photo may ever stand beside the labels of another one.
        photos.removeLinks(stem, end: end)
        let staged = try AtomicFile.stage(text, for: label)
        waiting.append((PlacedFile(staged: staged, place: label), photo, image))
        // Blurred ones are held in memory.
        if waiting.count >= Self.atOnce || photo.blurred != nil { try flush() }
    }

    /// Removes what belongs to photos that have no result any more, and names the classes.
    func finish() throws(ResultsError) {
        try flush()
        for stem in photos.removeOthers() { FileCalls.remove(label(stem)) }
        try writeNames()
    }

    /// Adds photos; the classes may become more.
    func add(_ rows: [TableRow]) throws(ResultsError) -> Bool {
        guard FileCalls.beginning(of: folder.appending(Self.file), limit: 1 << 24) == document else { return false }
        for row in rows { try append(row) }
        try flush()
        try writeNames()
        return true
    }

    /// Publishes the label files that wait, and then their photos.
    private func flush() throws(ResultsError) {
        var publication = Publication()
        for (label, _, _) in waiting { publication.add(label) }
        try publication.commit()
        let placed = waiting
        waiting = []
        for (_, photo, image) in placed { try photos.place(photo, at: image) }
    }

    /// Where a photo's labels lie.
    private func label(_ stem: FilePath) -> FilePath {
        folder.appending("labels").appending(raw: stem.rawBytes + Array(".txt".utf8))
    }

    private func labels(of record: Record, size: Record.Image) -> [UInt8] {
        var text = ""
        for found in record.boxes(of: form.tasks) {
            guard let values = form.numbers(of: found, in: size) else { continue }
            let words = ["\(classes.number(of: found))"] + values
            text += words.joined(separator: " ") + "\n"
        }
        return Array(text.utf8)
    }

    private func writeNames() throws(ResultsError) {
        let (text, place) = (document, folder.appending(Self.file))
        guard FileCalls.beginning(of: place, limit: text.count + 1) != text else { return }
        try AtomicFile.write(text, to: place)
    }

    /// The file that trainers are given.
    private var document: [UInt8] {
        // Without `path` the file's own folder counts, wherever it is moved to.
        // Trainers want a train and a val, and refuse a part without photos: another part stands in its place.
        let parts = filled.isEmpty ? self.parts : self.parts.filter(filled.contains)
        let places = ["train", "val"].map { name in
            parts.contains { $0.rawValue == name } || parts.isEmpty ? name : parts[0].rawValue
        }
        var text = Self.beginning + "\n"
        for (name, place) in zip(["train", "val"], places) {
            text += "\(name): images\(parts.isEmpty ? "" : "/\(place)")\n"
        }
        if parts.contains(.test) { text += "test: images/test\n" }
        text += form.lines
        text += "names:\(classes.list.isEmpty ? " {}" : "")\n"
        for (number, name) in classes.list.enumerated() { text += "  \(number): \(YAMLText.quoted(name))\n" }
        return Array(text.utf8)
    }
}
