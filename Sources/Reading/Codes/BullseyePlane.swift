import Findings

extension GreyPicture {
    /// The plane of a bullseye in black and white, each module of it a square, its middle in the middle.
    ///
    /// - Returns: The picture, whose place is its own plane, and the way from it into this picture's pixels.
    func modules(around bullseye: Bullseye) -> (picture: GreyPicture, map: Homography)? {
        guard let (flat, map) = straightened(bullseye) else { return nil }
        let module = Bullseye.module
        let relief = flat.relief(side: 7 * module)
        let picture = GreyPicture(width: flat.width, height: flat.height, place: .identity) { target in
            for row in 0..<flat.height {
                let middle = (row / module * module + module / 2) * flat.width
                for column in 0..<flat.width {
                    let isDark = relief.pixels[middle + column / module * module + module / 2] < Self.darkness
                    target[row * flat.width + column] = isDark ? 0 : 255
                }
            }
        }
        return (picture, map)
    }

    /// The plane of a bullseye as if seen from straight above; the photo's edge is repeated outwards.
    private func straightened(_ bullseye: Bullseye) -> (picture: GreyPicture, map: Homography)? {
        let inner = bullseye.modules * Bullseye.module
        let side = bullseye.sideOfPlane
        let shift = -Double(side - inner) / 2
        guard let rings = Homography(rectangle: PixelSize(width: inner, height: inner), onto: bullseye.corners) else {
            return nil
        }
        let map = rings.after(Homography(rows: [1, 0, shift, 0, 1, shift, 0, 0, 1]))
        let (right, bottom) = (Double(width) - 1, Double(height) - 1)
        let picture = pixels.withUnsafeBufferPointer { source in
            GreyPicture(width: side, height: side, place: .identity) { target in
                for row in 0..<side {
                    for column in 0..<side {
                        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
                        // Beyond the horizon of a tilted plane there is nothing.
                        guard map.rows[6] * x + map.rows[7] * y + map.rows[8] > 0.05 else {
                            target[row * side + column] = 255
                            continue
                        }
                        let from = map.map(Point(x: x, y: y))
                        target[row * side + column] = sample(
                            source, x: min(max(from.x - 0.5, 0), right), y: min(max(from.y - 0.5, 0), bottom))
                    }
                }
            }
        }
        return (picture, map)
    }
}
