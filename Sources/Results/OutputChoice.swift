import Synchronization
import SystemPackage
import SystemValues

/// Decides the names of photos' files: those of the layout, so that no result and no foreign file is ever replaced.
///
/// A photo is registered under a path for its record; the files get their names when they are placed. A photo keeps its names for as long as its content is the same. Where another photo's record has them, because the
/// name was used before, or a file that is not Quiver's, the photo's files get a number: `a-2.jpg.json`. Blocks.
public final class OutputChoice: Sendable {
    /// What was chosen for a photo.
    public struct Names: Sendable {
        /// The paths of all that is written for the photo.
        public let names: OutputNames
        /// A file that is not Quiver's and so stays where it is; nil where there was none in the way.
        public let foreign: FilePath?
    }

    private static let mostNumbers = 10_000_000
    /// How many photos of names that were used again are remembered at most.
    private static let mostPassed = 200_000
    private let layout: OutputLayout
    private let photoFiles: [any PhotoFile]
    private let rootNames: RootNames
    /// Names that were chosen a moment ago, for files that may not be there yet.
    private let chosen = Mutex<[FilePath: Record.Source]>([:])
    /// By the record's usual place: the numbers that others have.
    private let passed = Mutex<[FilePath: Passed]>([:])

    /// The first numbers of a name, which other photos or foreign files have, so that nothing reads them once more.
    private struct Passed {
        var numbers = 0
        /// The contents of those photos: one that comes back has its own number among them.
        var contents: Set<String> = []
    }

    /// - Parameters:
    ///   - layout: The names where none is taken.
    ///   - photoFiles: What is written for every photo.
    ///   - names: Those by which the hosts of the queue know folders of photos.
    public init(_ layout: OutputLayout, photoFiles: [any PhotoFile], names: RootNames = RootNames([])) {
        self.layout = layout
        self.photoFiles = photoFiles
        rootNames = names
    }

    /// The record's path below the folder of the results, under which a photo is registered.
    ///
    /// Where another photo's record has the name already, left by a run over another root, the root's name goes in front.
    /// A photo outside all roots has its own name: each photo gets a record.
    public func record(for photo: FilePath) -> [UInt8] {
        let output = layout.output
        let usual = layout.names(of: photo)?.record
        let plain = usual ?? OutputNames(key: photo.lastName, output: output, originals: nil).record
        let source = Record.Source(path: photo, bytes: nil, sha256: nil, names: rootNames)
        let isTaken = StoredRecords.record(at: plain).map { !$0.source.isPlaced(as: source) } ?? false
        let chosen = isTaken ? layout.names(of: photo, isPrefixed: true)?.record ?? plain : plain
        return Array(chosen.rawBytes.dropFirst(output.rawBytes.count + 1))
    }

    /// Forgets names whose files are in their places by now.
    public func forget() { chosen.withLock { $0.removeAll() } }

    /// Forgets the names of one photo, whose files are in their places by now.
    public func forget(_ names: OutputNames) { _ = chosen.withLock { $0.removeValue(forKey: names.record) } }

    /// The first names that are free or this photo's own, for a photo that was registered.
    /// - Parameters:
    ///   - record: The record's path that it was registered under.
    ///   - places: The files that are to be written beside the record.
    public func names(
        for source: Record.Source, of photo: FilePath, record: [UInt8], places: (OutputNames) -> [FilePath]
    ) -> Names {
        names(for: source, from: layout.names(of: photo, record: record), places: places)
    }

    func names(
        for source: Record.Source, from usual: OutputNames, places: (OutputNames) -> [FilePath]
    ) -> Names {
        var foreign: FilePath?
        for number in first(of: usual, for: source)...Self.mostNumbers {
            let names = usual.numbered(number)
            if let (place, standing) = taken(names, from: source) {
                if standing == .foreign { foreign = foreign ?? place }
                pass(number, names, of: usual)
                continue
            }
            let wanted = places(names)
            if wanted.contains(where: { $0.removingLastComponent() == names.crops }), Self.isObstructed(names.crops) {
                foreign = foreign ?? names.crops
                continue
            }
            let own = wanted.isEmpty ? [] : FormerRecord(at: names.record).files(of: names, in: layout.output)
            let taken = wanted.first { place in !own.contains(place) && !Self.isFree(place, for: source) }
            if let taken {
                if PictureMark.content(of: taken) == nil { foreign = foreign ?? taken }
                continue
            }
            guard reserve(names.record, for: source) else { continue }
            return Names(names: names, foreign: foreign)
        }
        return Names(names: usual, foreign: foreign)
    }

    /// The first number that is not known to be another's.
    private func first(of usual: OutputNames, for source: Record.Source) -> Int {
        passed.withLock { passed in
            guard let before = passed[usual.record], let content = source.sha256, !before.contents.contains(content)
            else { return 1 }
            return min(before.numbers, Self.mostNumbers - 1) + 1
        }
    }

    /// Notes that another photo, or a file that is not Quiver's, has a number.
    private func pass(_ number: Int, _ names: OutputNames, of usual: OutputNames) {
        guard passed.withLock({ $0[usual.record]?.numbers ?? 0 }) == number - 1 else { return }
        var content: String?
        if case .own(let marks) = FormerRecord(at: names.record) { content = marks.source.sha256 }
        passed.withLock { passed in
            if number == 1, passed.values.reduce(0, { $0 + $1.numbers }) > Self.mostPassed { passed.removeAll() }
            passed[usual.record, default: Passed()].numbers = number
            if let content { passed[usual.record]?.contents.insert(content) }
        }
    }

    /// The first place among the files of every photo that is not this photo's.
    private func taken(_ names: OutputNames, from source: Record.Source) -> (FilePath, PlaceStanding)? {
        for file in photoFiles {
            let place = names.file(end: file.end)
            let standing = file.standing(at: place, for: source)
            if standing == .foreign || standing == .otherPhoto { return (place, standing) }
        }
        return nil
    }

    /// Whether a picture's place is free for a photo: nothing lies there, or this photo's own picture.
    private static func isFree(_ place: FilePath, for source: Record.Source) -> Bool {
        switch FileCalls.status(place)?.kind {
        case .regular: PictureMark.content(of: place).map { $0 == source.sha256 } ?? false
        case .link: false
        // A folder in the way is reported when the picture is placed.
        case nil, .folder, .special: true
        }
    }

    /// Whether something lies in the place of a folder of crops that is no folder, such as a link.
    private static func isObstructed(_ crops: FilePath) -> Bool {
        FileCalls.status(crops).map { $0.kind != .folder } ?? false
    }

    private func reserve(_ record: FilePath, for source: Record.Source) -> Bool {
        chosen.withLock { chosen in
            if let other = chosen[record], !other.isPlaced(as: source) || other.sha256 != source.sha256 {
                return false
            }
            chosen[record] = source
            return true
        }
    }

    /// The first place for the copy of an original that is free or holds the same content already.
    public static func place(forCopy staged: FilePath, at place: FilePath) throws(ResultsError) -> FilePath {
        let folder = place.removingLastComponent()
        let name = place.lastComponent?.rawBytes ?? []
        for number in 1...mostNumbers {
            let candidate = number == 1 ? place : folder.appending(raw: OutputNumber.added(number, to: name))
            switch FileCalls.status(candidate)?.kind {
            case nil: return candidate
            case .regular where FileCalls.haveSameContent(staged, candidate): return candidate
            case .folder where number == 1:
                throw ResultsError(
                    .taken, "cannot write \(EscapedName.printable(place)): a folder has this name; move it away",
                    fault: .environment)
            default: continue
            }
        }
        return place
    }
}
