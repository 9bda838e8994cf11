import Foundation
import Glibc
import Synchronization
import SystemPackage
import SystemValues
import TestSupport

@testable import Intake

extension TemporaryFolder {
    var path: FilePath { FilePath(url.path) }

    /// The path of an entry by its raw name.
    func path(_ name: [UInt8]) -> FilePath { FilePath(rawBytes: RawPath.join(path.rawBytes, name)) }

    func path(_ name: String) -> FilePath { path(Array(name.utf8)) }

    @discardableResult
    func write(_ name: [UInt8], _ bytes: [UInt8]) throws -> FilePath {
        let path = path(name)
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
        try file.closeAfter { _ = try file.writeAll(bytes) }
        return path
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> FilePath { try write(Array(name.utf8), bytes) }

    func append(_ name: String, _ bytes: [UInt8]) throws {
        let file = try FileDescriptor.open(path(name), .writeOnly, options: [.append])
        try file.closeAfter { _ = try file.writeAll(bytes) }
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: self[name], withIntermediateDirectories: true)
    }

    /// The names of the folders above a file whose path is longer than the system opens.
    private static let deepFolders = (0..<17).map { _ in Array(repeating: UInt8(ascii: "d"), count: 250) }

    /// Writes a file whose path is longer than the system opens, step by step.
    func writeBeyondLongestPath(_ name: String, _ bytes: [UInt8]) throws {
        var folder = try Syscalls.open(path.rawBytes, O_RDONLY | O_DIRECTORY)
        defer { close(folder) }
        for step in Self.deepFolders {
            let above = folder
            defer { close(above) }
            try Syscalls.checked { step.withCPath { mkdirat(above, $0, 0o700) } }
            folder = try Syscalls.open(step, in: above, O_RDONLY | O_DIRECTORY)
        }
        let number = try Syscalls.checked { openat(folder, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        try FileDescriptor(rawValue: number).closeAfter {
            _ = try FileDescriptor(rawValue: number).writeAll(bytes)
        }
    }

    /// Shortens the path again, so that the folder can be removed.
    func removeBeyondLongestPath() {
        var folder = path
        folder.append(FilePath(rawBytes: Self.deepFolders[0]).components)
        for _ in 1..<Self.deepFolders.count {
            // The second of the folders comes to lie beside the first.
            let inner = folder.pushing(FilePath(rawBytes: Self.deepFolders[0]))
            let name = path.appending("up")
            guard inner.withPlatformString({ inner in name.withPlatformString { rename(inner, $0) } }) == 0 else {
                return
            }
            _ = folder.withPlatformString { rmdir($0) }
            _ = name.withPlatformString { name in folder.withPlatformString { rename(name, $0) } }
        }
    }

    func makeFIFO(_ name: String) -> Bool { path(name).withPlatformString { mkfifo($0, 0o600) } == 0 }
}

/// Pictures as small as a decoder would refuse and intake takes for whole.
enum Tiny {
    /// A JPEG with one empty scan; the number makes its content its own.
    static func jpeg(_ number: Int = 0) -> [UInt8] {
        let text = Array("\(number)".utf8)
        let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(text.count + 2)] + text
        return [0xFF, 0xD8] + comment + [0xFF, 0xDA, 0, 2, 0x12, 0x34, 0xFF, 0xD9]
    }

    static let cutJPEG: [UInt8] = jpeg().dropLast(2)
}

/// Plays the queue: remembers what it was given, and tells a test of everything in order.
final class Recorder: Sendable {
    enum Event: Sendable {
        case asked([Arrival])
        case taken([Arrival])
        case blocked([UnreadableFile])
        case notice(IntakeEvent)
    }

    struct Refusal: Error {}

    private struct State {
        var known: [FilePath: FileIdentity] = [:]
        var refusals = 0
        var departures = 0
    }

    private let state = Mutex(State())
    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream() }

    /// How many more calls of `take` are refused.
    func refuse(_ count: Int) { state.withLock { $0.refusals = count } }

    var departures: Int { state.withLock { $0.departures } }

    func ports(beforeTaking hook: @escaping @Sendable () -> Void = {}) -> IntakeHandlers {
        IntakeHandlers(
            isKnown: { [self] files in
                continuation.yield(.asked(files))
                return state.withLock { state in
                    files.map { state.known[$0.path]?.isSameContent(as: $0.identity) == true }
                }
            },
            take: { [self] batch in
                hook()
                try state.withLock { state in
                    if state.refusals > 0 {
                        state.refusals -= 1
                        throw Refusal()
                    }
                    for arrival in batch { state.known[arrival.path] = arrival.identity }
                }
                continuation.yield(.taken(batch))
            },
            block: { [self] in continuation.yield(.blocked($0)) },
            notice: { [self] notice in
                if case .departed = notice { state.withLock { $0.departures += 1 } }
                continuation.yield(.notice(notice))
            })
    }

    /// Waits for `count` files and gives them in the order in which they came.
    func take(_ count: Int) async -> [Arrival] {
        var all: [Arrival] = []
        if count == 0 { return all }
        for await event in events {
            if case .taken(let batch) = event { all += batch }
            if all.count >= count { break }
        }
        return all
    }

    /// Waits for the first event that fits.
    func first<Value>(_ match: (Event) -> Value?) async -> Value? {
        for await event in events {
            if let value = match(event) { return value }
        }
        return nil
    }

    /// Waits until intake has asked about a file of this name, after which it waits for it.
    func asked(_ name: String) async {
        _ = await first { event in
            if case .asked(let files) = event { files.first { $0.path.lastComponent?.string == name } } else { nil }
        }
    }

    func warning(_ cause: Warning.Cause) async -> Warning? {
        await first { if case .notice(.warning(let warning)) = $0, warning.cause == cause { warning } else { nil } }
    }

    func mended(_ cause: Warning.Cause) async -> Bool {
        await first { if case .notice(.mended(cause, _)) = $0 { true } else { nil } } ?? false
    }
}

extension Arrival {
    var name: String { PercentEscape.printable(relative) }
}

func names(_ arrivals: [Arrival]) -> [String] { arrivals.map(\.name).sorted() }

extension Collector {
    /// Collects whole trees after a short rest.
    init(
        paths: [FilePath], settle: Duration = .milliseconds(20), settings: CollectSettings = CollectSettings(),
        ports: IntakeHandlers, clock: IntakeClock = .system
    ) throws(IntakeError) {
        try self.init(
            roots: paths.map { WatchedRoot(path: $0, settle: settle) }, settings: settings, ports: ports, clock: clock)
    }
}
