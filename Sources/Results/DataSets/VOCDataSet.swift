import SystemPackage

/// `voc`: Pascal VOC's folders: a photo in `JPEGImages`, its boxes in `Annotations` under the same name, and the names of the
/// photos in `ImageSets/Main`.
///
/// VOC counts pixels from 1, and a box's right and lower edges are its last pixels: the left and upper edges are 1 more than in
/// pixels from the photo's corner, the others the same. Masks, keypoints and turned corners have no place in it: it has the
/// boxes around them.
final class VOCDataSet: RecordTable {
    private static let images: FilePath.Component = "JPEGImages"
    private static let (tag, atOnce) = ("annotation", 500)

    private let place: FilePath
    private var folder: DataSetFolder
    private var waiting: [PlacedFile] = []
    /// The lists of photos by name: without parts `trainval` has all.
    ///
    /// A part without photos has an empty one.
    private var lists: [String: BufferedFile] = [:]
    private static let allLists = ["train", "val", "trainval", "test"]

    init(_ making: TableFormat.Making) throws(ResultsError) {
        place = making.place
        folder = DataSetFolder(place, images: Self.images, copies: making.copiesPhotos, isForXML: true)
        let names = making.parts.isEmpty ? Self.lists(of: nil) : making.parts.flatMap { Self.lists(of: $0) }
        for name in Set(names) { lists[name] = try BufferedFile(for: list(name)) }
    }

    deinit { for file in waiting { AtomicFile.discard(file.staged) } }

    /// Adds a photo and its boxes.
    func append(_ row: TableRow) throws(ResultsError) {
        guard let placed = try folder.place(row) else { return }
        let file = annotation(placed.stem)
        let staged = try AtomicFile.stage(Self.text(row.record, placed).utf8, for: file)
        waiting.append(PlacedFile(staged: staged, place: file))
        for list in Self.lists(of: row.part) {
            try lists[list]?.append(placed.stem.rawBytes + [UInt8(ascii: "\n")])
        }
        if waiting.count >= Self.atOnce { try flush() }
    }

    func finish() throws(ResultsError) {
        try flush()
        for list in lists.keys.sorted() { try lists[list]?.publish() }
        // An earlier set may have been divided otherwise.
        for name in Self.allLists where lists[name] == nil { FileCalls.remove(list(name)) }
        for stem in folder.removeOthers() { FileCalls.remove(annotation(stem)) }
    }

    private func flush() throws(ResultsError) {
        var publication = Publication()
        for file in waiting { publication.add(file, replacing: true) }
        try publication.commit()
        waiting = []
    }

    private func list(_ name: String) -> FilePath { place.appending("ImageSets/Main").appending("\(name).txt") }

    private func annotation(_ stem: FilePath) -> FilePath {
        place.appending("Annotations").appending(raw: stem.rawBytes + Array(".xml".utf8))
    }

    private static func lists(of part: SplitPart?) -> [String] {
        switch part {
        case .train, .val: [part?.rawValue ?? "", "trainval"]
        case .test: ["test"]
        case nil: ["trainval"]
        }
    }

    private static func text(_ record: Record, _ placed: PlacedPhoto) -> String {
        let image = placed.photo.image
        let folder = ([images.string] + placed.stem.components.dropLast().map(\.string)).joined(separator: "/")
        let name = placed.name.split(separator: "/").last.map(String.init) ?? placed.name
        var text = "<\(tag)>\n"
        text += "  \(XMLText.element("folder", folder))\n  \(XMLText.element("filename", name))\n"
        text += "  <source><database>made by Quiver</database></source>\n"
        text += "  <size><width>\(image.width)</width><height>\(image.height)</height><depth>3</depth></size>\n"
        text += "  <segmented>0</segmented>\n"
        for found in record.boxes(of: COCOTable.tasks) {
            let box = found.box
            let edges = [("xmin", box.x + 1), ("ymin", box.y + 1), ("xmax", box.right), ("ymax", box.bottom)]
            text += "  <object>\(XMLText.element("name", found.label))<pose>Unspecified</pose>"
            text += "<truncated>0</truncated><difficult>0</difficult><bndbox>"
            for (edge, value) in edges { text += "<\(edge)>\(DataSetNumber.text(value, decimals: 3))</\(edge)>" }
            text += "</bndbox></object>\n"
        }
        return text + "</\(tag)>\n"
    }
}
