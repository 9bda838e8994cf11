import Foundation
import Glibc
import Synchronization
import SystemValues

/// Standard output for data, standard error for talk.
///
/// Everything that the program prints passes here, and leaves without control characters of others.
enum Terminal {
    /// What becomes of the program when standard output cannot be written any more.
    private enum Reader {
        /// It ends: quietly where the reader has gone away, as other Unix tools do.
        case needed
        /// It goes on without it.
        case dispensable
        /// It has been reported that the reader is lost; nothing more is written.
        case lost
    }

    private static let reader = Mutex(Reader.needed)

    /// From now on the program does not end because its standard output is not read.
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

    /// Shows lines in place of what the screen showed; where standard output is no terminal they follow the ones before,
    /// behind an empty line.
    static func show(_ lines: [String]) {
        let text = lines.map { ShownText.safe($0) }
        guard isatty(STDOUT_FILENO) == 1, getenv("TERM").map({ String(cString: $0) != "dumb" }) ?? false else {
            return write(text.joined(separator: "\n") + "\n\n", to: STDOUT_FILENO)
        }
        // Each line is cleared behind its end, so that nothing flickers; what does not fit in is left out.
        let room = max(2, height - 1)
        let shown = text.count > room ? text.prefix(room - 1) + ["…"] : text[...]
        write("\u{1B}[H" + shown.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J", to: STDOUT_FILENO)
    }

    /// Whether standard error is a terminal that a line can be redrawn on.
    static var isInteractive: Bool {
        isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
    }

    /// The terminal's width in columns, 80 where it is not known.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// How many lines standard output's terminal has, 24 where it is not known.
    private static var height: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
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
                // A program that shares the pipe made it non-blocking.
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

/// Text on its way to a terminal: colours of ours, and no command of others.
enum ShownText {
    /// Stands for a colour until the text is printed.
    ///
    /// No other process can guess it, so that a file name or a model's label cannot pass for a colour of ours.
    private static let secret = Array(String(UInt64.random(in: .min ... .max), radix: 36).unicodeScalars)

    /// What begins a colour, or ends it with "0".
    static func mark(_ code: String) -> String {
        var text = "\u{1B}"
        text.unicodeScalars.append(contentsOf: secret)
        return text + code + "m"
    }

    /// The text as a terminal may have it: lines and tabs stay, marks become colours, and any other control character
    /// becomes a sign.
    static func safe(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let isUnsafe = { (scalar: Unicode.Scalar) in scalar.isUnsafeToShow && scalar != "\n" && scalar != "\t" }
        guard scalars.contains(where: isUnsafe) else { return text }
        var shown = String.UnicodeScalarView()
        var rest = scalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}", rest.starts(with: secret) {
                rest = rest.dropFirst(secret.count)
                shown.append(contentsOf: "\u{1B}[".unicodeScalars)
            } else if isUnsafe(scalar), !(scalar == "\r" && rest.first == "\n") {
                shown.append("\u{FFFD}")
            } else {
                shown.append(scalar)
            }
        }
        return String(shown)
    }
}

/// "1 photo", "2 photos", "2 boxes", "2 classes".
func counted(_ number: Int, _ what: String) -> String {
    let ending = ["s", "x"].contains(what.last) ? "es" : "s"
    return "\(number) \(what)\(number == 1 ? "" : ending)"
}
