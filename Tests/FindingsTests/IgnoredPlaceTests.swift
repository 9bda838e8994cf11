import Findings
import Testing

/// What rules of places ignore, and what they leave alone.
@Suite struct IgnoredPlaceTests {
    private static let size = PixelSize(width: 400, height: 200)
    private static let stain = Box(x: 40, y: 100, width: 20, height: 20)
    /// The stain as shares of the photo's sides.
    private static let shares = Box(x: 0.1, y: 0.5, width: 0.05, height: 0.1)

    private static func found(_ found: (String, Double, Box)...) -> DetectorResult {
        DetectorResult(
            detector: "d", task: .detect,
            found: .detections(found.map { Detection(label: $0.0, classId: 0, confidence: $0.1, box: $0.2) }))
    }

    private static func scene(_ path: String = "/photos/2026/camA/a.jpg", camera: String? = nil) -> PhotoScene {
        PhotoScene(path: path, camera: camera)
    }

    private static let moved: [(Box, overlap: Double, isIgnored: Bool)] = [
        (stain, 0.7, true), (Box(x: 41, y: 100, width: 20, height: 20), 0.7, true),
        (Box(x: 50, y: 100, width: 20, height: 20), 0.7, false), (Box(x: 50, y: 100, width: 20, height: 20), 0.3, true),
        (Box(x: 200, y: 100, width: 20, height: 20), 0.001, false),
        // One that holds the place is larger than what stands there.
        (Box(x: 0, y: 50, width: 200, height: 100), 0.7, false),
        (Box(x: 40, y: 100, width: 0, height: 0), 0.001, false),
    ]

    @Test(arguments: moved.indices) func whatOverlapsEnoughIsIgnored(row: Int) {
        let (box, overlap, isIgnored) = Self.moved[row]
        let rule = IgnoredPlace(label: "dog", box: Self.shares, overlap: overlap)
        let result = Self.found(("dog", 0.9, box)).ignoring([rule], in: Self.size, of: Self.scene())
        #expect(result.found.items.count == (isIgnored ? 0 : 1))
        #expect(result.ignored?.items.count == (isIgnored ? 1 : nil))
    }

    @Test func anotherClassAtThePlaceStays() {
        let found = Self.found(("dog", 0.9, Self.stain), ("cat", 0.8, Self.stain), ("dog", 0.7, Self.stain))
        let rule = IgnoredPlace(label: "dog", box: Self.shares)
        let result = found.ignoring([rule], in: Self.size, of: Self.scene())
        #expect(result.found.items.map(\.label) == ["cat"])
        #expect(result.ignored?.items.map(\.confidence) == [0.9, 0.7])
    }

    @Test(
        arguments: [
            (nil, nil, true), ("camA", nil, true), ("2026/camA", nil, true), ("2026", nil, true), ("camB", nil, false),
            ("cam", nil, false), ("2026/a.jpg", nil, false), ("a.jpg", nil, false), ("camA/2026", nil, false),
            ("/photos", nil, true), ("/photos/2026/camA/", nil, true), ("/2026/camA", nil, false),
            ("./2026/camA", nil, true), ("/photos/2026/camA/100/200", nil, false),
            (nil, "hyperfire", true), (nil, "RECONYX HYPERFIRE 2", true), (nil, "bushnell", false),
            ("camA", "hyperfire", true), ("camB", "hyperfire", false), ("camA", "bushnell", false),
        ] as [(String?, String?, Bool)])
    func aRuleOfOneFolderOrCameraTouchesNoOther(folder: String?, camera: String?, isAbout: Bool) {
        let rule = IgnoredPlace(label: "dog", box: Self.shares, folder: folder, camera: camera)
        #expect(rule.isAbout(Self.scene(camera: "Reconyx HyperFire 2")) == isAbout)
        let found = Self.found(("dog", 0.9, Self.stain))
            .ignoring([rule], in: Self.size, of: Self.scene(camera: "Reconyx HyperFire 2"))
        #expect(found.found.items.isEmpty == isAbout)
    }

    @Test func aPhotoWithoutACameraIsOfNone() {
        let rule = IgnoredPlace(label: "dog", box: Self.shares, camera: "a")
        #expect(!rule.isAbout(Self.scene()) && !rule.isAbout(Self.scene(camera: "b")))
    }

    /// Places are shares of the upright photo: one that a camera took on its side has its sides exchanged.
    @Test(arguments: [PixelSize(width: 400, height: 200), PixelSize(width: 4000, height: 2000)], [false, true])
    func thePlaceIsThatOfTheUprightPhotoAtAnySize(size: PixelSize, isTurned: Bool) {
        let rule = IgnoredPlace(label: "dog", box: Self.shares)
        let photo = isTurned ? PixelSize(width: size.height, height: size.width) : size
        func box(in size: PixelSize) -> Box {
            Box(
                x: 0.1 * Double(size.width), y: 0.5 * Double(size.height), width: 0.05 * Double(size.width),
                height: 0.1 * Double(size.height))
        }
        let there = Self.found(("dog", 0.9, box(in: photo))).ignoring([rule], in: photo, of: Self.scene())
        #expect(there.found.items.isEmpty)
        // Where the place would be if the camera's own frame counted.
        let side = PixelSize(width: photo.height, height: photo.width)
        let elsewhere = Self.found(("dog", 0.9, box(in: side))).ignoring([rule], in: photo, of: Self.scene())
        #expect(elsewhere.ignored == nil)
    }

    /// Boxes may pass the photo's edge, and rules say what lies inside.
    @Test func whatPassesTheEdgeCountsByWhatIsInside() {
        let rule = IgnoredPlace(label: "dog", box: Box(x: 0, y: 0, width: 0.05, height: 0.1), overlap: 0.95)
        let found = Self.found(("dog", 0.9, Box(x: -20, y: -20, width: 40, height: 40)))
        #expect(found.ignoring([rule], in: Self.size, of: Self.scene()).found.items.isEmpty)
    }

    @Test func otherRulesTakeBackWhatWasIgnored() {
        let found = Self.found(("dog", 0.9, Self.stain), ("cat", 0.8, Self.stain), ("dog", 0.7, Self.stain))
        let rule = IgnoredPlace(label: "dog", box: Self.shares)
        let without = found.ignoring([rule], in: Self.size, of: Self.scene())
        #expect(without.ignoring([], in: Self.size, of: Self.scene()) == found)
        let cats = IgnoredPlace(label: "cat", box: Self.shares)
        let other = without.ignoring([cats], in: Self.size, of: Self.scene())
        #expect(other.found.items.map(\.label) == ["dog", "dog"] && other.ignored?.items.map(\.label) == ["cat"])
    }

    @Test func whatHasNoPlaceOrWasScoredStays() {
        let rule = IgnoredPlace(label: "dog", box: Box(x: 0, y: 0, width: 1, height: 1), overlap: 0.001)
        let classes = DetectorResult(
            detector: "d", task: .classify, found: .classes([.init(label: "dog", confidence: 0.9)]))
        #expect(classes.ignoring([rule], in: Self.size, of: Self.scene()) == classes)
        var scored = Self.found(("dog", 0.9, Self.stain))
        scored.isScored = true
        #expect(scored.ignoring([rule], in: Self.size, of: Self.scene()) == scored)
    }
}
