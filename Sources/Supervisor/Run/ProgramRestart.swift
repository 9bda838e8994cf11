import Foundation
import Glibc
import SystemPackage
import SystemValues
import WorkerProtocol

/// Starts this program anew in the place of this process, with its number, its terminal and its environment: so a service
/// manager, and whoever waits for the process, see one that goes on.
public enum ProgramRestart {
    /// The file of the running program by its own name, and by the kernel's where an update has put another one there: settings
    /// are read again, and the program stays.
    static var program: String {
        let own = "/proc/self/exe"
        let name = (try? FileManager.default.destinationOfSymbolicLink(atPath: own)) ?? own
        return FileNumber(at: FilePath(name)) == FileNumber(at: FilePath(own)) ? name : own
    }

    /// Descriptors that this program was given beside the standard ones: the lock of `flock`, or what a program that waits for this
    /// one sees its end by.
    private static let given = Set(descriptors.filter { fcntl($0, F_GETFD) == 0 })

    /// Notes what this program was given; to be called before it opens files.
    public static func begin() { _ = given }

    private static var descriptors: [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { Int32($0) }
            .filter { $0 > STDERR_FILENO }
    }

    /// Starts it; returns only where it cannot be started, or where the end was asked for meanwhile.
    ///
    /// - Parameter arguments: What it is given, its name first, as bytes.
    /// - Returns: Why it could not be started; nil where the end was asked for.
    public static func execute(_ arguments: [[UInt8]]) -> PipelineError? {
        guard StopSignals.leave() else { return nil }
        let program = program
        // Whatever a library has left open is not the next program's; what this one was given is.
        for descriptor in descriptors where !given.contains(descriptor) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { word in
            strdup(word.map { CChar(bitPattern: $0) } + [0])
        }
        words.append(nil)
        execv(program, words)
        let reason = errno
        for word in words { free(word) }
        StopSignals.stay()
        return PipelineError(
            .setting, "Quiver cannot start again in its own place: \(String(cString: strerror(reason)))",
            fault: .environment)
    }
}
