import Glibc
import SystemPackage

/// Paths from the command line as the shell gave them: bytes, which need not be UTF-8.
enum RawArguments {
    /// The paths behind texts that the command line's parser has handed over.
    ///
    /// The parser works on text, in which bytes that are not UTF-8 are repaired; the argument that the same repair
    /// makes of is the one that was meant.
    static func paths(_ texts: [String]) -> [FilePath] {
        let arguments = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
        return texts.map { text in
            let meant = arguments.first { String(cString: $0) == text }
            return meant.map { FilePath(platformString: $0) } ?? FilePath(text)
        }
    }
}
