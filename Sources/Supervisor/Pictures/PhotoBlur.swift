import Dispatch
import Findings
import Settings
import Synchronization
import SystemPackage
import SystemValues

/// Makes copies of photos in which parts cannot be recognised, for code that cannot wait in another way than by blocking.
///
/// A worker decodes them, confined like those that process photos.
public final class PhotoBlur: Sendable {
    private let maker: PictureMaker
    private let wishes: AsyncStream<PictureWish>
    private let asking: AsyncStream<PictureWish>.Continuation
    private let answer = Mutex<Result<MadePicture?, any Error>>(.success(nil))
    private let failure = Mutex<(any Error)?>(nil)
    private let isAnswered = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - settings: Those that the photos were processed with.
    ///   - output: The folder of results.
    public convenience init(_ settings: Settings, output: FilePath) {
        self.init(PictureMaker(settings, output: output))
    }

    init(_ maker: PictureMaker) {
        self.maker = maker
        (wishes, asking) = AsyncStream.makeStream()
    }

    /// Runs a body that may block, on a thread of its own, for as long as ``jpeg(of:without:)`` answers; to be called once.
    ///
    /// - Throws: what the body throws.
    public func serve<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        async let making: Void = make()
        let made: Result<Value, any Error>
        do { made = .success(try await BlockingLane("blur").perform(body)) } catch { made = .failure(error) }
        asking.finish()
        await making
        return try made.get()
    }

    /// The whole photo as a JPEG in which the boxes are blurred; nil where it cannot be made; blocks.
    ///
    /// It has no camera data. One caller at a time may ask.
    /// - Throws: ``PipelineError`` where no worker starts.
    public func jpeg(of photo: FilePath, without boxes: [Box]) throws -> [UInt8]? {
        if let failure = failure.withLock({ $0 }) { throw failure }
        asking.yield(PictureWish(photo: photo, annotated: nil, region: nil, longestSide: 0, blurred: boxes))
        isAnswered.wait()
        return try answer.withLock { $0 }.get()?.file
    }

    private func make() async {
        do {
            try await maker.make { [wishes] in
                for await wish in wishes { return wish }
                return nil
            } take: { _, picture in
                self.give(.success(picture))
            }
        } catch {
            failure.withLock { $0 = error }
            give(.failure(error))
        }
    }

    private func give(_ one: Result<MadePicture?, any Error>) {
        answer.withLock { $0 = one }
        isAnswered.signal()
    }
}
