import Evaluation
import Findings
import Foundation
import Geometry

/// SplitMix64, as `scripts/parity evaluation` has it.
struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// The next number from 0 on, below a bound.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }

    /// The next number in eighths.
    mutating func eighths(below bound: Int) -> Double { Double(below(bound)) / 8 }
}

/// Photos with truth and findings by chance, the same as `scripts/parity evaluation` makes for pycocotools.
struct RandomScene {
    static let labels = "abcdefg".map(String.init)
    static let maskSize = PixelSize(width: 160, height: 120)

    private var chance: Chance

    init(seed: Int) { chance = Chance(UInt64(seed)) }

    private mutating func box() -> Box {
        let side = [16, 64, 200][chance.below(3)]
        let width = Double(4 * side + chance.below(8 * side)) / 8
        let height = Double(4 * side + chance.below(8 * side)) / 8
        let x = chance.eighths(below: 7200)
        return Box(x: x, y: chance.eighths(below: 7200), width: width, height: height)
    }

    private mutating func moved(_ one: Box) -> Box {
        let reach = Int(min(one.width, one.height)) / 12 + 1
        let x = Double(chance.below(16 * reach) - 8 * reach) / 8
        let y = Double(chance.below(16 * reach) - 8 * reach) / 8
        let width = chance.eighths(below: 8 * reach)
        return Box(
            x: one.x + x, y: one.y + y, width: one.width + width, height: one.height + chance.eighths(below: 8 * reach))
    }

    /// Photos with boxes; one has more findings than count, one an object that no model finds.
    static func boxes(seed: Int) -> [EvaluatedPhoto] {
        var scene = RandomScene(seed: seed)
        return (0..<40).map { scene.photo($0) }
    }

    private mutating func photo(_ number: Int) -> EvaluatedPhoto {
        var (truth, found): ([TrueObject], [FoundObject]) = ([], [])
        for _ in 0..<chance.below(9) {
            let label = chance.below(5)
            let place = box()
            let isCrowd = chance.below(12) == 0
            truth.append(
                TrueObject(
                    label: Self.labels[label], box: place, area: place.width * place.height * 0.75, isCrowd: isCrowd))
            for _ in 0..<chance.below(3) {
                let own = chance.below(8) > 0 ? label : chance.below(5)
                let place = moved(place)
                found.append(finding(own, place, of: 100))
            }
        }
        for _ in 0..<chance.below(4) {
            let label = chance.below(6)
            let place = box()
            found.append(finding(label, place, of: 100))
        }
        if number == 7 {
            for _ in 0..<130 {
                let place = box()
                found.append(finding(0, place, of: 1_000))
            }
        }
        if number == 5 {
            let place = box()
            truth.append(TrueObject(label: "g", box: place, area: place.width * place.height * 0.75))
        }
        return EvaluatedPhoto(
            path: "day\(number % 2)/\(number).jpg", size: PixelSize(width: 1_200, height: 1_200), truth: truth,
            found: found)
    }

    private mutating func finding(_ label: Int, _ box: Box, of steps: Int) -> FoundObject {
        FoundObject(label: Self.labels[label], confidence: Double(chance.below(steps)) / Double(steps), box: box)
    }

    /// Photos with polygons, as masks.
    static func masks(seed: Int) -> [EvaluatedPhoto] {
        var scene = RandomScene(seed: seed)
        return (0..<12).map { scene.maskPhoto($0) }
    }

    private mutating func maskPhoto(_ number: Int) -> EvaluatedPhoto {
        var (truth, found): ([TrueObject], [FoundObject]) = ([], [])
        let size = Self.maskSize
        func mask(_ polygon: [Double]) -> RunLengthMask? { RunLengthMask(polygons: [polygon], size: size) }
        for _ in 0..<1 + chance.below(4) {
            let label = Self.labels[chance.below(2)]
            let corners = 3 + chance.below(3)
            var polygon: [Double] = []
            for _ in 0..<corners {
                polygon.append(Double(chance.below(4 * size.width + 40)) / 4 - 5)
                polygon.append(Double(chance.below(4 * size.height + 40)) / 4 - 5)
            }
            truth.append(TrueObject(label: label, box: Box(x: 0, y: 0, width: 1, height: 1), mask: mask(polygon)))
            if chance.below(5) > 0 {
                let near = polygon.map { $0 + Double(chance.below(25) - 12) / 4 }
                found.append(
                    FoundObject(
                        label: label, confidence: Double(chance.below(20)) / 20,
                        box: Box(x: 0, y: 0, width: 1, height: 1), mask: mask(near)))
            }
        }
        return EvaluatedPhoto(path: "\(number).jpg", size: size, truth: truth, found: found)
    }
}

/// What pycocotools says of the same photos; made by `scripts/parity evaluation --write`.
struct Pycocotools: Decodable {
    /// By seed and class, `all` for the means: the twelve numbers, nil for what it calls -1.
    let boxes: [String: [String: [Double?]]]
    let masks: [String: [String: [Double?]]]
    /// The run lengths of the first polygon.
    let firstPolygon: String

    static func stored() throws -> Pycocotools {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "pycocotools.json")
        return try JSONDecoder().decode(Pycocotools.self, from: Data(contentsOf: file))
    }
}
