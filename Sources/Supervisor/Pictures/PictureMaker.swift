import Findings
import Foundation
import Settings
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// A smaller picture of a photo, or a part of it, that a page asks for.
public struct PictureWish: Sendable, Hashable {
    /// The photo's own file.
    public var photo: FilePath
    /// False where another photo lies there now.
    public var isPhotoThere: Bool
    /// The annotated picture that is used in its place where it is there, below the results' folder.
    public var annotated: FilePath?
    /// Nil for the whole picture; else the part to cut out, in pixels of the upright photo.
    public var region: Box?
    /// The longest side of a whole picture.
    public var longestSide: Int
    /// What is cut out of the photo, as a PNG, in place of the picture itself; nil for nothing.
    public var cutout: CutoutWish?
    /// The page of the file, from 1 on.
    public var page: Int
    /// What is framed in a whole picture, in pixels of the upright photo; empty for nothing.
    public var frames: [Quadrilateral]
    /// What is blurred in the whole photo, at its own size, in pixels of the upright photo; nil for another picture.
    public var blurred: [Box]?
    /// Tells the file from one that lies there later, for a caller that keeps pictures; nil for others.
    public var stamp: String?

    /// A wish from its parts.
    public init(
        photo: FilePath, isPhotoThere: Bool = true, annotated: FilePath?, region: Box?, longestSide: Int,
        frames: [Quadrilateral] = [], cutout: CutoutWish? = nil, page: Int = 1, blurred: [Box]? = nil,
        stamp: String? = nil
    ) {
        self.photo = photo
        self.isPhotoThere = isPhotoThere
        self.annotated = annotated
        self.region = region
        self.longestSide = longestSide
        self.cutout = cutout
        self.page = page
        self.frames = frames
        self.blurred = blurred
        self.stamp = stamp
    }
}

/// An object that is to be cut out of its photo.
public struct CutoutWish: Sendable, Hashable {
    /// Its pixels, at the size of the upright photo or page.
    public var mask: RunLengthMask
    /// Whether the picture ends near it; where not, it is as large as the photo.
    public var isCropped: Bool
    /// What lies behind it.
    public var ground: CutoutGround

    /// A wish from its parts.
    public init(mask: RunLengthMask, isCropped: Bool = true, ground: CutoutGround = .transparent) {
        self.mask = mask
        self.isCropped = isCropped
        self.ground = ground
    }
}

/// A picture as bytes.
public struct MadePicture: Sendable, Hashable {
    /// The bytes of a whole file: a JPEG, or a PNG where an object was cut out.
    public var file: [UInt8]
    /// The picture's own width and height.
    public var size: PixelSize
}

/// Makes pictures for pages in a worker, confined and limited like those that work photos: whatever decodes a
/// stranger's file is one.
public struct PictureMaker: Sendable {
    /// Workers that may end before they are ready.
    private static let mostStarts = 3

    private let output: FilePath
    private let process: WorkerProcess
    private let plan: WorkPlan
    private let limit: Duration

    /// - Parameter output: The results' folder, in which annotated pictures lie.
    /// - Parameter cutout: How objects are cut out where that needs a picture to lie behind them.
    public init(_ settings: Settings, output: FilePath, cutout: Settings.Cutout = .init()) {
        self.init(
            settings, output: output, cutout: cutout,
            process: WorkerProcess(
                executable: ProgramFolders.ownProgram, arguments: ["worker", "--supervised"], onTalk: { _, _ in }))
    }

    init(
        _ settings: Settings, output: FilePath, cutout: Settings.Cutout = .init(), process: WorkerProcess
    ) {
        self.output = output
        self.process = process
        plan = WorkPlan(picturesBy: settings, cutout: cutout)
        limit = settings.workers.timeout
    }

    /// What is still to be made, and who is told of what has been.
    private struct Progress {
        /// The one that is next, once it is known.
        var wish: PictureWish?
        /// Over these a worker was lost: their other pictures are not tried.
        var lost: Set<FilePath> = []
        let next: @Sendable () async -> PictureWish?
        let take: @Sendable (PictureWish, MadePicture?) async -> Void

        /// Whether anything is left to be made.
        mutating func goesOn() async -> Bool {
            while wish == nil, let next = await next() {
                guard lost.contains(next.photo) else {
                    wish = next
                    break
                }
                await take(next, nil)
            }
            return wish != nil
        }
    }

