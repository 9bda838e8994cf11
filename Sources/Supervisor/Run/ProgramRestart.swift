import Foundation
import Glibc
import SystemPackage
import SystemValues
import WorkerProtocol

/// Starts this program anew in the place of this process, with its number, its terminal and its environment: so a service
/// manager, and a program that waits for the process, see one that goes on.
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
    public static func begin() {
        _ = settings
        _ = given
    }

    /// What the settings file held when it was checked, for a program that was started in another's place for it; nil else.
    ///
    /// It comes as a file in memory: the one on the disk may be another by now.
    public static let settings = received()

    /// The environment's name for the number of that file's descriptor.
    private static let variable = "QUIVER_RELOADED"

    private static func received() -> Data? {
        guard let number = getenv(variable).flatMap({ Int32(String(cString: $0)) }) else { return nil }
        // Neither workers nor hooks are told.
        unsetenv(variable)
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
        guard let link, link.hasPrefix("/memfd:") else { return nil }
        let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
        return try? file.readToEnd() ?? Data()
    }

    /// Has the next program receive it.
    ///
    /// - Returns: The descriptor, open; nil where there is no memory for it.
    private static func send(_ settings: Data) -> FileHandle? {
        guard let number = try? ChildProgram.input(Array(settings)).rawValue else { return nil }
        let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
        guard fcntl(number, F_SETFD, 0) == 0, setenv(variable, "\(number)", 1) == 0 else { return nil }
        return file
    }

    private static var descriptors: [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { Int32($0) }
            .filter { $0 > STDERR_FILENO }
    }

    /// Starts it; returns only where it cannot be started, or where the end was asked for meanwhile.
    ///
    /// - Parameters:
    ///   - arguments: What it is given, its name first, as bytes.
    ///   - settings: What its settings file holds for it; nil for what it finds there.
    /// - Returns: Why it could not be started; nil where the end was asked for.
    public static func execute(_ arguments: [[UInt8]], settings: Data?) -> PipelineError? {
        guard StopSignals.leave() else { return nil }
        let program = program
        // Whatever a library has left open is not the next program's; what this one was given is.
        let handed = settings.flatMap(send)
        for descriptor in descriptors where descriptor != handed?.fileDescriptor && !given.contains(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { word in
            strdup(word.map { CChar(bitPattern: $0) } + [0])
        }
        words.append(nil)
        execv(program, words)
        let reason = errno
        unsetenv(variable)
        withExtendedLifetime(handed) {}
        for word in words { free(word) }
        StopSignals.stay()
        return PipelineError(
            .setting, "Quiver cannot start again in its own place: \(String(cString: strerror(reason)))",
            fault: .environment)
    }
}
