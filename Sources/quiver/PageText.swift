import Reading
import Review

/// What `serve` says once the page can be opened: its addresses, and how a phone signs in.
enum PageText {
    /// The light margin around the code, which readers need.
    private static let margin = 2

    /// Says it; the link is for whoever looks at the terminal, and for no log.
    static func say(_ page: ServedPage) {
        for address in page.addresses { Terminal.talk("the page is at \(address)") }
        guard let link = page.link, Terminal.isInteractive else { return }
        if let code = try? QRCode(link), let lines = lines(of: code, width: Terminal.width) {
            Terminal.talk("to sign in on a phone, scan this within \(page.minutes) minutes; it is good once:")
            Terminal.talk(lines.joined(separator: "\n"))
        }
        Terminal.talk("or open \(link)")
    }

    /// The code as lines of half blocks, two rows of modules a line; nil where the terminal is too narrow.
    ///
    /// Dark on light whatever the terminal's own colours are: not every reader takes a code the other way round.
    static func lines(of code: QRCode, width: Int) -> [String]? {
        guard code.side + 2 * margin <= width else { return nil }
        let range = -margin..<(code.side + margin)
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let blocks = range.map { x in
                switch (code.isDark(x: x, y: y), code.isDark(x: x, y: y + 1)) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return ShownText.mark("30;107") + blocks.joined() + ShownText.mark("0")
        }
    }
}
