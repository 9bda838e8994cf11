import ArgumentParser
import Control
import Foundation
import Results
import Scoring
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// `quiver score correct`: a manual correction of one arrow.
struct ScoreCorrectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Correct an arrow. Your value replaces the one that was read and is kept in later runs.",
        discussion: """
            An arrow's number stands in the annotated picture, on the score sheet and on the page.

            quiver score correct scores --photo end3.jpg --arrow 2 --score 9
            quiver score correct scores --photo end3.jpg --add --score X      (an arrow that was not seen)
            quiver score correct scores --photo end3.jpg --arrow 7 --remove
            quiver score correct scores --photo end3.jpg --arrow 2 --withdraw
            quiver score correct scores --list

            The same command twice is one correction, so that nothing is counted twice by mistake. If two arrows of one \
            score were not seen, name the second one's number: --arrow 8 --add --score X.
            """)

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "dir"), completion: .directory)
    var place: String?

    @Option(help: ArgumentHelp("The photo: its path, or as much of its end as is needed.", valueName: "path"))
    var photo: String?

    @Option(help: ArgumentHelp("The arrow's number in its photo.", valueName: "n"))
    var arrow: Int?

    @Option(help: "X, 10 to 1, or M; stored as given: a 10 is not made an X.")
    var score: String?

    @Flag(help: "Add an arrow that was not seen, under the next number; a second one of the same score under --arrow.")
    var add = false

    @Flag(help: "There is no such arrow.")
    var remove = false

    @Flag(help: "Take the correction back; what was read counts again.")
    var withdraw = false

    @Flag(help: "List all corrections, those too whose photo another one has replaced.")
    var list = false

    @OptionGroup var location: BookLocation

    func validate() throws {
        if list {
            if photo != nil || arrow != nil || score != nil || add || remove || withdraw {
                throw ValidationError("--list stands alone.")
            }
            return
        }
        if photo == nil { throw ValidationError("Name the photo with --photo, or list corrections with --list.") }
        let ways = [score != nil, remove, withdraw].count { $0 }
        if ways != 1 { throw ValidationError("Give one of --score, --remove and --withdraw.") }
        if add, score == nil { throw ValidationError("Say what the added arrow scores with --score.") }
        if arrow == nil, !add {
            throw ValidationError(
                score == nil
                    ? "Name the arrow with --arrow."
                    : "Name the arrow with --arrow, or add one that was not seen with --add.")
        }
    }

    func run() async throws {
        let book = try location.open(place: place, session: nil)
        let stored = try book.control.readScores { try $0.corrections() }
        guard !list else { return Terminal.print(CorrectionText.list(stored)) }
        let path = try wholePath(photo ?? "", in: book, stored)
        let value = try score.map { try Self.value($0, best: try Self.best(of: path, in: book)) } ?? .removed
        let request: ControlRequest
        if withdraw {
            request = .withdraw(photo: path, arrow: arrow ?? 0)
        } else {
            request = .correct(Correction(photo: path, arrow: arrow, value: value, adds: add))
        }
        let result = try await book.control.correct(request)
        Terminal.say(CorrectionText.text(result, withdraws: withdraw))
        try await book.writeSheets(of: try book.sessions().filter { $0.name == result.sums?.session })
    }

    /// The one photo of the book whose path ends as was typed.
    private func wholePath(_ photo: String, in book: OpenBook, _ stored: [StoredCorrection]) throws -> String {
        let paths = try book.sessions().flatMap(\.photos).map(\.path) + stored.map(\.photo)
        if paths.contains(photo) { return photo }
        let absolute = URL(fileURLWithPath: photo).path
        if paths.contains(absolute) { return absolute }
        let fitting = Set(paths.filter { $0.hasSuffix("/" + photo) })
        guard fitting.count < 2 else {
            throw ValidationError("Several photos end in '\(photo)': \(fitting.sorted().joined(separator: ", ")).")
        }
        guard let path = fitting.first else {
            let place = place.map { " " + $0 } ?? ""
            throw ValidationError("No scored photo ends in '\(photo)'. List them: quiver score report\(place)")
        }
        return path
    }

    /// What an X counts on the faces of a photo.
    private static func best(of path: String, in book: OpenBook) throws -> Int {
        let faces = try book.sessions().flatMap(\.photos).first { $0.path == path }?.faces ?? []
        return faces.map(\.type).filter(\.hasX).map(\.highestScore).max() ?? 10
    }

    private static func value(_ text: String, best: Int) throws -> Correction.Value {
        switch text.uppercased() {
        case "X": return Correction.Value(score: best, isX: true)
        case "M": return Correction.Value(score: 0)
        default:
            guard let score = Int(text), (0...10).contains(score) else {
                throw ValidationError("'\(text)' is no score; it is X, 10 to 1, or M.")
            }
            return Correction.Value(score: score)
        }
    }
}

/// What `quiver score correct` prints.
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
        EscapedName.printable(FilePath(Session.fileName(ofPhoto: path)))
    }
}
