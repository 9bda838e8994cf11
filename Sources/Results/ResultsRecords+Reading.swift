import Foundation
import Glibc
import Synchronization
import SystemPackage
import SystemValues

/// A record that was read.
struct ReadRecord: Sendable {
    /// The path that its file has or would have, from the folder of results.
    let path: FilePath
    let record: Record
    /// Whether the file or the queue that holds it is this user's or root's; what others keep is believed in nothing.
    let isThisUsers: Bool
}

extension ResultsRecords {
    /// A record as it is stored.
    private struct Text: Sendable {
        let path: FilePath
        let bytes: [UInt8]
        let isThisUsers: Bool

        var record: ReadRecord? {
            guard let record = try? Record.decode(bytes) else { return nil }
            return ReadRecord(path: path, record: record, isThisUsers: isThisUsers)
        }
    }

    /// How many records are read at a time: enough for a thread to be busy with.
    private static let most = 64
    /// The bytes of texts from which on no more are read at a time.
    private static let bytes = 1 << 20
    /// What a record costs beside its text.
    private static let overhead = 8 << 10
    /// More than any record.
    private static let largest = 256 << 20

    /// As much as may be in memory at a time: two batches for each thread.
    static let work = OrderedWork(limit: max(2, ProcessInfo.processInfo.activeProcessorCount) * 2 << 20)

    /// Reads records, and hands out what is made of them in the order of their paths; blocks.
    ///
    /// They are decoded on all processors, and `make` runs there; `take` runs on the caller's thread. Only so many are read ahead as
    /// the work allows, by their size. Where there is no record, none is handed out.
    ///
    /// - Parameters:
    ///   - paths: The records that are read, in this order; nil for all.
    ///   - make: What is kept of a record; nil to leave it out.
    func forEach<Made: Sendable, Failure: Error>(
        at paths: [FilePath]? = nil, by work: OrderedWork = Self.work,
        make: @escaping @Sendable (ReadRecord) -> Made?, take: (Made) throws(Failure) -> Void
    ) throws(Failure) {
        let left = LeftPaths(paths ?? self.paths)
        try work.run {
            left.rest.withLock { rest in
                guard !rest.isEmpty else { return nil }
                let texts = texts(of: &rest)
                return (texts, texts.reduce(0) { $0 + $1.bytes.count + Self.overhead })
            }
        } work: { (texts: [Text]) throws(Failure) in
            texts.compactMap { $0.record.flatMap(make) }
        } take: { (made: [Made]) throws(Failure) in
            for one in made { try take(one) }
        }
    }

    /// The paths that are not read yet.
    private final class LeftPaths: Sendable {
        let rest: Mutex<ArraySlice<FilePath>>

        init(_ paths: [FilePath]) { rest = Mutex(paths[...]) }
    }

    /// Reads the texts of the first paths, and takes these away.
    private func texts(of rest: inout ArraySlice<FilePath>) -> [Text] {
        var (texts, bytes, left) = ([Text](), 0, Self.most)
        while left > 0, bytes < Self.bytes, let path = rest.first {
            let queued = rest.prefix(left).prefix { isInQueue($0) }
            let found: [Text?]
            if !queued.isEmpty, let beside {
                let records = beside.texts(at: queued, atMost: Self.bytes - bytes)
                found = zip(queued, records).map { path, bytes in
                    bytes.map { Text(path: path, bytes: $0, isThisUsers: beside.isThisUsers) }
                }
            } else {
                found = [text(at: path)]
            }
            texts += found.compactMap { $0 }
            bytes += found.reduce(0) { $0 + ($1?.bytes.count ?? 0) }
            let count = max(found.count, 1)
            left -= count
            rest.removeFirst(count)
        }
        return texts
    }

    private func text(at path: FilePath) -> Text? {
        guard let file = try? root.open(path) else { return nil }
        let descriptor = file.descriptor.rawValue
        let size = Int(min(file.status.size, Int64(Self.largest)))
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = (try? Syscalls.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer), at: 0)) ?? 0
        }
        return Text(path: path, bytes: bytes, isThisUsers: [0, geteuid()].contains(file.status.owner))
    }
}
