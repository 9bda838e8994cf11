import Glibc
import Synchronization
import SystemValues

/// Passwords in addresses of databases on the command line: kept from lists of processes, and from what is printed.
enum SecretArguments {
    private static let bytes = Mutex<[[UInt8]]>([])

    /// What the program was given, its own name first, as bytes.
    static var given: [[UInt8]] { bytes.withLock { $0 } }

    /// Puts the address without its password in the place of each one that has one, in the memory that `ps` shows.
    ///
    /// `CommandLine.arguments` keeps what was given: it has been read before.
    static func hide() {
        _ = CommandLine.arguments.count
        bytes.withLock { bytes in
            bytes = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }.map {
                [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0)))
            }
        }
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let text = String(cString: argument)
            guard let shown = shown(text) else { continue }
            let length = strlen(argument)
            let bytes = Array(shown.utf8.prefix(length))
            for place in 0..<length {
                argument[place] = CChar(bitPattern: place < bytes.count ? bytes[place] : UInt8(ascii: " "))
            }
        }
    }

    /// A text of the program's with every address as it may be shown.
    static func without(_ text: String, arguments: [String] = CommandLine.arguments) -> String {
        arguments.reduce(text) { text, argument in
            guard let address = address(in: argument) else { return text }
            return text.replacing(address, with: QueueAddress(connection: address).printable)
        }
    }

    /// An argument as it may be shown; nil where it may as it is.
    static func shown(_ argument: String) -> String? {
        guard let address = address(in: argument) else { return nil }
        return argument.prefix(argument.count - address.count) + QueueAddress(connection: address).printable
    }

    /// The address in an argument that is one, alone or behind an option's name, and that cannot be shown; nil for any other.
    private static func address(in argument: String) -> String? {
        let value =
            argument.hasPrefix("-") ? argument.split(separator: "=", maxSplits: 1).dropFirst().first : argument[...]
        guard let address = value.map(String.init), QueueAddress.isMeant(by: address) else { return nil }
        // What is wrong may hold a password all the same.
        let isSecret = QueueAddress(connection: address).hasPassword || QueueAddress.problem(of: address) != nil
        return isSecret ? address : nil
    }
}
