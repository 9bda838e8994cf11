/// Another look at a picture in which the first found nothing certain.
struct Attempt: Sendable {
    enum Step: Sendable {
        case inverted
        case doubled
        case halved
        case blurred(side: Int)
        case sharpened(gain: Float, side: Int)
        /// In degrees, clockwise.
        case turned(Double)
    }

    var steps: [Step]
    /// One threshold for the whole picture instead of one for each place.
    var isGlobal = false

    /// What helped on real pictures that one look could not read, the most useful first.
    ///
    /// Sharpening brings bars back that the lens or a reduction has run together, softening takes the noise and the
    /// gaps between printed dots away, and a turned picture lies otherwise on the grid of pixels.
    static let all = [
        Attempt(steps: [.doubled, .sharpened(gain: 2, side: 9)], isGlobal: true),
        Attempt(steps: [.blurred(side: 3)]),
        Attempt(steps: [.inverted]),
        Attempt(steps: [.sharpened(gain: 2, side: 7)]),
        Attempt(steps: [.turned(20)]),
        Attempt(steps: [.doubled, .sharpened(gain: 3, side: 5)]),
        Attempt(steps: [.halved]),
        Attempt(steps: [.sharpened(gain: 2, side: 5), .turned(10)]),
        Attempt(steps: [.doubled, .turned(5), .sharpened(gain: 1.5, side: 5)]),
        Attempt(steps: [.sharpened(gain: 4, side: 5)]),
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
            case .inverted, .blurred, .sharpened: break
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
            case .turned(let degrees): result = result.turned(by: degrees)
            }
        }
        return result
    }
}
