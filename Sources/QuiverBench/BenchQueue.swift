import Foundation
import Storage
import StoragePostgres
import StorageSQLite
import SystemPackage
import SystemValues

/// A queue to be measured: in a SQLite file, or in a PostgreSQL database where its place begins with `postgres`.
struct BenchQueue {
    let backend: any QueueBackend

    init(_ place: String) {
        backend =
            place.hasPrefix("postgres")
            ? PostgresQueueBackend(QueueAddress(connection: place)) : SQLiteQueueBackend(.file(FilePath(place)))
    }

    /// Opens it for one client of several in this process.
    func open(client: Int = 0) throws -> any QueueStore {
        try backend.open(owner: Self.owner(client), at: Self.now())
    }

    /// A client's name: each is taken for a process of its own.
    static func owner(_ client: Int) -> Owner {
        let me = Owner.current()
        return Owner(host: me.host, boot: me.boot, pid: me.pid, started: me.started + Int64(client) * 1_000_000_007)
    }

    static func now() -> UnixMillis { UnixMillis(Date().timeIntervalSince1970 * 1000) }
}
