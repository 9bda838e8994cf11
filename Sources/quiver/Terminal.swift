import Foundation
import Glibc

/// Standard output for data, standard error for talk.
///
/// Everything that the program prints passes here, and leaves without control characters of other people's.
enum Terminal {
    /// Prints a line of data; a reader that has gone away ends the program quietly, as other Unix tools do.
    static func say(_ line: String) {
        write(ShownText.safe(line) + "\n", to: STDOUT_FILENO)
    }

    /// Prints a document that ends its own lines; in a file or a pipe it is as it was made.
    static func print(_ text: String) {
        let text = isatty(STDOUT_FILENO) == 1 ? ShownText.safe(text) : text
        write(text.hasSuffix("\n") ? text : text + "\n", to: STDOUT_FILENO)
    }

    /// Prints a line of talk.
    static func talk(_ line: String) {
        write(ShownText.safe(line) + "\n", to: STDERR_FILENO)
    }

    /// Puts a text in the place of the line that the cursor is on; an empty text clears it.
    static func redraw(_ text: String) {
        write("\r\u{1B}[K" + ShownText.safe(text), to: STDERR_FILENO)
    }

    /// Whether standard error is a terminal that a line can be redrawn on.
    static var isInteractive: Bool {
        isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
    }

    /// The terminal's width in columns, 80 where it does not say.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE, descriptor == STDOUT_FILENO {
                exit(0)
            } else if errno != EINTR {
                return
            }
        }
    }
}
