import Findings
import Settings
import Supervisor
import SystemPackage

/// Pictures for pages, made by one confined worker at a time and kept in memory while they are asked for.
///
/// Clients take turns, so that one who wants many holds up no other. What nobody waits for any more is not made.
actor PictureService {
    /// The most bytes of pictures that are kept.
    static let mostBytes = 128 << 20
    /// The most pictures that one client may wait for; a page that wants more asks again.
    static let longestLine = 128

    private let maker: PictureMaker
    private var kept: [PictureWish: [UInt8]] = [:]
    /// The oldest use first.
    private var order: [PictureWish] = []
    private var bytes = 0
    private var line = PictureLine()
    private var waiting: [Int: CheckedContinuation<[UInt8], any Error>] = [:]
    private var lastNumber = 0
    private var isMaking = false

    init(_ maker: PictureMaker) { self.maker = maker }

    /// A picture as JPEG bytes.
    ///
    /// - Throws: ``Problem`` where none can be made.
    func picture(_ wish: PictureWish, for client: Client) async throws -> [UInt8] {
        if let known = kept[wish] {
            order.removeAll { $0 == wish }
            order.append(wish)
            return known
        }
        guard line.count(of: client) < Self.longestLine else {
            throw Problem(
                .tooManyRequests, code: "busy", "Too many pictures are being made; try again.", fault: .environment)
        }
        lastNumber += 1
        let number = lastNumber
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                waiting[number] = continuation
                line.append(number, wish, of: client)
                guard !isMaking else { return }
                isMaking = true
                Task { await makeAll() }
            }
        } onCancel: {
            Task { await self.leave(number) }
        }
    }

    private func leave(_ number: Int) {
        line.remove(number)
        waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
    }

    private func makeAll() async {
        while !line.isEmpty {
            do {
                try await maker.make {
                    await self.next()
                } take: { wish, made in
                    await self.take(wish, made)
                }
            } catch {
                // No worker starts: those who wait now are told, and who asks later has another try.
                for wish in line.wishes { answer(wish, .failure(error)) }
            }
        }
        isMaking = false
    }

    private func next() -> PictureWish? { line.next() }

    private func take(_ wish: PictureWish, _ made: MadePicture?) {
        guard let made else { return answer(wish, .failure(PictureRequest.none)) }
        keep(made.jpeg, of: wish)
        answer(wish, .success(made.jpeg))
    }

    private func answer(_ wish: PictureWish, _ result: Result<[UInt8], any Error>) {
        for number in line.remove(wish) { waiting.removeValue(forKey: number)?.resume(with: result) }
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
