import Findings

/// What a sidecar is to say of a photo.
struct SidecarLabels: Sendable, Hashable {
    /// A region with a label; numbers are shares of the sides of the photo as it is stored, before it is turned upright.
    struct Region: Sendable, Hashable {
        var name: String
        var (x, y): (Double, Double)
        var (width, height): (Double, Double)
        /// What the region shows by the Metadata Working Group's own list; nil for anything else.
        var type: String?

        /// Whether another one has the name and, within a distance, the place.
        func isNear(_ other: Region, within distance: Double) -> Bool {
            name == other.name && abs(x - other.x) <= distance && abs(y - other.y) <= distance
                && abs(width - other.width) <= distance && abs(height - other.height) <= distance
        }
    }

    /// The name of the photo's file.
    var photo: String
    /// The part of a divided export.
    var part: String?
    /// In the order of their names, each once.
    var keywords: [String]
    var regions: [Region]
    /// The size of the photo as it is stored.
    var (width, height): (Int, Int)

    /// Without labels nothing of Quiver's is in a sidecar.
    var isEmpty: Bool { keywords.isEmpty }

    /// A label as a keyword: programs have no place for line ends, nor XML for control characters.
    static func keyword(_ label: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in label.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: text.append(" ")
            default: text.append(XMLText.isPossible(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return String(text).split(separator: " ").joined(separator: " ")
    }
}

extension SidecarLabels {
    /// The labels of a photo, and the classes that it has as a whole.
    init(_ record: Record, photo: String, part: SplitPart?, tasks: Set<DetectorTask>) {
        let image = record.photo.image ?? Record.Image(width: 1, height: 1, orientation: 1, format: "")
        let frame = StoredFrame(image)
        let faces = Set(record.boxes(of: [.faces]))
        let boxes = record.boxes(of: tasks)
        let classes = [record.photoClass].compactMap { $0 }
        let keywords = Set((boxes.map(\.label) + classes).map(Self.keyword)).subtracting([""]).sorted()
        var regions: [Region] = []
        var known: Set<Region> = []
        for box in boxes {
            let name = Self.keyword(box.label)
            var region = frame.region(of: box.box, name: name)
            region.type = faces.contains(box) ? "Face" : nil
            if !name.isEmpty, known.insert(region).inserted { regions.append(region) }
        }
        self.init(
            photo: photo, part: part?.rawValue, keywords: keywords, regions: regions, width: frame.width,
            height: frame.height)
    }
}

/// The pixels of a photo as its file has them, which regions go by: a record's are those of the upright photo.
private struct StoredFrame {
    let (width, height): (Int, Int)
    private let orientation: Int
    private let (uprightWidth, uprightHeight): (Double, Double)

    init(_ image: Record.Image) {
        orientation = image.orientation
        (uprightWidth, uprightHeight) = (Double(max(1, image.width)), Double(max(1, image.height)))
        let isTurned = (5...8).contains(image.orientation)
        (width, height) = isTurned ? (image.height, image.width) : (image.width, image.height)
    }

    func region(of box: Box, name: String) -> SidecarLabels.Region {
        let (u, v) = ((box.x + box.width / 2) / uprightWidth, (box.y + box.height / 2) / uprightHeight)
        let (across, down) = (box.width / uprightWidth, box.height / uprightHeight)
        // EXIF says at which visual sides the first row and the first column of the file are.
        let (x, y): (Double, Double) =
            switch orientation {
            case 2: (1 - u, v)
            case 3: (1 - u, 1 - v)
            case 4: (u, 1 - v)
            case 5: (v, u)
            case 6: (v, 1 - u)
            case 7: (1 - v, 1 - u)
            case 8: (1 - v, u)
            default: (u, v)
            }
        let isTurned = (5...8).contains(orientation)
        func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
        return .init(
            name: name, x: rounded(x), y: rounded(y), width: rounded(isTurned ? down : across),
            height: rounded(isTurned ? across : down))
    }
}
