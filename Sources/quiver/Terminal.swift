import Foundation
import Glibc
import Synchronization

/// Standard output for data, standard error for talk.
///
/// Everything that the program prints passes here, and leaves without control characters of other people's.
enum Terminal {
    /// What becomes of the program when standard output cannot be written any more.
    private enum Reader {
        /// It ends: quietly where the reader has gone away, as other Unix tools do.
        case needed
        /// It goes on without it.
        case dispensable
        /// It has been said that the reader is lost; nothing more is written.
        case lost
    }

    private static let reader = Mutex(Reader.needed)

    /// From now on the program does not end because nobody reads its standard output.
    static func outliveReader() { reader.withLock { if $0 == .needed { $0 = .dispensable } } }

    /// Gives missing standard streams to the null device, so that no other file is opened under their numbers.
    static func fillStandardStreams() {
        var descriptor: Int32 = 0
        repeat { descriptor = open("/dev/null", O_RDWR) } while descriptor >= 0 && descriptor <= STDERR_FILENO
        if descriptor >= 0 { close(descriptor) }
    }

    /// Prints a line of data.
    static func say(_ line: String) {
        write(ShownText.safe(line) + "\n", to: STDOUT_FILENO)
    }

    /// Passes on lines of data that are safe and whole already.
    static func pass(_ lines: [UInt8]) { write(lines[...], to: STDOUT_FILENO) }

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

    private static func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8)[...], to: descriptor) }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
        if descriptor == STDOUT_FILENO, reader.withLock({ $0 == .lost }) { return }
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Somebody who shares the pipe made it non-blocking.
                var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&place, 1, -1)
            case let code:
                if descriptor == STDOUT_FILENO { loseReader(code) }
                return
            }
        }
    }

    private static func loseReader(_ code: Int32) {
        let before = reader.withLock { reader in
            defer { if reader == .dispensable { reader = .lost } }
            return reader
        }
        let why = code == EPIPE ? "its reader has gone away" : String(cString: strerror(code))
        switch before {
        case .needed where code == EPIPE: exit(0)
        case .needed:
            talk("quiver: cannot write to standard output: \(why)")
            exit(2)
        case .dispensable:
            talk(
                "warning: standard output cannot be written (\(why)); work goes on without it, "
                    + "and records are written as always")
        case .lost: break
        }
    }
}
