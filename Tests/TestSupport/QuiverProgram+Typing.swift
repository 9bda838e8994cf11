import Foundation

extension QuiverProgram {
    /// Runs a shell's script in the folder, as if a user typed it there.
    ///
    /// - Returns: The shell's exit status, and all that was said, in its order.
    public func type(_ script: String, in shell: String = "/bin/sh") throws -> (status: Int32, output: String) {
        let output = folder.appendingPathComponent("typed-\(UUID().uuidString)")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: shell)
        process.currentDirectoryURL = folder
        process.arguments = ["-c", script]
        process.environment = surroundings
        process.standardInput = FileHandle.nullDevice
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit(within: 1200)
        defer { try? FileManager.default.removeItem(at: output) }
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }
}
