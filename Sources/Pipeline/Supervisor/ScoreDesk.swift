import Foundation
import JobQueue
import Results
import ScoreBook
import Scoring
import Settings
import SystemPackage

/// Turns a photo's end into what the score book keeps of it.
struct ScoreDesk: Sendable {
    let counting: Counting

    /// Nil where nothing is scored.
    init?(_ settings: Settings, plan: WorkPlan) {
        guard let targets = plan.targets else { return nil }
        counting = Counting(
            scoring: targets.settings.scoring,
            layout: SessionLayout(
                photosPerEnd: settings.scoring.photosPerEnd, endsPerRound: settings.scoring.endsPerRound))
    }

    /// What was read from a photo; nil where it has not ended, and for a second copy of a photo of the same folder,
    /// which is no end of its own.
    func reading(of end: PhotoEnd) -> PhotoReading? {
        guard let record = end.record else { return nil }
        if let original = record.source.duplicateOf,
            Session.name(ofPhoto: original) == Session.name(ofPhoto: record.source.path)
        {
            return nil
        }
        let photo = Session.Photo(
            path: record.source.path, captured: record.imageMetadata?.captured.flatMap(Self.milliseconds),
            annotated: record.outputs?.annotated, width: record.image?.width ?? 0, height: record.image?.height ?? 0,
            faces: record.targetDetection?.faces ?? [])
        return PhotoReading(
            session: Self.session(of: end.claim), photo: photo, arrows: record.arrows,
            trouble: record.error?.message ?? record.targetDetection?.reason, counting: counting)
    }

    /// The folder that a photo's results lie in, below the results' own; for those beside it the photos' folder.
    private static func session(of claim: Claim) -> String {
        let folder = FilePath(rawBytes: claim.output).removingLastComponent()
        guard folder.isEmpty else { return EscapedName(folder).text }
        let photos = claim.place.file.removingLastComponent()
        return photos.lastComponent == nil ? "." : EscapedName(FilePath(rawBytes: photos.lastName)).text
    }

    /// A camera's time in milliseconds since 1970; one without an offset counts as Greenwich's.
    static func milliseconds(_ text: String) -> Int64? {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        let isZoned = text.count > 19
        return formatter.date(from: isZoned ? text : text + "Z").map { Int64($0.timeIntervalSince1970 * 1000) }
    }
}
