import Foundation
import Glibc

/// A PostgreSQL of the test process's own, in a temporary folder and on a Unix socket: never the system's.
///
/// It is started by the first test that wants a database, and ends with the process, even where that is killed. What it
/// writes is not made durable. It sorts by a language's rules and not by bytes, and its time zone is no usual one, since
/// nothing may depend on either.
///
/// Where no PostgreSQL is installed a suite skips aloud (`.enabled(if: PostgresCluster.isAvailable)`); on continuous
/// integration (`CI=true`) it fails instead.
public enum PostgresCluster {
    /// True where tests on PostgreSQL must run: it is installed, or continuous integration demands it.
    public static var isAvailable: Bool {
        programs != nil || ProcessInfo.processInfo.environment["CI"] == "true"
    }

    /// The folder of PostgreSQL's programs, or nil where this machine has none: of several versions the newest.
    public static let programs: URL? = {
        let versions = URL(fileURLWithPath: "/usr/lib/postgresql")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: versions.path)) ?? []
        let folders = names.compactMap { Int($0) }.sorted(by: >).map {
            versions.appendingPathComponent("\($0)/bin")
        }
        let found = folders.first {
            FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("initdb").path)
        }
        if found == nil { print("PostgreSQL not found: scripts/setup --tests installs it for the tests that need it.") }
        return found
    }()

    /// Makes an empty database, which goes with the process, and returns its connection string.
    public static func database() throws -> String {
        let cluster = try running.get()
        let name = "test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
        try cluster.run("createdb", ["--template=template0", name])
        return cluster.connection(to: name)
    }

    /// Runs one of PostgreSQL's programs, such as `psql`, on the cluster and returns what it printed.
    ///
    /// - Parameters:
    ///   - program: Its name.
    ///   - arguments: What follows the cluster's address.
    @discardableResult
    public static func run(_ program: String, _ arguments: String...) throws -> String {
        try running.get().run(program, arguments)
    }

    private static let running = Result { try Running() }
}

/// A cluster that cannot be had, or a program of PostgreSQL's that failed.
public struct PostgresClusterError: Error, CustomStringConvertible {
    public let description: String
}

/// The cluster, once it answers.
private struct Running: Sendable {
    let folder: URL
    let programs: URL

    /// The superuser's name, and the number of the socket; neither is PostgreSQL's usual one.
    static let (user, port) = ("tester", "5499")

    init() throws {
        guard let programs = PostgresCluster.programs else {
            throw PostgresClusterError(description: "PostgreSQL is not installed: scripts/setup --tests does that")
        }
        self.programs = programs
        folder = try Self.makeFolder()
        // Only this process has the writing end: the keeper stops the cluster when it is closed, however that comes.
        var ends: [Int32] = [0, 0]
        // A pair of sockets can be made so that no other program inherits it, at whatever moment it starts.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw PostgresClusterError(description: "no pair of sockets: errno \(errno)")
        }
        let keeper = Process()
        // Foundation gives it a group of its own. It must be the keeper itself: a program that ends in front of it is not reaped
        // while the keeper holds what Foundation listens to, and exit tests, which ask for any child's end, see no other one.
        keeper.executableURL = URL(fileURLWithPath: "/bin/bash")
        keeper.arguments = ["-c", Self.keeper, "keeper", programs.path, folder.path, Self.user, Self.port]
        keeper.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let told = Pipe()
        keeper.standardOutput = told
        try keeper.run()
        try told.fileHandleForWriting.close()
        let words = String(decoding: told.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        guard words == "ready\n" else {
            close(ends[1])
            throw PostgresClusterError(description: "PostgreSQL does not start as the tests need it: \(words)")
        }
        stopAtExit(folder: folder, end: ends[1])
    }

    /// On a machine that is slow for a while the server may take longer to greet than Quiver waits by itself.
    func connection(to database: String) -> String {
        "postgres://\(Self.user)@/\(database)?host=\(folder.path)&port=\(Self.port)&connect_timeout=300"
    }

    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = programs.appendingPathComponent(program)
        process.arguments = ["--host", folder.path, "--port", Self.port, "--username", Self.user] + arguments
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        process.standardInput = FileHandle.nullDevice
        let told = Pipe()
        process.standardOutput = told
        process.standardError = told
        try process.run()
        try told.fileHandleForWriting.close()
        let words = String(decoding: told.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw PostgresClusterError(description: "\(program) \(arguments): \(words)")
        }
        return words
    }

    /// A folder that another user may pass through, with a path short enough for a socket's.
    private static func makeFolder() throws -> URL {
        let name = "quiver-postgres-\(UUID().uuidString.prefix(8))"
        let usual = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        let folder = usual.path.utf8.count < 80 ? usual : URL(fileURLWithPath: "/tmp/\(name)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return folder
    }

    /// Starts the cluster, says "ready" or why not, and stops it once nothing can come from its standard input.
    ///
    /// PostgreSQL refuses root, so root hands it to a user of less rights. Should the keeper be killed the kernel ends the
    /// server in its place.
    private static let keeper = #"""
        set -u
        trap '' INT TERM HUP
        bin=$1 folder=$2 user=$3 port=$4
        less=()
        if [[ $(id -u) == 0 ]]; then
            other=nobody
            id postgres >/dev/null 2>&1 && other=postgres
            chown "$other" "$folder"
            less=(--reuid "$other" --regid "$(id -g "$other")" --clear-groups)
        fi
        cd "$folder" || exit
        finish() { cd /; rm -rf "$folder"; exit; }
        setpriv "${less[@]}" "$bin/initdb" --pgdata="$folder/data" --username="$user" --auth=trust --no-sync \
            --encoding=UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en-US >initdb.log 2>&1 ||
            { cat initdb.log; finish; }
        setpriv "${less[@]}" --pdeathsig QUIT "$bin/postgres" -D "$folder/data" -k "$folder" -p "$port" \
            -c listen_addresses= -c fsync=off -c full_page_writes=off -c synchronous_commit=off \
            -c max_connections=400 -c shared_buffers=64MB -c timezone=Asia/Kathmandu \
            </dev/null >postgres.log 2>&1 &
        server=$!
        until "$bin/pg_isready" --quiet --host="$folder" --port="$port"; do
            kill -0 "$server" 2>/dev/null || { cat postgres.log; finish; }
            sleep 0.05
        done
        echo ready
        exec >&- 2>&-
        cat >/dev/null
        kill -QUIT "$server"
        wait "$server"
        finish
        """#
}

/// Closes the keeper's input when the process ends as it should, and waits until nothing of the cluster is left.
private func stopAtExit(folder: URL, end: Int32) {
    AtExit.folder = strdup(folder.path)
    AtExit.end = end
    atexit {
        close(AtExit.end)
        // Five minutes; a killed server's files are gone long before, also those of hundreds of databases on a slow disk.
        for _ in 0..<30_000 where AtExit.folder.map({ access($0, F_OK) == 0 }) == true { usleep(10_000) }
    }
}

/// What the function at exit needs, which can capture nothing; written once, before it is registered.
private enum AtExit {
    nonisolated(unsafe) static var folder: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) static var end: Int32 = -1
}
