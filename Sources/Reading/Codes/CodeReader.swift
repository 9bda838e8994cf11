import Findings

/// Reads barcodes and two-dimensional codes in photos.
///
/// The photo is searched at its own size and at each half of it, since the library finds codes of some hundred pixels
/// best. Where that shows nothing certain, it looks again at sharpened, softened, evened, enlarged and turned pictures, up
/// to a number of pixels that bounds the cost of photos without codes. Aztec codes are also looked for by their rings, and
/// straightened for the library. Beside a small code of goods it looks closer for an add-on.
///
/// What a picture shows cannot make that cost more than its size does: rings are looked at closer in at most
/// ``maximum`` places of each size, over at most four times its pixels or a million, and each place is straightened once.
/// Straightened rings and surroundings of codes together have at most twice the photo's pixels, or 8 million.
public struct CodeReader: Sendable {
    /// The kinds that are looked for.
    public let symbologies: Set<Symbology>
    /// The largest number of codes that a photo may give.
    public let maximum: Int

    /// About how many pixels are looked at in all, so that small pictures without codes cost no more than large ones.
    ///
    /// At 12 megapixels the first look sees 16 million.
    static let allPixels = 24_000_000.0
    /// Further attempts may look at so many pixels however large the photo is.
    static let furtherPixels = 8_000_000.0
    /// Straightened rings and places beside codes have so many times the photo's pixels in all, of a small photo so many
    /// as further attempts.
    static let closerLooks = 2
    /// Further attempts begin with a picture of at most so many pixels.
    static let attemptedPixels = 1_200_000
    /// The length in pixels up to which a code is looked at closer for an add-on.
    static let smallCode = 400.0
    /// Halving goes on until the shorter side has at most so many pixels.
    static let smallestSide = 500

    /// A reader of some or all kinds of codes.
    public init(symbologies: some Sequence<Symbology> = Symbology.allCases, maximum: Int = 64) {
        self.symbologies = Set(symbologies)
        self.maximum = max(maximum, 0)
    }

    /// The codes in a photo, from top to bottom and from left to right, each once.
    ///
    /// - Parameter pixels: Red, green and blue of 8 bits each, interleaved, without gaps between rows.
    public func codes(in pixels: UnsafeRawBufferPointer, size: PixelSize) throws(ReadingError) -> [Code] {
        guard size.area(ofBytes: pixels.count) != nil else {
            throw ReadingError(
                .pixels, "there are not as many pixels as a picture of \(size.width) x \(size.height) has",
                fault: .quiver)
        }
        guard maximum > 0, !symbologies.isEmpty else { return [] }
        let photo = GreyPicture(rgb: pixels, size: size)
        var closer = Self.closerPixels(of: photo)
        return try sightings(in: photo, closer: &closer).compactMap { sighting in
            Quadrilateral(sighting.corners).map {
                Code(
                    symbology: sighting.symbology, text: sighting.text, bytes: sighting.bytes, isGS1: sighting.isGS1,
                    corners: $0)
            }
        }
    }

    /// For closer looks at a photo.
    static func closerPixels(of photo: GreyPicture) -> PixelBudget {
        PixelBudget(times: closerLooks, of: photo, floor: Int(furtherPixels))
    }

    /// What a photo shows, in the order of its codes; closer looks take their pixels from a budget.
    func sightings(in photo: GreyPicture, closer: inout PixelBudget) throws(ReadingError) -> [Sighting] {
        let layers = layers(of: photo)
        var found: [Sighting] = []
        for layer in layers { try look(at: layer, into: &found) }
        if symbologies.contains(.aztec) { try lookAtBullseyes(of: layers, &closer, into: &found) }
        if !found.contains(where: \.isFirm),
            let start = layers.first(where: { $0.area <= Self.attemptedPixels })
        {
            let seen = layers.reduce(0) { $0 + Double($1.area) }
            try lookAgain(at: start, forPixels: max(Self.allPixels - seen, Self.furtherPixels), into: &found)
        }
        found = inOrder(Sighting.withoutParts(found, in: photo))
        try lookForAddOns(in: photo, &closer, into: &found)
        return inOrder(found)
    }

