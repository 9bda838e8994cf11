import Foundation
import Glibc
import Testing

@testable import Supervisor

/// Pipes that are waited for on one thread.
@Suite(.timeLimit(.minutes(30))) struct ReadinessTests {
    private struct Pipe: Sendable {
        let reader: PipeReader
        let writer: Int32

        init() throws { (reader, writer) = try PipeReader.pipe() }

        func write(_ text: String) { #expect(Glibc.write(writer, text, text.utf8.count) == text.utf8.count) }
    }

    @Test func eachWaitEndsByItsOwnPipeOrByItsTask() async throws {
        let pipes = try (0..<64).map { _ in try Pipe() }
        defer { for pipe in pipes { close(pipe.writer) } }
        let waits = pipes.map { pipe in Task { try? await pipe.reader.next() } }
        for number in stride(from: 0, to: 64, by: 2) { pipes[number].write("\(number)") }
        for number in stride(from: 0, to: 64, by: 2) {
            #expect(await waits[number].value == Array("\(number)".utf8))
        }
        for wait in waits { wait.cancel() }
        for number in stride(from: 1, to: 64, by: 2) { #expect(await waits[number].value == nil) }
    }

    /// Waits come and go while events are on their way: what was given up is never touched again.
    @Test func cancelledWaitsAndEventsMeetInAnyOrder() async throws {
        for round in 0..<300 {
            let pipe = try Pipe()
            let wait = Task { try? await pipe.reader.next() }
            if round % 3 == 0 { await Task.yield() }
            pipe.write("x")
            wait.cancel()
            _ = await wait.value
            close(pipe.writer)
        }
    }

    @Test func theEndOfAPipeIsAnEnd() async throws {
        let pipe = try Pipe()
        let wait = Task { try await pipe.reader.next() }
        close(pipe.writer)
        #expect(try await wait.value == nil)
    }
}
