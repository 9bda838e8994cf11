import Findings

/// A place at which the same class is found wrongly in many photos: a stain on a butt, a sign before a camera.
public struct RepeatedFind: Sendable, Hashable {
    /// The class's name.
    public var label: String
    /// The folder of the photos.
    public var folder: String
    /// The size of the photos.
    public var size: PixelSize
    /// The mean of the boxes.
    public var box: Box
    /// Photos with such a finding.
    public var photos: Int
    /// Photos of this folder and size, with it or without.
    public var among: Int
    /// The mean confidence.
    public var confidence: Double

    /// A place from its parts.
    public init(
        label: String, folder: String, size: PixelSize, box: Box, photos: Int, among: Int, confidence: Double
    ) {
        self.label = label
        self.folder = folder
        self.size = size
        self.box = box
        self.photos = photos
        self.among = among
        self.confidence = confidence
    }
}

extension RepeatedFind {
    /// The least number of photos, and the least share of those of a folder and size.
    private static let (fewestPhotos, leastShare) = (3, 0.05)
    private static let leastOverlap = 0.5

    private struct Scene: Hashable {
        let folder: String
        let size: PixelSize
    }

    /// Where findings that are no object repeat, the most frequent first.
    static func all(in photos: [EvaluatedPhoto], _ pairs: [PhotoPairs]) -> [RepeatedFind] {
        var scenes: [Scene: (photos: Int, places: [String: PlaceIndex])] = [:]
        for (index, photo) in photos.enumerated() {
            let name = photo.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? photo.path.startIndex
            let scene = Scene(folder: String(photo.path[..<name]), size: photo.size)
            scenes[scene, default: (0, [:])].photos += 1
            for wrong in pairs[index].wrong {
                let one = photo.found[wrong]
                scenes[scene]?.places[one.label, default: PlaceIndex()].add(one, of: index, least: leastOverlap)
            }
        }
        let all = scenes.flatMap { scene, seen in
            seen.places.flatMap { label, index in
                index.places.compactMap { place -> RepeatedFind? in
                    guard place.photos >= max(fewestPhotos, Int((leastShare * Double(seen.photos)).rounded(.up))) else {
                        return nil
                    }
                    return RepeatedFind(
                        label: label, folder: scene.folder, size: scene.size, box: place.mean, photos: place.photos,
                        among: seen.photos, confidence: place.confidence)
                }
            }
        }
        return all.sorted { a, b in
            (b.photos, a.folder, a.label, a.box.x, a.box.y) < (a.photos, b.folder, b.label, b.box.x, b.box.y)
        }
    }
}

/// Places at which something was found, looked up by where they are: the first box of a place stands for it.
private struct PlaceIndex {
    struct Place {
        let first: Box
        var sum: Box
        var findings = 1
        var confidences: Double
        var photos = 1
        var lastPhoto: Int

        var mean: Box {
            let count = Double(findings)
            return Box(x: sum.x / count, y: sum.y / count, width: sum.width / count, height: sum.height / count)
        }
        var confidence: Double { confidences / Double(findings) }
    }

    private struct Cell: Hashable {
        let level: Int
        let x: Int
        let y: Int
    }

    private(set) var places: [Place] = []
    private var cells: [Cell: [Int]] = [:]

    mutating func add(_ found: FoundObject, of photo: Int, least: Double) {
        let box = found.box
        guard [box.x, box.y, box.width, box.height].allSatisfy({ abs($0) < 1e9 }) else { return }
        let level = Self.level(of: box)
        // Boxes of which half is shared are of about one size, and their middles are nearer than that.
        let near = (level - 1...level + 1).flatMap { level in
            let middle = Self.cell(of: box, level)
            return (-1...1).flatMap { x in
                (-1...1).flatMap { y in cells[Cell(level: level, x: middle.x + x, y: middle.y + y)] ?? [] }
            }
        }
        let shares = near.map { (place: $0, share: places[$0].first.intersectionOverUnion(box)) }
        if let best = shares.max(by: { ($0.share, $1.place) < ($1.share, $0.place) }), best.share >= least {
            places[best.place].take(box, found.confidence, of: photo)
        } else {
            cells[Self.cell(of: box, level), default: []].append(places.count)
            places.append(Place(first: box, sum: box, confidences: found.confidence, lastPhoto: photo))
        }
    }

    /// Each level's cells are as wide as its smallest boxes are long.
    private static func level(of box: Box) -> Int { Int(max(box.width, box.height, 1).exponent) }

    private static func cell(of box: Box, _ level: Int) -> Cell {
        let side = Double(sign: .plus, exponent: level, significand: 1)
        return Cell(
            level: level, x: Int(((box.x + box.width / 2) / side).rounded(.down)),
            y: Int(((box.y + box.height / 2) / side).rounded(.down)))
    }
}

extension PlaceIndex.Place {
    /// Photos come one after the other, so that a photo that comes again is the last one.
    fileprivate mutating func take(_ box: Box, _ confidence: Double, of photo: Int) {
        sum = Box(
            x: sum.x + box.x, y: sum.y + box.y, width: sum.width + box.width, height: sum.height + box.height)
        findings += 1
        confidences += confidence
        photos += photo == lastPhoto ? 0 : 1
        lastPhoto = photo
    }
}
