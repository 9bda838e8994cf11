import Findings
import Foundation
import Scoring

extension Registrar {
    /// The NFAA's blue face or a spot of its five, followed along its edges; nil where the disc is none.
    func blueFace(_ start: DiscStart, _ sampler: Sampler) -> Progress? {
        // Few discs are blue: the others need no search for a centre.
        guard let ink = median(start.disc, 0.92, sampler), ink.blue > Self.leastBlue * ink.red else { return nil }
        let readings: [(family: FaceFamily, marks: [DiscStart.Mark])] = [
            (.nfaaSpot, DiscStart.spotMarks), (.nfaa, DiscStart.fieldMarks),
        ]
        for (family, marks) in readings {
            guard let best = start.best(marks), isBlueAroundWhite(best.map, middle: marks[0].radius, sampler) else {
                continue
            }
            let outline = family.outlineRadius
            let map = Homography(rows: [outline, 0, 0, 0, outline, 0, 0, 0, 1]).after(best.map)
            if let refined = refined(Progress(family: family, map: map), sampler), Self.hasLines(refined) {
                return refined
            }
        }
        return nil
    }

    /// Whether a disc is of one blue around a white middle.
    ///
    /// - Parameters:
    ///   - map: From the photo to a plane in which the disc's radius is 1.
    ///   - middle: The white's radius there.
    private func isBlueAroundWhite(_ map: Homography, middle: Double, _ sampler: Sampler) -> Bool {
        guard let white = median(map, middle * 0.7, sampler), let inner = median(map, middle + 0.1, sampler),
            let outer = median(map, 0.92, sampler)
        else { return false }
        let lift = white - outer
        // One print from the white to the edge: not the rings of a colour face seen as one dark disc.
        guard lift.luma > 30, (inner - outer).length < 0.35 * lift.length else { return false }
        guard white.red > 0, white.blue > 0, outer.red > 0 else { return false }
        // White has some of every colour even in a warm light, gold has not; and against it the print must be blue.
        let cast = white.blue / white.red
        return cast > 0.45 && outer.blue > Self.leastBlue * outer.red && outer.blue / outer.red > 1.5 * cast
    }

    /// How much more blue than red the print has at least.
    private static let leastBlue = 1.15

    /// The median colour around a circle of the plane; nil where it lies outside the picture.
    private func median(_ map: Homography, _ radius: Double, _ sampler: Sampler) -> Colour? {
        guard let back = map.inverse else { return nil }
        let colours = (0..<48).compactMap { k in
            let angle = Double(k) * .pi / 24
            let place = back.map(Point(x: radius * cos(angle), y: radius * sin(angle)))
            return sampler.colour(x: place.x, y: place.y)
        }
        return colours.isEmpty ? nil : Colour.median(colours)
    }
}