    /// From top to bottom and from left to right, as many as asked for.
    private func inOrder(_ found: [Sighting]) -> [Sighting] {
        let placed = found.filter { Quadrilateral($0.corners) != nil }
        return Array(placed.sorted(by: Self.isBefore).prefix(maximum))
    }

    /// The picture, its half, its quarter and so on.
    private func layers(of whole: GreyPicture) -> [GreyPicture] {
        var layers = [whole]
        // A low and wide strip too comes down to what the further attempts can look at.
        while let last = layers.last,
            min(last.width, last.height) > Self.smallestSide || last.area > Self.attemptedPixels,
            let half = last.halved()
        {
            layers.append(half)
        }
        return layers
    }

    private func look(at layer: GreyPicture, into found: inout [Sighting]) throws(ReadingError) {
        for sighting in try ZXingLook(symbologies: symbologies).sightings(in: layer) {
            Sighting.add(sighting, to: &found)
        }
    }

    /// Attempts one after the other, until one sees a code for certain.
    private func lookAgain(
        at start: GreyPicture, forPixels limit: Double, into found: inout [Sighting]
    ) throws(ReadingError) {
        var left = limit
        for attempt in Attempt.all {
            let cost = attempt.cost(of: start)
            guard cost <= left, let picture = attempt.prepared(start) else { continue }
            left -= cost
            let look = ZXingLook(symbologies: symbologies, isGlobal: attempt.isGlobal)
            let firm = try look.sightings(in: picture).filter(\.isFirm)
            guard firm.isEmpty else {
                for sighting in firm { Sighting.add(sighting, to: &found) }
                return
            }
        }
    }

    /// A look at each Aztec code by itself and straightened: the library looks for one only around the picture's middle, and
    /// takes it for a parallelogram.
    private func lookAtBullseyes(
        of layers: [GreyPicture], _ closer: inout PixelBudget, into found: inout [Sighting]
    ) throws(ReadingError) {
        // In the photo, with how far no other lies around them: those of a layer are seen in its half again.
        var tried: [(middle: Point, reach: Double)] = []
        for layer in layers {
            for bullseye in Bullseye.all(in: layer, maximum: maximum) {
                let middle = layer.place(bullseye.middle)
                guard !tried.contains(where: { $0.middle.distance(to: middle) < $0.reach }),
                    !found.contains(where: { $0.symbology == .aztec && $0.contains(middle) }),
                    closer.take(bullseye.sideOfPlane * bullseye.sideOfPlane),
                    let (picture, map) = layer.modules(around: bullseye)
                else { continue }
                let edge = layer.place(bullseye.middle + Point(x: bullseye.reach, y: 0))
                tried.append((middle, middle.distance(to: edge)))
                for var sighting in try ZXingLook(symbologies: [.aztec]).sightings(in: picture) {
                    sighting.corners = sighting.corners.map { layer.place(map.map($0)) }
                    Sighting.add(sighting, to: &found)
                }
            }
        }
    }

    /// A closer look along each small code that may have an add-on, whose few bars are lost before the code's own.
    private func lookForAddOns(
        in whole: GreyPicture, _ closer: inout PixelBudget, into found: inout [Sighting]
    ) throws(ReadingError) {
        for code in found where code.mayHaveAddOn && code.length <= Self.smallCode {
            guard let part = whole.part(code.surroundings), closer.take(4 * part.area) else { continue }
            let look = ZXingLook(symbologies: [code.symbology])
            for sighting in try look.sightings(in: part.doubled()) where sighting.hasAddOn(to: code) {
                Sighting.add(sighting, to: &found)
            }
        }
    }

    private static func isBefore(_ one: Sighting, _ other: Sighting) -> Bool {
        let (a, b) = (one.bounds, other.bounds)
        return (a.y, a.x, one.symbology.rawValue, one.text) < (b.y, b.x, other.symbology.rawValue, other.text)
    }
}

