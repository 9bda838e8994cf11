import Findings
import Foundation
import Registration
import Scoring

/// Draws a face into a picture under a known map.
struct DrawnFace {
    typealias Ink = (red: Double, green: Double, blue: Double)

    private static let inks: [String: Ink] = [
        "gold": (240, 220, 60), "red": (215, 50, 55), "blue": (40, 150, 205), "black": (35, 35, 38),
        "royal": (55, 62, 170), "white": (235, 235, 230), "line": (25, 25, 25), "ground": (150, 120, 80),
    ]

    /// The inks from the middle out, each up to a radius; beyond the last comes the paper.
    private let zones: [(radius: Double, ink: String)]
    private let lines: [(radius: Double, ink: String)]

    init(_ family: FaceFamily, discRings: Int = 4, hasLines: Bool = true) {
        let dark = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5].map { (radius: $0, ink: "line") }
        let lines: [(radius: Double, ink: String)]
        switch family {
        case .tenRing:
            zones = [(0.2, "gold"), (0.4, "red"), (0.6, "blue"), (0.8, "black"), (1, "white")]
            lines = dark + [(0.7, "white"), (0.9, "line"), (1, "line")]
        case .sixRing:
            zones = [(0.2, "gold"), (0.4, "red"), (0.6, "blue")]
            lines = dark + [(0.6, "line")]
        case .fiveRing:
            zones = [(0.2, "gold"), (0.4, "red"), (0.5, "blue")]
            lines = dark
        case .field:
            zones = [(0.2, "gold"), (1, "black")]
            lines = [(0.1, "line"), (0.4, "white"), (0.6, "white"), (0.8, "white")]
        case .nfaa:
            zones = [(0.2, "white"), (1, "royal")]
            lines = [(0.1, "royal"), (0.4, "white"), (0.6, "white"), (0.8, "white")]
        case .nfaaSpot:
            zones = [(0.2, "white"), (0.4, "royal")]
            lines = [(0.1, "royal"), (0.3, "white")]
        case .card:
            zones = [(Double(discRings) / 10, "black")]
            lines = (1...10).map { (Double($0) / 10, $0 < discRings ? "white" : "line") }
        }
        self.lines = hasLines ? lines : []
    }

    /// A card of four rings in its disc whose ten rings are seen at radii of their own, as on paper that curls.
    init(cardRings radii: [Double]) {
        zones = [(radii[3], "black")]
        lines = radii.enumerated().map { ($1, $0 < 3 ? "white" : "line") }
    }

    /// Black and white bands between radii, black in the middle.
    init(bands radii: [Double]) {
        zones = radii.enumerated().map { ($1, $0 % 2 == 0 ? "black" : "white") }
        lines = []
    }

    /// What a picture has beside the face.
    struct Trouble {
        var noise = 0.0
        /// What each channel is multiplied by.
        var cast: Ink = (1, 1, 1)
        /// Bars across the face, as wide as thick arrows.
        var arrows = 0
        /// The right half of the picture is this much darker.
        var shade = 1.0
    }

    /// A picture of faces, each under its view's map; the first view's size is the picture's.
    static func picture(_ faces: [(DrawnFace, View)], trouble: Trouble = Trouble()) -> Raster? {
        guard let size = faces.first?.1.size else { return nil }
        var bytes = [UInt8](repeating: 0, count: size.area * 3)
        let drawn = faces.compactMap { face, view in
            view.toPhoto.inverse.map { (table: face.table(pixel: 1 / view.radius), map: $0) }
        }
        var state: UInt64 = 1
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                var ink = inks["ground"] ?? (0, 0, 0)
                for face in drawn {
                    let index = Int(face.map.map(place).length * 1000)
                    if index >= 0, index < face.table.count { ink = face.table[index] }
                }
                for bar in 0..<trouble.arrows {
                    let offset = Double(bar) * 23 - 30
                    if place.y > place.x * 0.4 + 90, abs(place.x - 180 - offset - 0.2 * (place.y - 180)) < 2.5 {
                        ink = (90, 70, 40)
                    }
                }
                let light = x * 2 > size.width ? trouble.shade : 1
                for (channel, value) in [
                    ink.red * trouble.cast.red, ink.green * trouble.cast.green, ink.blue * trouble.cast.blue,
                ].enumerated() {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let chance = Double(state >> 40) / Double(1 << 24) - 0.5
                    bytes[(y * size.width + x) * 3 + channel] =
                        UInt8(min(max(value * light + chance * 3.5 * trouble.noise, 0), 255))
                }
            }
        }
        return Raster(rgb: bytes, size: size)
    }

    /// The ink at each thousandth of the radius up to the paper's edge at 1.15, blurred over about one pixel.
    private func table(pixel: Double) -> [Ink] {
        let sharp: [Ink] = (0..<1150).map { index in
            let radius = (Double(index) + 0.5) / 1000
            // A line's outer edge is the ring's radius.
            let line = lines.first { radius <= $0.radius && radius > $0.radius - 0.006 }
            let zone = zones.first { radius <= $0.radius }
            return Self.inks[line?.ink ?? zone?.ink ?? "white"] ?? (0, 0, 0)
        }
        let reach = max(Int(pixel * 500), 1)
        return sharp.indices.map { index in
            let near = sharp[max(index - reach, 0)...min(index + reach, sharp.count - 1)]
            let count = Double(near.count)
            return (
                near.reduce(0) { $0 + $1.red } / count, near.reduce(0) { $0 + $1.green } / count,
                near.reduce(0) { $0 + $1.blue } / count
            )
        }
    }
}
