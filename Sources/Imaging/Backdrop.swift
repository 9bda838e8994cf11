import Findings

/// What is laid behind an object that is cut out of a photo: a colour, or pixels of the photo's size.
public struct Backdrop: Sendable {
    private enum Kind {
        case colour(CutoutGround.Colour)
        case pixels(PixelBuffer)
    }

    private let kind: Kind

    /// The longest side of a photo that is put out of focus: details that are smaller are gone afterwards.
    private static let blurredSide = 256
    /// How far it is out of focus, as a standard deviation in pixels of that size.
    private static let blur = 4.0
    /// How much an object's own pixels count beside others: deep inside of it, where nothing else reaches, they are all there is.
    private static let trace: Float = 0.001

    /// One colour.
    public init(_ colour: CutoutGround.Colour) { kind = .colour(colour) }

    /// Another picture that covers a photo: what does not fit is cut off on both sides.
    public init(_ picture: PixelBuffer, covering photo: PixelSize) {
        kind = .pixels(picture.size == photo ? picture : picture.input(photo, fit: .crop, resampling: .smooth).0)
    }

    /// The photo itself, out of focus.
    ///
    /// - Parameter object: What is laid over it; its colours do not shine into its surroundings.
    public init(blurred photo: PixelBuffer, behind object: RunLengthMask) {
        let size = photo.size.fitting(longestSide: Self.blurredSide)
        let small = photo.input(size, fit: .stretch, resampling: .smooth).0
        let ground = object.scaled(to: size)?.bitmap.map { $0 == 0 ? Float(1) : Self.trace }
        let blurred = small.blurred(SoftEdge(deviation: Self.blur), weights: ground)
        kind = .pixels(blurred.input(photo.size, fit: .stretch).0)
    }

    /// The photo itself, without its colours.
    public init(greyed photo: PixelBuffer) { kind = .pixels(photo.greyed) }

    /// A pixel's red, green and blue.
    func pixel(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
        switch kind {
        case .colour(let colour): return (colour.red, colour.green, colour.blue)
        case .pixels(let pixels):
            let place = (y * pixels.size.width + x) * 3
            return (pixels.bytes[place], pixels.bytes[place + 1], pixels.bytes[place + 2])
        }
    }

    /// Whether it has every pixel of a photo.
    func covers(_ photo: PixelSize) -> Bool {
        if case .pixels(let pixels) = kind { pixels.size == photo } else { true }
    }
}

extension PixelBuffer {
    /// Every pixel as bright as it was (ITU-R BT.709), without its colour.
    fileprivate var greyed: PixelBuffer {
        var result = self
        for place in stride(from: 0, to: bytes.count, by: 3) {
            let (red, green, blue) = (Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
            let grey = UInt8((2126 * red + 7152 * green + 722 * blue + 5000) / 10_000)
            (result.bytes[place], result.bytes[place + 1], result.bytes[place + 2]) = (grey, grey, grey)
        }
        return result
    }

    /// Each colour, blurred: the mean of the pixels around, each by its weight.
    ///
    /// - Parameter weights: Of each pixel; nil for the same of all.
    fileprivate func blurred(_ edge: SoftEdge, weights: [Float]?) -> PixelBuffer {
        let (width, height) = (size.width, size.height)
        let weights = weights ?? [Float](repeating: 1, count: size.area)
        var sums = [Float](repeating: 1, count: size.area)
        edge.blur(
            width: width, height: height,
            read: { row, values in for x in 0..<width { values[x] = weights[row * width + x] } },
            write: { row, values in for x in 0..<width { sums[row * width + x] = values[x] } })
        var result = self
        for band in 0..<3 {
            edge.blur(
                width: width, height: height,
                read: { row, values in
                    for x in 0..<width {
                        let place = row * width + x
                        values[x] = Float(bytes[place * 3 + band]) * weights[place]
                    }
                },
                write: { row, values in
                    for x in 0..<width {
                        let place = row * width + x
                        let value = (values[x] / sums[place]).rounded()
                        result.bytes[place * 3 + band] = UInt8(min(max(value, 0), 255))
                    }
                })
        }
        return result
    }
}

extension CutoutCanvas where Sample == UInt8 {
    /// The object over a ground, each pixel by its alpha.
    ///
    /// - Parameter rect: The canvas's place in the photo.
    func opaque(on ground: Backdrop, at rect: PixelRect) -> PixelBuffer {
        var pixels = PixelBuffer(size: size, filledWith: 0)
        let (width, bands, colours) = (size.width, bands, colours)
        for y in 0..<size.height {
            for x in 0..<width {
                let (from, to) = ((y * width + x) * bands, (y * width + x) * 3)
                let alpha = Int(samples[from + colours])
                let behind = ground.pixel(rect.left + x, rect.top + y)
                func mixed(_ band: Int, _ old: UInt8) -> UInt8 {
                    let own = Int(samples[from + min(band, colours - 1)])
                    return UInt8((own * alpha + Int(old) * (255 - alpha) + 127) / 255)
                }
                pixels.bytes[to] = mixed(0, behind.0)
                pixels.bytes[to + 1] = mixed(1, behind.1)
                pixels.bytes[to + 2] = mixed(2, behind.2)
            }
        }
        return pixels
    }
}
