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

    /// One colour.
    public init(_ colour: CutoutGround.Colour) { kind = .colour(colour) }

    /// Another picture that covers a photo: what does not fit is cut off on both sides.
    public init(_ picture: PixelBuffer, covering photo: PixelSize) {
        kind = .pixels(picture.size == photo ? picture : picture.input(photo, fit: .crop, resampling: .smooth).0)
    }

    /// The photo itself, out of focus.
    public init(blurred photo: PixelBuffer) {
        let small = photo.input(photo.size.fitting(longestSide: Self.blurredSide), fit: .stretch, resampling: .smooth).0
        kind = .pixels(small.blurred(SoftEdge(deviation: Self.blur)).input(photo.size, fit: .stretch).0)
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

    /// Each colour, blurred.
    fileprivate func blurred(_ edge: SoftEdge) -> PixelBuffer {
        var result = self
        let (width, height) = (size.width, size.height)
        for band in 0..<3 {
            edge.blur(
                width: width, height: height,
                read: { row, values in
                    for x in 0..<width { values[x] = Float(bytes[(row * width + x) * 3 + band]) }
                },
                write: { row, values in
                    for x in 0..<width {
                        result.bytes[(row * width + x) * 3 + band] = UInt8(min(max(values[x].rounded(), 0), 255))
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
