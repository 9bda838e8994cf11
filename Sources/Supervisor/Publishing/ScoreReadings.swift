import Control
import Foundation
import Results
import Scoring
import Settings
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Turns a photo's end into what the score book keeps of it.
struct ScoreReadings: Sendable {
    let counting: Counting

    init(counting: Counting) { self.counting = counting }

    /// Nil where nothing is scored.
    init?(_ settings: Settings, plan: WorkPlan) {
        guard let targets = plan.targets else { return nil }
        counting = Counting(
            scoring: targets.scoring,
            layout: SessionLayout(
                photosPerEnd: settings.scoring.photosPerEnd, endsPerRound: settings.scoring.endsPerRound),
            folders: settings.scoring.folders, round: settings.round)
    }

    /// What was read from a photo; nil where it has not ended.
    func reading(of end: Completion) -> PhotoReading? {
        guard let record = end.record else { return nil }
        let photo = Session.Photo(
            path: record.source.path, captured: record.photo.imageMetadata?.captured.flatMap(CameraClock.milliseconds),
            annotated: record.outputs?.annotated, width: record.photo.image?.width ?? 0,
            height: record.photo.image?.height ?? 0,
            faces: record.photo.targetDetection?.faces ?? [])
        return PhotoReading(
            session: Self.session(of: end.claim), folder: PhotoReading.folder(ofPhoto: photo.path), photo: photo,
            name: Self.name(of: end, record), content: record.source.sha256,
            keeping: record.source.movedTo != nil ? .file : record.state == .done ? .result : .nothing,
            copyOf: Self.original(of: record.source), arrows: record.photo.arrows,
            trouble: record.error?.message ?? record.photo.targetDetection?.reason, counting: counting)
    }

    /// What the book has of a photo that was sent and is not read yet: its end is there, and says so.
    ///
    /// - Parameters:
    ///   - output: The path below the results that its record will have.
    ///   - now: What the clock on the wall shows, as in ``CameraClock``; the photo's own time takes its place.
    func reading(of photo: ExpectedPhoto, output: [UInt8], now: Int64) -> PhotoReading {
        let path = EscapedName(photo.file).text
        return PhotoReading(
            session: Self.session(output: output, photo: photo.file), folder: PhotoReading.folder(ofPhoto: path),
            photo: Session.Photo(path: path, captured: now, annotated: nil, width: 0, height: 0, faces: []),
            content: photo.content, keeping: .nothing, arrows: [], trouble: Self.isBeingRead, counting: counting,
            archer: photo.archer, into: photo.session)
    }

    static let isBeingRead = Session.End.beingRead

    /// The photo's path with the name that its record has: `IMG_1-2.jpg` where `IMG_1.jpg.json` is an earlier photo's.
    private static func name(of end: Completion, _ record: Record) -> String? {
        guard let file = end.photo?.recordPlace.lastName else { return nil }
        let name = EscapedName(FilePath(rawBytes: file)).text
        guard name.hasSuffix(".json") else { return nil }
        return PhotoReading.folder(ofPhoto: record.source.path) + name.dropLast(5)
    }

    /// The other photo of the same folder that has the same content; nil where there is none.
    private static func original(of source: Record.Source) -> String? {
        guard let original = source.duplicateOf, original != source.path,
            PhotoReading.folder(ofPhoto: original) == PhotoReading.folder(ofPhoto: source.path)
        else { return nil }
        return original
    }

    /// The folder that a photo's results lie in, below the results' own; for those beside it the photos' folder.
    private static func session(of claim: Claim) -> String { session(output: claim.output, photo: claim.place.file) }

    private static func session(output: [UInt8], photo: FilePath) -> String {
        let folder = FilePath(rawBytes: output).removingLastComponent()
        guard folder.isEmpty else { return EscapedName(folder).text }
        let photos = photo.removingLastComponent()
        return photos.lastComponent == nil ? "." : EscapedName(FilePath(rawBytes: photos.lastName)).text
    }
}

extension StoreOutcome {
    /// The warnings where corrections are parked or count again.
    func sentences(about path: String, results: FilePath) -> [String] {
        let name = EscapedName.printable(FilePath(path.split(separator: "/").last.map(String.init) ?? path))
        var sentences: [String] = []
        if parked > 0 {
            let (verb, those) = parked == 1 ? ("is", "it") : ("are", "them")
            sentences.append(
                """
                \(Self.count(parked)) belonged to the former \(name) and \(verb) parked: another photo has its name \
                now. 'quiver score correct \(EscapedName.printable(results)) --list' names \(those).
                """)
        }
        if restored > 0 {
            sentences.append(
                "\(Self.count(restored)) of \(name) \(restored == 1 ? "counts" : "count") again: its photo is back.")
        }
        return sentences
    }

    private static func count(_ number: Int) -> String { number == 1 ? "1 correction" : "\(number) corrections" }
}