    /// The pictures that could be made; none of a photo over which a worker was lost.
    ///
    /// - Throws: ``PipelineError`` where workers cannot start at all.
    public func make(_ wishes: [PictureWish]) async throws -> [PictureWish: MadePicture] {
        let left = Mutex(wishes[...])
        let made = Mutex<[PictureWish: MadePicture]>([:])
        try await make {
            left.withLock { $0.popFirst() }
        } take: { wish, picture in
            made.withLock { $0[wish] = picture }
        }
        return made.withLock { $0 }
    }

    /// Makes what is asked for, one after the other, until nothing is.
    ///
    /// - Parameters:
    ///   - next: Says what is to be made next; nil where nothing is.
    ///   - take: Is handed each picture as soon as it is made, and nil for one that cannot be.
    /// - Throws: ``PipelineError`` where workers cannot start at all.
    public func make(
        next: @escaping @Sendable () async -> PictureWish?,
        take: @escaping @Sendable (PictureWish, MadePicture?) async -> Void
    ) async throws {
        var progress = Progress(next: next, take: take)
        var failedStarts = 0
        while !Task.isCancelled, await progress.goesOn() {
            let (wasReady, ending) = try await process.converse { worker in
                try await converse(with: &worker, &progress)
            }
            failedStarts = wasReady ? 0 : failedStarts + 1
            guard failedStarts < Self.mostStarts else {
                throw PipelineError(
                    .workersDie, "pictures cannot be made: the worker for them \(ending.description) at its start")
            }
        }
    }

    /// Talks with one worker until it or the list has ended; false where it was never ready.
    private func converse(
        with worker: inout WorkerProcess.Conversation, _ progress: inout Progress
    ) async throws -> Bool {
        let start = WorkerSlot.Limits.longestStart
        await worker.send(PlanLine(plans: [plan]), within: start)
        guard case .line(let line) = await worker.receive(within: start),
            let greeting = try? JSONDecoder().decode(WorkerGreeting.self, from: Data(line.utf8))
        else {
            worker.kill()
            return false
        }
        if let refusal = greeting.startupError {
            throw PipelineError(refusing: refusal)
        }
        while !worker.isOver, await progress.goesOn(), let wish = progress.wish {
            progress.wish = nil
            do {
                await progress.take(wish, try await ask(&worker, for: wish))
            } catch {
                progress.lost.insert(wish.photo)
                await progress.take(wish, nil)
                worker.kill()
                return true
            }
        }
        return true
    }

    private struct Lost: Error {}

    /// Nil where the file is not there or is no picture.
    ///
    /// - Throws: where the worker is of no more use.
    private func ask(
        _ worker: inout WorkerProcess.Conversation, for wish: PictureWish
    ) async throws -> MadePicture? {
        let file: OpenedPhoto
        do {
            guard let opened = try await worker.perform(within: limit, { [output] in try wish.open(below: output) })
            else { throw Lost() }
            file = opened
        } catch  where !(error is Lost) {
            return nil
        }
        let job = JobLine(
            claim: UUID().uuidString, path: RawPathText(wish.photo),
            picture: JobLine.Picture(
                region: wish.region, longestSide: wish.longestSide, frames: wish.frames,
                cutout: wish.cutout.map {
                    JobLine.Cutout(mask: $0.mask, isCropped: $0.isCropped, ground: $0.ground)
                }, page: wish.page, blurred: wish.blurred))
        await worker.send(job, with: file, within: limit)
        guard case .line(let line) = await worker.receive(within: limit),
            let answer = try? JSONDecoder().decode(AnswerLine.self, from: Data(line.utf8)),
            answer.claim == job.claim, answer.violation(of: AnswerBounds(plan)) == nil
        else { throw Lost() }
        return answer.picture.map {
            MadePicture(file: Array($0.file), size: PixelSize(width: $0.width, height: $0.height))
        }
    }
}

extension PictureWish {
    private struct Gone: Error {}

    /// The annotated picture's file where it is there, else the photo's; blocks.
    fileprivate func open(below output: FilePath) throws -> OpenedPhoto {
        if let annotated, let file = try? RootFolder(output).open(annotated) { return OpenedPhoto(file) }
        guard isPhotoThere else { throw Gone() }
        return try OpenedPhoto(photo)
    }
}
