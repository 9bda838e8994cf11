import Findings
import Settings
import Supervisor
import SystemPackage

/// Pictures for pages, made by one confined worker at a time and kept in memory while they are asked for.
///
/// Clients take turns, so that one who wants many holds up no other. What no client waits for any more is not made.
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

    /// A picture as the bytes of a file: a JPEG, or a PNG where an object is cut out.
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
                .tooManyRequests, code: .busy, "Too many pictures are being made; try again.", fault: .environment)
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
                // No worker starts: those who wait now get the error, and later requests are tried again.
                for wish in line.wishes { answer(wish, .failure(error)) }
            }
        }
        isMaking = false
    }

    private func next() -> PictureWish? { line.next() }

    private func take(_ wish: PictureWish, _ made: MadePicture?) {
        guard let made else { return answer(wish, .failure(PictureRequest.none)) }
        keep(made.file, of: wish)
        answer(wish, .success(made.file))
    }

    private func answer(_ wish: PictureWish, _ result: Result<[UInt8], any Error>) {
        for number in line.remove(wish) { waiting.removeValue(forKey: number)?.resume(with: result) }
    }

    private func keep(_ file: [UInt8], of wish: PictureWish) {
        kept[wish] = file
        order.append(wish)
        bytes += file.count
        while bytes > Self.mostBytes, let oldest = order.first {
            order.removeFirst()
            bytes -= kept.removeValue(forKey: oldest)?.count ?? 0
        }
    }
}

/// Which client waits for which picture: clients take turns, and each gets its pictures in the order that it asked for them.
struct PictureLine {
    private struct Waiting {
        let number: Int
        let wish: PictureWish
    }

    /// The clients, the one whose turn is next in front.
    private var turns: [Client] = []
    private var lines: [Client: [Waiting]] = [:]

    /// Whether no client waits.
    var isEmpty: Bool { turns.isEmpty }

    /// How many pictures a client waits for.
    func count(of client: Client) -> Int { lines[client]?.count ?? 0 }

    /// Everything that is waited for.
    var wishes: Set<PictureWish> { Set(lines.values.joined().map(\.wish)) }

    /// Puts a request in the line of its client.
    mutating func append(_ number: Int, _ wish: PictureWish, of client: Client) {
        if lines[client] == nil { turns.append(client) }
        lines[client, default: []].append(Waiting(number: number, wish: wish))
    }

    /// What is to be made next, which is waited for until it is removed; nil where no client waits.
    mutating func next() -> PictureWish? {
        guard let client = turns.first, let first = lines[client]?.first else { return nil }
        turns.append(turns.removeFirst())
        return first.wish
    }

    /// Takes a request out of its line.
    mutating func remove(_ number: Int) { remove { $0.number == number } }

    /// Ends the waiting for a picture, and answers which requests it was for.
    mutating func remove(_ wish: PictureWish) -> [Int] {
        let numbers = lines.values.joined().filter { $0.wish == wish }.map(\.number)
        remove { $0.wish == wish }
        return numbers
    }

    private mutating func remove(_ isMeant: (Waiting) -> Bool) {
        for client in turns {
            lines[client]?.removeAll(where: isMeant)
            if lines[client]?.isEmpty == true { lines[client] = nil }
        }
        turns.removeAll { lines[$0] == nil }
    }
}
