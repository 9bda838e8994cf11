import Foundation
import TestSupport
import Testing

/// What "From one machine to several" has users type, typed in its order: on a database of the test's own, two states
/// being two hosts.
@Suite(
    "the commands of the guide to several hosts", .enabled(if: PostgresCluster.isAvailable), .timeLimit(.minutes(30)))
struct SeveralHostsGuideTests {
    private let fixtures: RunFixtures
    private static let guide = Cases.packageRoot.appendingPathComponent(
        "Sources/quiver/Quiver.docc/SeveralHosts.md")

    init() throws { fixtures = try RunFixtures() }

    /// The contents of its examples in a language, with another address in place of the one that it names.
    private func blocks(_ language: String, address: String) throws -> [String] {
        let text = try String(contentsOf: Self.guide, encoding: .utf8)
        let pattern = try Regex("(?s)```\(language)\n(.*?)```", as: (Substring, Substring).self)
        return text.matches(of: pattern).map {
            $0.output.1.replacingOccurrences(of: "postgres://quiver@db.example/photos", with: address)
        }
    }

    /// The database that the guide makes, on the cluster of the tests.
    private func address() throws -> String {
        let place = try #require(try PostgresCluster.database().split(separator: "?", maxSplits: 1).last)
        return "postgres://quiver@/photos?\(place)"
    }

    /// What stands behind the commands: a database's machine, a host that takes photos in, and one that works.
    private func prelude(address: String, done: Int) throws -> String {
        let socket = try PostgresCluster.run("psql", "-Atc", "SHOW unix_socket_directories", "postgres")
        let port = try PostgresCluster.run("psql", "-Atc", "SHOW port", "postgres")
        let programs = try #require(PostgresCluster.programs).path
        return """
            program='\(QuiverProgram.executable.path)' address='\(address)'
            PATH='\(programs)':"$PATH"
            export QUIVER_STATE="$PWD/here"
            sudo() {
                shift 2
                PGHOST='\(socket.trimmingCharacters(in: .whitespacesAndNewlines))' \
                    PGPORT='\(port.trimmingCharacters(in: .whitespacesAndNewlines))' PGUSER=tester "$@"
            }
            alive() { "$program" status | grep -c ': alive'; }
            stop() {
                for pid in $hosts; do kill "$pid"; done
                for pid in $hosts; do wait "$pid" || echo "a host ended with $?"; done
                hosts=
            }
            trap 'kill $hosts 2>/dev/null' EXIT
            quiver() {
                case $1 in
                watch)
                    "$program" "$@" 2>watch.txt &
                    hosts="$hosts $!"
                    until [ "$(alive)" = 1 ]; do kill -0 $! || { cat watch.txt; return 1; }; sleep 0.2; done ;;
                work)
                    QUIVER_STATE="$PWD/there" "$program" "$@" 2>work.txt &
                    hosts="$hosts $!"
                    until [ "$(alive)" = 2 ]; do kill -0 $! || { cat work.txt; return 1; }; sleep 0.2; done
                    mv new/* photos/
                    for turn in $(seq 3000); do
                        "$program" status --format json | tr -d ' \\n' | grep -q '"done":\(done)[,}]' && return
                        sleep 0.2
                    done
                    "$program" status
                    cat watch.txt work.txt
                    return 1 ;;
                queue)
                    stop
                    "$program" "$@" ;;
                run)
                    touch marker
                    "$program" "$@"
                    status=$?
                    find results -name '*.jpg.json' -newer marker -exec echo rewritten {} \\;
                    return $status ;;
                doctor)
                    # This machine may lack something else.
                    "$program" "$@" || [ $? = 1 ] ;;
                *) "$program" "$@" ;;
                esac
            }

            """
    }

    /// Each line in the same shell, until one fails.
    private func script(_ lines: [String], address: String, done: Int) throws -> String {
        try prelude(address: address, done: done)
            + lines.map { "echo '+ \($0)'\n\($0) || { echo 'that failed'; exit 1; }\n" }.joined() + "stop\n"
    }

    /// The folder as it is on one machine: settings without a database, four photos and their results.
    private func begin(_ settings: String) throws {
        let folder = fixtures.folder
        try FileManager.default.copyItem(
            at: URL(fileURLWithPath: RunFixtures.model), to: folder.appendingPathComponent("targets.onnx"))
        try fixtures.add(4)
        try fixtures.add(6, in: "../new", from: 4)
        let alone = settings.split(separator: "\n").filter { !$0.contains("\"queue\"") }.joined(separator: "\n")
        let file = folder.appendingPathComponent("pipeline.json")
        try Data(alone.utf8).write(to: file)
        let ended = try fixtures.program.run("run", "--config", "pipeline.json")
        #expect(ended.status == 0, "\(ended.talk)")
        try Data(settings.utf8).write(to: file)
    }

    @Test("all work, one after the other, and what is done is not done again")
    func everyLineWorks() throws {
        let address = try address()
        let settings = try #require(try blocks("json", address: address).first)
        let lines = try blocks("sh", address: "\"$address\"").flatMap { $0.split(separator: "\n").map(String.init) }
        for wanted in [
            "createdb", "quiver watch", "quiver work", "quiver status", "quiver backup", "quiver queue move",
        ] {
            #expect(lines.contains { $0.contains(wanted) }, "\(wanted)")
        }
        try begin(settings)
        let (status, output) = try fixtures.program.type(
            try script(lines, address: address, done: 10), in: "/bin/bash")
        #expect(status == 0, "\(output)")
        #expect(!output.contains("rewritten") && !output.contains("a host ended with"), "\(output)")
        #expect(output.contains(": alive") && output.contains("without intake"), "\(output)")
        for file in ["copy.sqlite", "photos.dump", "one-machine.sqlite", "results/00009.jpg.json"] {
            #expect(
                FileManager.default.fileExists(atPath: fixtures.folder.appendingPathComponent(file).path), "\(file)")
        }
        for queue in ["copy.sqlite", "one-machine.sqlite"] {
            let ended = try fixtures.program.run("status", "--queue", queue, "--format", "json")
            let counts = try JSONDecoder().decode(Counts.self, from: Data(ended.output.utf8)).counts
            #expect(counts["done"] == 10, "\(queue): \(counts)")
        }
    }

    private struct Counts: Decodable {
        let counts: [String: Int]
    }
}
