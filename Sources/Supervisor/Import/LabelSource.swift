import Evaluation
import Findings
import Results
import SystemPackage
import SystemValues

/// A format that `quiver import` reads, by its name on the command line.
///
/// A further one is a line in ``all``, and a reader.
public struct ImportFormat: Sendable {
    /// The name: `yolo-segment`.
    public let name: String
    /// What of its kind is to be named: "a file of COCO's annotations".
    let wanted: String
    let reader: @Sendable (FilePath) throws -> any LabelSource

    /// The format of a name; nil where there is none.
    public static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

    /// Every format.
    public static let all: [ImportFormat] = [
        ImportFormat(name: "coco", wanted: "a file of COCO's annotations") { try COCOSource(at: $0) },
        ImportFormat(name: "voc", wanted: "the folder of a Pascal VOC set") { try VOCSource(at: $0) },
        ImportFormat(name: "labelstudio", wanted: "tasks that Label Studio exported as JSON") {
            try LabelStudioSource(at: $0)
        },
        yolo("yolo", GivenForm([.box])) { _ in .box },
        yolo("yolo-segment", GivenForm([.mask, .box])) { _ in .outline },
        yolo("yolo-pose", GivenForm([.pose, .box])) { .pose(numbers: $0.keypointNumbers ?? 3) },
        yolo("yolo-obb", GivenForm([.box], isTurned: true)) { _ in .corners },
    ]

    private static func yolo(
        _ name: String, _ own: GivenForm, _ form: @escaping @Sendable (YOLOClasses) -> YOLOLabels.Form
    ) -> ImportFormat {
        ImportFormat(name: name, wanted: "the data.yaml of a YOLO set, or its folder") {
            try YOLOSource(at: $0, [own], form)
        }
    }
}

/// Labels of photos in files: read twice, so that no more than the names of the photos is held.
protocol LabelSource {
    /// The folders below which the photos may lie.
    var folders: [FilePath] { get }
    /// Whether the names of photos have the ends of files.
    var hasEnds: Bool { get }
    /// The names of the photos in the order in which they are read.
    var names: [String] { get }
    /// The forms of labels in all of it.
    var forms: Set<GivenForm> { get }
    /// Parts that could not be read, and an example.
    var unread: (count: Int, example: String?) { get }

    /// Hands out each photo with its place among the names; blocks.
    func forEach(_ take: (Int, GivenImage) throws -> Void) throws
}

/// A file of COCO's, which has the objects of a photo anywhere: all of it is held.
struct COCOSource: LabelSource {
    let folders: [FilePath]
    let hasEnds = true
    let names: [String]
    let forms: Set<GivenForm>
    let unread: (count: Int, example: String?)
    private let images: [COCOTruth.Image]

    init(at path: FilePath) throws {
        let file = path.isFolder ? path.appending("annotations.json") : path
        let truth = try FilePieces(of: file).read { try COCOTruth.read(by: .masks, $0) }
        // A photo with a part of its labels would be no truth.
        images = truth.images.filter { $0.strays == 0 && $0.withoutPixels == 0 }
        unread = Self.unread(of: truth)
        let folder = file.removingLastComponent()
        folders = Self.folders(around: folder.isEmpty ? "." : folder)
        names = images.map(\.name)
        forms = Set(images.lazy.flatMap(Self.labels).map(\.form))
    }

    /// Annotations without a photo, and photos that are left out.
    private static func unread(of truth: COCOTruth) -> (count: Int, example: String?) {
        let troubles = Troubles()
        for image in truth.images where image.strays > 0 || image.withoutPixels > 0 {
            let why =
                image.strays > 0 ? "an object is of a class that the file does not have" : "a mask cannot be read"
            troubles.note("\(PercentEscape.printable(Array(image.name.utf8))): \(why), so it is left out as a whole")
        }
        for _ in 0..<truth.strays - truth.images.reduce(0, { $0 + $1.strays }) {
            troubles.note("annotations of images that the file does not have")
        }
        return troubles.all
    }

    /// Its own folder, and where data sets have their photos.
    private static func folders(around folder: FilePath) -> [FilePath] {
        [folder, folder.appending("images"), folder.appending("../images")]
    }

    func forEach(_ take: (Int, GivenImage) throws -> Void) throws {
        for (place, image) in images.enumerated() {
            let size = image.size ?? PixelSize(width: 0, height: 0)
            try take(place, GivenImage(name: image.name, size: size, labels: Self.labels(of: image)))
        }
    }

    /// What is in a photo; a crowd is no object.
    private static func labels(of image: COCOTruth.Image) -> [GivenLabel] {
        image.objects.filter { !$0.isCrowd }.map { object in
            GivenLabel(
                label: object.label, box: object.box, mask: object.mask, corners: object.corners,
                keypoints: object.keypoints)
        }
    }
}

/// A file of tasks.
struct LabelStudioSource: LabelSource {
    let folders: [FilePath]
    let hasEnds = true
    let names: [String]
    let forms: Set<GivenForm>
    let unread: (count: Int, example: String?)
    private let file: FilePath

    init(at path: FilePath) throws {
        file = path.isFolder ? path.appending("tasks.json") : path
        let folder = file.removingLastComponent()
        folders = [folder.isEmpty ? "." : folder, folder.appending("images")]
        var (names, forms): ([String], Set<GivenForm>) = ([], [])
        let troubles = Troubles()
        try FilePieces(of: file).read { source in
            try LabelStudioTasks.read(
                source,
                { image in
                    names.append(image.name)
                    forms.formUnion(image.labels.map(\.form))
                }, leaving: { troubles.note(PercentEscape.printable(Array($0.utf8))) })
        }
        (self.names, self.forms, unread) = (names, forms, troubles.all)
    }

    func forEach(_ take: (Int, GivenImage) throws -> Void) throws {
        var place = 0
        try FilePieces(of: file).read { source in
            try LabelStudioTasks.read(source) { image in
                try take(place, image)
                place += 1
            }
        }
    }
}