/// Another look at a picture in which the first found nothing certain.
struct Attempt: Sendable {
    enum Step: Sendable {
        case inverted
        case doubled
        case halved
        case blurred(side: Int)
        case sharpened(gain: Float, side: Int)
        case evened(limit: Double, tiles: Int)
        /// In degrees, clockwise.
        case turned(Double)
    }

    var steps: [Step]
    /// One threshold for the whole picture instead of one for each place.
    var isGlobal = false

    /// What helped on real pictures that one look could not read, the most useful first.
    ///
    /// Sharpening brings bars back that the lens or a reduction has run together, softening takes the noise and the
    /// gaps between printed dots away, evened contrast shows bars in shadow, under film or in dull print, and a turned
    /// picture lies otherwise on the grid of pixels.
    static let all = [
        Attempt(steps: [.doubled, .sharpened(gain: 2, side: 9)], isGlobal: true),
        Attempt(steps: [.blurred(side: 3)]),
        Attempt(steps: [.inverted]),
        Attempt(steps: [.evened(limit: 4, tiles: 8)]),
        Attempt(steps: [.sharpened(gain: 2, side: 7)]),
        Attempt(steps: [.turned(20)]),
        Attempt(steps: [.doubled, .sharpened(gain: 3, side: 5)]),
        Attempt(steps: [.evened(limit: 4, tiles: 8), .doubled, .sharpened(gain: 2, side: 9)]),
        Attempt(steps: [.halved]),
        Attempt(steps: [.sharpened(gain: 2, side: 5), .turned(10)]),
        Attempt(steps: [.doubled, .turned(5), .sharpened(gain: 1.5, side: 5)]),
        Attempt(steps: [.sharpened(gain: 4, side: 5)]),
        Attempt(steps: [.blurred(side: 3)], isGlobal: true),
        Attempt(steps: [.turned(45)]),
        Attempt(steps: [.doubled, .blurred(side: 5)]),
        Attempt(steps: [.turned(-20)]),
        Attempt(steps: [.doubled, .sharpened(gain: 3, side: 3)]),
        Attempt(steps: [.doubled, .sharpened(gain: 2, side: 7)], isGlobal: true),
        Attempt(steps: [.doubled, .sharpened(gain: 3, side: 13)], isGlobal: true),
        Attempt(steps: [.sharpened(gain: 2, side: 5), .turned(-10)]),
        Attempt(steps: [.doubled, .turned(-5), .sharpened(gain: 1.5, side: 5)]),
        Attempt(steps: [.turned(30)]),
        Attempt(steps: [.doubled, .sharpened(gain: 4, side: 9)]),
    ]

    /// How many pixels it looks at.
    func cost(of picture: GreyPicture) -> Double {
        var size = (width: Double(picture.width), height: Double(picture.height))
        for step in steps {
            switch step {
            case .doubled: size = (size.width * 2, size.height * 2)
            case .halved: size = (size.width / 2, size.height / 2)
            case .turned(let degrees): size = GreyPicture.size(of: size, turnedBy: degrees)
            case .inverted, .blurred, .sharpened, .evened: break
            }
        }
        return size.width * size.height
    }

    /// The picture as this attempt sees it; nil where nothing is left of it.
    func prepared(_ picture: GreyPicture) -> GreyPicture? {
        var result = picture
        for step in steps {
            switch step {
            case .inverted: result = result.inverted()
            case .doubled: result = result.doubled()
            case .halved:
                guard let half = result.halved() else { return nil }
                result = half
            case .blurred(let side): result = result.blurred(side: side)
            case .sharpened(let gain, let side): result = result.sharpened(gain: gain, side: side)
            case .evened(let limit, let tiles): result = result.evened(limit: limit, tiles: tiles)
            case .turned(let degrees): result = result.turned(by: degrees)
            }
        }
        return result
    }
}
