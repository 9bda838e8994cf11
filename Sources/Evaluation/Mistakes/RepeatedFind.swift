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
    /// The overlap with the mean that nine of ten of the boxes have.
    public var overlap: Double

    /// A place from its parts.
    public init(
        label: String, folder: String, size: PixelSize, box: Box, photos: Int, among: Int, confidence: Double,
        overlap: Double = IgnoredPlace.usualOverlap
    ) {
        self.label = label
        self.folder = folder
        self.size = size
        self.box = box
        self.photos = photos
        self.among = among
        self.confidence = confidence
        self.overlap = overlap
    }
}

extension RepeatedFind {
    /// The rule by which the place is ignored in the photos of the folder.
    public var rule: IgnoredPlace {
        let shares = box.clipped(to: size).shares(of: size)
        func rounded(_ value: Double) -> Double { (value * 100_000).rounded() / 100_000 }
        return IgnoredPlace(
            label: label,
            box: Box(
                x: rounded(shares.x), y: rounded(shares.y), width: rounded(shares.width),
                height: rounded(shares.height)),
            overlap: overlap, folder: folder.isEmpty ? nil : folder)
    }
}

/// Finds where the same class is found in many photos of a folder and size, photo by photo.
public struct RepeatedFinds: Sendable {
    /// The least number of photos, and the least share of those of a folder and size.
    private static let (fewestPhotos, leastShare) = (3, 0.05)
    private static let leastOverlap = 0.5

    private struct Scene: Hashable {
        let folder: String
        let size: PixelSize
    }

    private var scenes: [Scene: (photos: Int, places: [String: PlaceIndex])] = [:]
    private var count = 0

    /// Nothing was found yet.
    public init() {}

    /// Takes the next photo with what counts of its findings.
    public mutating func add(path: String, size: PixelSize, found: some Sequence<FoundObject>) {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let scene = Scene(folder: String(path[..<name]), size: size)
        count += 1
        scenes[scene, default: (0, [:])].photos += 1
        for one in found {
            scenes[scene]?.places[one.label, default: PlaceIndex()].add(one, of: count, least: Self.leastOverlap)
        }
    }

    /// The places, those in the most photos first.
    public var places: [RepeatedFind] {
        let all = scenes.flatMap { scene, seen in
            seen.places.flatMap { label, index in
                index.places.compactMap { place -> RepeatedFind? in
                    let least = max(Self.fewestPhotos, Int((Self.leastShare * Double(seen.photos)).rounded(.up)))
                    guard place.photos >= least else { return nil }
                    return RepeatedFind(
                        label: label, folder: scene.folder, size: scene.size, box: place.mean, photos: place.photos,
                        among: seen.photos, confidence: place.confidence, overlap: place.overlap)
                }
            }
        }
        return all.sorted { a, b in
            (b.photos, a.folder, a.label, a.box.x, a.box.y) < (a.photos, b.folder, b.label, b.box.x, b.box.y)
        }
    }
}
