import Findings

/// A format that `quiver export` makes of a folder of results, by its name on the command line.
///
/// A further one is a line in ``all``.
public struct DataSetFormat: Sendable {
    /// The name: `yolo-segment`.
    public let name: String
    /// What is in its folder, in a few words.
    public let summary: String
    /// How it is written.
    let table: TableFormat
    /// Whether it is a folder for each class, which has no place for a photo without one.
    let isOfClasses: Bool
    /// Whether photos lie in it; else it has labels alone, and those of whole photos too.
    let holdsPhotos: Bool

    /// What says which findings it has a place for; nil where it has one for all of its tasks.
    let form: YOLOForm?

    private init(
        _ name: String, _ summary: String, _ table: TableFormat, form: YOLOForm? = nil, isOfClasses: Bool = false,
        holdsPhotos: Bool = true
    ) {
        (self.name, self.summary, self.table) = (name, summary, table)
        (self.form, self.isOfClasses, self.holdsPhotos) = (form, isOfClasses, holdsPhotos)
    }

    private static func yolo(_ name: String, _ summary: String, _ form: YOLOForm) -> DataSetFormat {
        DataSetFormat(name, summary, .yolo(name, form), form: form)
    }

    /// The format of a name; nil where there is none.
    public static func named(_ name: String) -> DataSetFormat? { all.first { $0.name == name } }

    /// Every format: those that a run makes too, then the others.
    public static let all: [DataSetFormat] =
        [("yolo", "data.yaml, images, labels with upright boxes"), ("coco", "annotations.json, images")]
        .compactMap { name, summary in
            OutputFormat.named(name)?.table.map { DataSetFormat(name, summary, $0) }
        } + [
            .yolo("yolo-segment", "the same with outlines", .segment),
            .yolo("yolo-pose", "the same with keypoints", .pose),
            .yolo("yolo-obb", "the same with turned boxes", .obb),
            .init(
                "yolo-classify", "a folder of photos for each class",
                .manifest("yolo-classify", of: [.classify], formats: YOLODataSet.photoFormats) {
                    (making) throws(ResultsError) in ClassFolders(making)
                }, isOfClasses: true),
            .init(
                "voc", "Annotations, JPEGImages, ImageSets",
                .manifest("voc") { (making) throws(ResultsError) in try VOCDataSet(making) }),
            .init("labelstudio", "tasks.json, labels.xml, images", .file(LabelStudioText.self)),
            .init("cvat", "annotations.xml in CVAT's form 1.1, images", .file(CVATText.self)),
            .init("csv", "labels.csv, images", .file(LabelCSVText.self)),
            .init("jsonl", "labels.jsonl, images", .file(LabelLinesText.self)),
            .init(
                "parquet", "labels.parquet, images",
                .manifest("parquet") { (making) throws(ResultsError) in try ParquetTable(making) }),
            .init(
                "xmp", "sidecars with keywords and regions, merged with those of other programs",
                .manifest("xmp", of: SidecarTable.tasks) { (making) throws(ResultsError) in try SidecarTable(making) },
                holdsPhotos: false),
        ]

    /// The labels of a photo that it could have; a class of the whole photo is a box as large as the photo.
    func boxes(of record: Record) -> [FoundBox] {
        let boxes = isOfClasses ? [] : record.boxes(of: table.tasks)
        guard isOfClasses || !holdsPhotos, let label = record.photoClass, let image = record.photo.image else {
            return boxes
        }
        let whole = Box(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        return boxes + [FoundBox(detector: "", classId: 0, label: label, box: whole, confidence: 1)]
    }
}

extension TableFormat {
    fileprivate static func yolo(_ name: String, _ form: YOLOForm) -> TableFormat {
        manifest(name, of: form.tasks, formats: YOLODataSet.photoFormats) { (making) throws(ResultsError) in
            try YOLODataSet(making, as: form)
        }
    }

    fileprivate static func file<Text: DataSetText>(_ text: Text.Type) -> TableFormat {
        manifest(text.name) { (making) throws(ResultsError) in try DataSetFile<Text>(making) }
    }

    /// A data set that is known as Quiver's by its manifest.
    fileprivate static func manifest(
        _ name: String, of tasks: Set<DetectorTask> = COCOTable.tasks,
        formats: Set<String> = Set(DataSetPhotos.ends.keys),
        _ make: @escaping @Sendable (Making) throws(ResultsError) -> any RecordTable
    ) -> TableFormat {
        TableFormat(
            end: ".\(name)", mark: ExportManifest.file, photoFormats: formats, tasks: tasks,
            beginnings: [ExportManifest.beginning(of: name)], make: make)
    }
}

extension Record {
    /// What the photo shows as a whole, by the first detector that says it: the surest class, or that of a correction.
    package var photoClass: String? { photoClassResult?.label }

    /// The same with the detector that says it.
    package var photoClassResult: (label: String, detector: String)? {
        photo.firstResults.lazy.filter { $0.task == .classify }.compactMap { result in
            result.found.items.first.map { (label: $0.label, detector: result.detector) }
        }.first
    }
}
