import Control
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// A photo that a program of this machine hands to a running `quiver watch`: it lies whole in a watched folder, and is known by its
/// place and its content.
public struct SubmittedPhoto: Sendable {
    /// Where it lies, without links.
    public let file: FilePath
    /// The SHA-256 of the bytes that lie there.
    public let content: Fingerprint
    /// The job that it had when it was handed in, where that says that the file has gone: it is back.
    private let former: JobID?

    /// So many names are tried for a photo whose own another file has.
    private static let mostNames = 10_000

    /// Puts a photo into a watched folder, in one step; one that lies there already stays as it is.
    ///
    /// Blocks. Where a file of its name has the same content, that one is the photo.
    ///
    /// - Throws: `PipelineError` where it is no photo, `ControlError` where no run watches the folder, and what stands in the
    ///   way of the copy.
    public init(_ photo: FilePath, into folder: FilePath, for control: QueueControl) throws {
        guard let origin = photo.realPath, let name = photo.lastComponent ?? origin.lastComponent else {
            throw PipelineError(.setting, "there is no photo at \(EscapedName.printable(photo))", fault: .input)
        }
        let (above, way) = try RootFolder.origin(of: origin)
        let file = try above.open(way)
        guard try LookedAt.isPhoto(file, at: origin) else { throw Self.noPhoto(photo) }
        let there =
            origin.starts(with: folder)
            ? (origin, try LookedAt(file, at: origin))
            : try Self.known(file, at: origin, as: name, in: folder)
        let (target, found) =
            try there ?? Self.place(file, at: origin, named: photo, as: name, in: folder, for: control)
        let job = try control.read { try $0.job(at: target) }
        self.init(target, found.content, former: job?.state == .gone ? job?.id : nil)
        // What the queue has is not waited for, and its end stands in the book.
        guard job?.content != content || former != nil else { return }
        do { try Self.tell(found, at: target, isThere: true, control) } catch {
            // The run knows of one that was copied, and finds it by itself as well.
            guard there == nil else { throw error }
        }
    }

    /// A photo that lies at its place.
    init(_ file: FilePath, _ content: Fingerprint, former: JobID? = nil) {
        (self.file, self.content, self.former) = (file, content, former)
    }

    /// Removes what others that were killed in the middle of a copy have left in a watched folder, once it has not been touched for a
    /// day; blocks.
    public static func sweep(_ folder: FilePath) {
        AtomicFile.sweep(folder, AbandonedFiles(alive: [ProcessLife.number], dead: []), isDeep: false)
    }

    /// The photo's job; nil where the queue does not have it by now.
    public func job(in jobs: any JobReading) throws -> Job? {
        guard let job = try jobs.job(at: file), job.content == content, job.state != .gone || job.id != former else {
            return nil
        }
        return job
    }

    /// The file of the photo's name, or of one with a number, that has its content; nil where there is none.
    ///
    /// Nothing is written for it.
    private static func known(
        _ origin: borrowing RegularFile, at path: FilePath, as name: FilePath.Component, in folder: FilePath
    ) throws -> (FilePath, LookedAt)? {
        let root = try RootFolder(withoutLinks: folder)
        var content: Fingerprint?
        for number in 1...mostNames {
            let way = FilePath(rawBytes: numbered(name, number))
            guard let there = try root.status(of: way) else { return nil }
            guard there.kind == .regular, there.size == origin.status.size else { continue }
            // One that cannot be read is another's.
            guard let found = try? LookedAt(way, in: root) else { continue }
            let own = try content ?? LookedAt(origin, at: path).content
            content = own
            if found.content == own { return (folder.pushing(way), found) }
        }
        return nil
    }

    /// Copies a photo into the folder, under the first name that no other file has.
    ///
    /// What counts is the copy: the origin may change at any moment.
    private static func place(
        _ origin: borrowing RegularFile, at path: FilePath, named photo: FilePath, as name: FilePath.Component,
        in folder: FilePath, for control: QueueControl
    ) throws -> (FilePath, LookedAt) {
        let root = try RootFolder(withoutLinks: folder)
        let staged = try AtomicFile.stage(
            copyOf: origin, named: path, for: folder.appending(FilePath.Component("submitted")))
        // Nothing lies there any more once it has its name.
        defer { AtomicFile.discard(staged) }
        guard let last = staged.lastComponent else { throw noPhoto(photo) }
        let part = FilePath(root: nil, [last])
        let copy = try root.open(part)
        guard try LookedAt.isPhoto(copy, at: staged) else { throw noPhoto(photo) }
        let found = try LookedAt(copy, at: staged)
        var number = 1
        while number <= mostNames {
            let way = FilePath(rawBytes: numbered(name, number))
            let target = folder.pushing(way)
            if let there = try root.status(of: way) {
                // Another process may have handed the same photo in at this moment.
                if there.kind == .regular, there.size == found.size, let other = try? LookedAt(way, in: root),
                    other.content == found.content
                {
                    return (target, other)
                }
                number += 1
                continue
            }
            try tell(found, at: target, isThere: false, control)
            do throws(FolderError) {
                try root.rename(part, to: way, replacing: false)
            } catch {
                // The name was given since: what has it is looked at.
                guard error.errno == .fileExists else { throw error }
                continue
            }
            try root.sync()
            return (target, found)
        }
        throw PipelineError(
            .setting, "too many files are called \(EscapedName.printable(FilePath(root: nil, [name]))) in the folder",
            fault: .input)
    }

    /// Tells the run of a photo, before it has its name and behind that.
    private static func tell(_ photo: LookedAt, at file: FilePath, isThere: Bool, _ control: QueueControl) throws {
        let expected = ExpectedPhoto(
            file: file, number: photo.number, size: photo.size, content: photo.content.description, isThere: isThere)
        switch try ControlClient.ask(.expect(expected), queue: control.location) {
        case .error(let error): throw error
        case nil:
            throw ControlError(
                .unavailable,
                "nothing watches \(EscapedName.printable(file.removingLastComponent())) for these results: start "
                    + "'quiver watch', then submit again", fault: .environment)
        default: break
        }
    }

    /// A name, and behind its first part a number from 2 on: `a.jpg`, `a-2.jpg`.
    private static func numbered(_ name: FilePath.Component, _ number: Int) -> [UInt8] {
        let bytes = FilePath(root: nil, [name]).rawBytes
        guard number > 1 else { return bytes }
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? bytes.endIndex
        return bytes[..<dot] + Array("-\(number)".utf8) + bytes[dot...]
    }

    private static func noPhoto(_ photo: FilePath) -> PipelineError {
        PipelineError(
            .setting,
            "\(EscapedName.printable(photo)) is no photo that is read (JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, BMP, PDF), or "
                + "ends in the middle; it was not handed in", fault: .input)
    }
}

extension JobReading {
    /// The current job of a file; nil where the queue has none.
    ///
    /// An earlier run may have had a folder above or below for its root.
    public func job(at file: FilePath) throws -> Job? {
        for root in try roots().map({ FilePath(rawBytes: $0) }) {
            var way = file
            guard way.removePrefix(root), !way.isEmpty else { continue }
            let place = Place(root: root.rawBytes, path: way.rawBytes)
            // A forgotten one is known without a job.
            if let known = try knownFiles(at: [place])[0], let job = try job(known.job) { return job }
        }
        return nil
    }
}
