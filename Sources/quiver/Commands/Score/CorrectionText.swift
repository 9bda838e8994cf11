import Results
import Storage
import SystemPackage
import SystemValues

/// What `quiver score correct` says.
enum CorrectionText {
    /// `arrow 3 of end3.jpg: 7 → 9; end 3: 25 → 27; session day1: 143 → 145`.
    static func text(_ result: CorrectionResult, withdraws: Bool = false) -> String {
        let arrow = "arrow \(result.arrow) of \(name(result.photo))"
        if withdraws, !result.isChanged { return "\(arrow) has no correction, nothing changed" }
        if result.isParked { return "\(arrow): the parked correction \(word(result.before)) is withdrawn" }
        guard result.isChanged else {
            guard let free = result.freeNumber, let mark = result.after else {
                return "\(arrow): \(word(result.after)) already, nothing changed"
            }
            return """
                \(arrow): added as \(mark) before, nothing changed; to add a second \(mark): \
                --arrow \(free) --add --score \(mark)
                """
        }
        let change =
            switch (result.before, result.after) {
            case (nil, let after?): "added as \(after)"
            case (let before, nil): "\(word(before)) → removed"
            case (let before?, let after?): "\(before) → \(after)"
            }
        guard let sums = result.sums else { return "\(arrow): \(change)" }
        let round = sums.round > 0 ? "round \(sums.round), " : ""
        return """
            \(arrow): \(change); \(round)end \(sums.end): \(sums.endBefore) → \(sums.endAfter); \
            session \(sums.session.forTerminal): \(sums.sessionBefore) → \(sums.sessionAfter)
            """
    }

    /// A line a correction, those that count first.
    static func list(_ all: [StoredCorrection]) -> String {
        guard !all.isEmpty else { return "no corrections\n" }
        let parked = all.filter(\.isParked)
        var lines = all.filter { !$0.isParked }.map(line)
        if !parked.isEmpty {
            lines.append("parked, because another photo has the name now:")
            lines += parked.map(line)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ correction: StoredCorrection) -> String {
        let read = correction.read.map { "read as \($0)" } ?? "not seen"
        let path = EscapedName.printable(FilePath(correction.photo))
        return "\(path)  arrow \(correction.arrow): \(word(correction.said)) (\(read))"
    }

    private static func word(_ mark: String?) -> String { mark ?? "removed" }

    private static func name(_ path: String) -> String {
        EscapedName.printable(FilePath(path.split(separator: "/").last.map(String.init) ?? path))
    }
}
