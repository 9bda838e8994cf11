import Glibc
import NIOCore
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Review
@testable import Supervisor

/// The parts of the server's door, one by one.
@Suite struct DoorTests {
    private static let one = Client.stranger(Origin(user: 1, network: [127, 0, 0, 1]))
    private static let two = Client.stranger(Origin(user: nil, network: [10, 0, 0, 1]))

    private func wish(_ size: Int) -> PictureWish {
        PictureWish(photo: "/a.jpg", annotated: nil, region: nil, longestSide: size)
    }

    @Test func oneClientsLimitIsNoOther() {
        let start = ContinuousClock.now
        let buckets = Buckets<Client>(perSecond: 1, burst: 3, now: { start })
        #expect((0..<5).map { _ in buckets.allows(Self.one) } == [true, true, true, false, false])
        #expect(buckets.allows(Self.two))
        // However many others there are, each begins with what it may take.
        #expect((0..<10_000).allSatisfy { buckets.allows(.stranger(Origin(user: uid_t($0 + 2), network: []))) })
    }

    @Test func clientsTakeTurnsAndWhoeverLeavesIsForgotten() {
        var line = PictureLine()
        for number in 1...4 { line.append(number, wish(number), of: Self.one) }
        line.append(5, wish(5), of: Self.two)
        line.append(6, wish(1), of: Self.two)
        #expect(line.count(of: Self.one) == 4 && line.count(of: Self.two) == 2)
        var made: [Int] = []
        line.remove(2)
        while let next = line.next() {
            made.append(next.longestSide)
            let numbers = line.remove(next)
            if next == wish(1) { #expect(Set(numbers) == [1, 6]) }
        }
        #expect(made == [1, 5, 3, 4] && line.isEmpty)
    }

    @Test(arguments: [
        ("localhost:8737", true), ("127.0.0.1:8737", true), ("127.0.0.1", true), ("coach.local:1", true),
        ("COACH.local", true), ("[::1]:8737", false), ("10.0.0.1", false), ("127.0.0.1.evil.example", false),
        ("evil.example", false), ("", false), (":8737", false), ("127.1", false), ("[127.0.0.1]", false),
    ])
    func theServersNamesAreThoseGivenAndTheAddressThatWasReached(authority: String, isRight: Bool) throws {
        let names = ServerNames(scheme: "http", names: ["0.0.0.0", "coach.local"])
        #expect(names.has(authority, at: try SocketAddress(ipAddress: "127.0.0.1", port: 8737)) == isRight)
    }

    @Test func anAddressMayBeOfBothKinds() throws {
        let names = ServerNames(scheme: "http", names: ["[::]"])
        let mapped = try SocketAddress(ipAddress: "::ffff:192.168.1.5", port: 1)
        #expect(names.has("192.168.1.5:1", at: mapped) && !names.has("192.168.1.6:1", at: mapped))
        #expect(names.has("[fd00::5]:1", at: try SocketAddress(ipAddress: "fd00::5", port: 1)))
    }

    @Test func aLinkIsGoodOnceAndSoon() {
        let clock = TestClock()
        let invitation = Invitation(now: { clock.now })
        let first = invitation.make()
        #expect(!invitation.take("") && !invitation.take(first + "0"))
        #expect(invitation.take(first) && !invitation.take(first))
        let late = invitation.make()
        clock.advance(by: Invitation.life)
        #expect(!invitation.take(late))
        let (old, new) = (invitation.make(), invitation.make())
        #expect(!invitation.take(old) && invitation.take(new))
    }

    @Test func aBookKnowsWhoSignedInWhereAndUntilWhen() {
        let token = AccessToken.make().token
        let (local, remote) = (Origin(user: 1000, network: [127]), Origin(user: nil, network: [10]))
        var book = SessionBook([], of: token)
        let value = book.begin(from: local, at: 0)
        let phone = book.begin(from: remote, at: 0)
        // As it is read again.
        book = SessionBook(book.bytes, of: token)
        let (key, phoneKey) = (SessionKey(of: value), SessionKey(of: phone))
        #expect(
            book.has(key, from: local, at: SessionBook.life - 1) && !book.has(key, from: local, at: SessionBook.life))
        #expect(!book.has(key, from: Origin(user: 65534, network: [127]), at: 1) && !book.has(key, from: remote, at: 1))
        #expect(
            book.has(phoneKey, from: Origin(user: nil, network: [11]), at: 1) && !book.has(phoneKey, from: local, at: 1)
        )
        #expect(!SessionBook(book.bytes, of: AccessToken.make().token).has(key, from: local, at: 1))
        book.end(key)
        #expect(!book.has(key, from: local, at: 1) && book.has(phoneKey, from: remote, at: 1))
        // It does not grow without end.
        for _ in 0..<500 { _ = book.begin(from: remote, at: 1) }
        #expect(book.bytes.count < 16_384)
    }

    /// A queue's own name is text, as SQLite wants it; the file's beside it need not be.
    @Test func aSecretLiesBesideItsQueueWhateverItsNameIs() throws {
        let folder = try TemporaryFolder()
        let queue = FilePath(platformString: folder.url.path.utf8CString.dropLast() + [0x2F, 0x72, -1, 0])
        let file = PrivateFile(at: QueueLocation.file(queue).token)
        #expect(try file.read() == nil)
        try file.write([1, 2, 3])
        #expect(try file.read() == [1, 2, 3] && file.status?.mode == 0o600)
        #expect(file.path.withPlatformString { access($0, F_OK) } == 0)
    }

    @Test(arguments: [(16, 16), (17, 32), (300, 512), (512, 512), (4096, 4096)])
    func sizesArePowersOfTwo(asked: Int, taken: Int) { #expect(PictureRequest.coarse(asked) == taken) }
}

/// A clock that a test moves.
private final class TestClock: Sendable {
    private let moment = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { moment.withLock { $0 } }
    func advance(by duration: Duration) { moment.withLock { $0 += duration } }
}
