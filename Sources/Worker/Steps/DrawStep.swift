import Findings
import Foundation
import Imaging
import Results
import Scoring
import WorkerProtocol

/// Draws what was found into a picture of the photo.
struct DrawStep: PhotoStep {
    func run(_ context: inout PhotoContext) throws {
        guard context.job.wanted?.annotated == true else { return }
        let (marks, quality) = (context.result.marks(context.plan.confidenceLevels), context.plan.quality)
        context.annotated = try context.stage(.draw, \.draw) { context in
            let hidden = context.result.places(of: Set(context.plan.blur))
            return try context.upright().blurred(hidden).annotated(marks, quality: quality)
        }
    }
}

extension PhotoResult {
    /// What is drawn into a photo: its rings and impacts where it was scored, and what the detectors found beside them.
    func marks(_ levels: ConfidenceLevels) -> [Mark] {
        arrows.flatMap { $0.marks(levels) } + (targetDetection?.faces ?? []).flatMap(\.marks)
            + besideScored.marksOfDetectors(levels)
    }

    private func marksOfDetectors(_ levels: ConfidenceLevels) -> [Mark] {
        let names = results.map(\.detector).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        var counts: [String: Int] = [:]
        return results.flatMap { result in
            let first = counts[result.detector, default: 0]
            counts[result.detector] = first + result.found.items.count
            // Of a region only the likeliest class is drawn: five for each of many would fill the picture.
            return Mark.marks(
                for: result.found, of: names.count > 1 ? result.detector : nil,
                number: names.firstIndex(of: result.detector) ?? 0, first: first,
                classes: result.parent == nil ? 5 : 1, levels: levels)
        }
    }
}

extension TargetDetection.Face {
    /// The rings that count, as the map puts them into the photo.
    fileprivate var marks: [Mark] {
        guard let back = homography.inverse else { return [] }
        return type.family.zones.map(\.radius).map { radius in
            let points = (0...128).map { step in
                let angle = Double(step) / 128 * 2 * .pi
                return back.map(Point(x: radius * cos(angle), y: radius * sin(angle)))
            }
            return Mark(.line(points), color: MarkColor(0x00E676))
        }
    }
}

extension DetectedArrow {
    /// A disc where it entered, with its number and score, and a line along its shaft.
    fileprivate func marks(_ levels: ConfidenceLevels) -> [Mark] {
        let tip = Point(x: pixelX, y: pixelY)
        let color = color(levels)
        let shaft = nock.map { [Mark(.line([tip, $0]), color: color)] } ?? []
        return [Mark(.point(tip), label: "\(id): \(mark)" + (needsReview ? " ?" : ""), color: color)] + shaft
    }

    /// By confidence, as the scoring apps colour their markers.
    private func color(_ levels: ConfidenceLevels) -> MarkColor {
        if source == .person { return MarkColor(0x34C759) }
        return switch levels.level(of: confidence) {
        case .veryHigh, .high: MarkColor(0xFF3B30)
        case .moderate: MarkColor(0xFF9500)
        case .low: MarkColor(0xFF5722)
        }
    }
}
