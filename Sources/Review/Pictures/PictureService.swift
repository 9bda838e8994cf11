import Findings
import Settings
import Supervisor
import SystemPackage

/// Pictures for pages, made by one confined worker at a time and kept in memory while they are asked for.
///
/// Whoever asks for a picture that is being made waits for that one. A worker serves everybody who waits when it starts.
actor PictureService {
    /// The most bytes of pictures that are kept.
    static let mostBytes = 128 << 20
    /// The most pictures that are waited for; a page that wants more asks again.
    static let longestLine = 256

    private let maker: PictureMaker
    private var kept: [PictureWish: [UInt8]] = [:]
    /// The oldest use first.
    private var order: [PictureWish] = []
    private var bytes = 0
    private var waiting: [PictureWish: [CheckedContinuation<[UInt8], any Error>]] = [:]
    /// What is waited for, in the order it was asked for.
    private var line: [PictureWish] = []
    private var isMaking = false

    init(_ maker: PictureMaker) { self.maker = maker }

    /// A picture as JPEG bytes.
    ///
    /// - Throws: ``Problem`` where none can be made.
    func picture(_ wish: PictureWish) async throws -> [UInt8] {
        if let known = kept[wish] {
            order.removeAll { $0 == wish }
            order.append(wish)
            return known
        }
        guard waiting[wish] != nil || line.count < Self.longestLine else {
            throw Problem(
                .tooManyRequests, code: "busy", "Too many pictures are being made; try again.", fault: .environment)
        }
        return try await withCheckedThrowingContinuation { continuation in
            if waiting[wish] == nil { line.append(wish) }
            waiting[wish, default: []].append(continuation)
            guard !isMaking else { return }
            isMaking = true
            Task { await makeAll() }
        }
    }

    private func makeAll() async {
        while !line.isEmpty {
            let batch = line
            line = []
            do {
                try await maker.make(batch) { wish, made in await self.take(wish, made) }
            } catch {
                for wish in batch { answer(wish, .failure(error)) }
            }
            for wish in batch { answer(wish, .failure(PictureRequest.none)) }
        }
        isMaking = false
    }

    private func take(_ wish: PictureWish, _ made: MadePicture) {
        keep(made.jpeg, of: wish)
        answer(wish, .success(made.jpeg))
    }

    private func answer(_ wish: PictureWish, _ result: Result<[UInt8], any Error>) {
        for continuation in waiting.removeValue(forKey: wish) ?? [] { continuation.resume(with: result) }
    }

    private func keep(_ jpeg: [UInt8], of wish: PictureWish) {
        kept[wish] = jpeg
        order.append(wish)
        bytes += jpeg.count
        while bytes > Self.mostBytes, let oldest = order.first {
            order.removeFirst()
            bytes -= kept.removeValue(forKey: oldest)?.count ?? 0
        }
    }
}
