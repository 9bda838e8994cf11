import Storage

/// The chances of a random walk: few places and contents make every kind of meeting likely.
struct WalkDice {
    static let pipelines = [Scene.fingerprint(1_000_001), Scene.fingerprint(1_000_002)]

    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A number from 0 on, below `limit`.
    mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    /// A file at one of few places, with one of few contents or still being written.
    mutating func photo(_ scene: Scene) -> NewJob {
        scene.photo(
            ["a", "b", "c/d", "c/e", "c/f/g", "h"].randomElement(using: &random).map { "\($0).jpg" } ?? "",
            UInt64.random(in: 0...4, using: &random) == 0 ? nil : .random(in: 1...3, using: &random),
            pipeline: Self.pipelines[Int.random(in: 0..<6, using: &random) / 5],
            priority: .random(in: 0...1, using: &random), modified: .random(in: 1...2, using: &random))
    }

    /// How a claim ends.
    mutating func outcome(_ scene: Scene) -> Outcome {
        let mark = [UInt8.random(in: 0...255, using: &random)]
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return .done(mark)
        case 2: return .failed(scene.broken, result: mark)
        case 3: return .failed(scene.full)
        case 4: return .retry(at: scene.now + 30, scene.full, budget: 1, result: mark)
        case 5: return .released
        case 6: return .crashed(scene.broken, limit: 2)
        case 7: return .gone(result: mark)
        case 8: return .postponed(until: scene.now + 20, scene.full)
        default: return .changed
        }
    }

    /// What a user asks for.
    mutating func command() -> JobCommand {
        var filter = JobFilter()
        if Bool.random(using: &random) { filter.folder = Array("c".utf8) }
        if Bool.random(using: &random) {
            filter.ids = (0..<3).map { _ in JobID(rawValue: .random(in: 1...30, using: &random)) }
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .retry(filter, pipeline: nil)
        case 1: return .retry(filter, pipeline: Self.pipelines.randomElement(using: &random))
        case 2: return .cancel(filter)
        case 3: return .vanish(filter)
        case 4: return .setAside(filter)
        case 5: return .prioritize(filter, level: .random(in: -1...1, using: &random))
        case 6:
            filter.age = .any
            return .adopt(filter, pipeline: Self.pipelines[number(2)])
        default:
            filter.age = .any
            let comingBack = (0..<2).map { _ in JobID(rawValue: .random(in: 1...30, using: &random)) }
            return .prune(filter, comingBack: Set(comingBack))
        }
    }
}
