import ArgumentParser
import Foundation
import Pipeline
import ScoreBook
import Scoring

/// `quiver score correct`: a person's word for one arrow.
struct ScoreCorrectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Say what an arrow really is; it counts instead of what was read, also after another run.",
        discussion: """
            quiver score correct scores --photo end3.jpg --arrow 2 --score 9
            quiver score correct scores --photo end3.jpg --score X      (an arrow that was not seen)
            quiver score correct scores --photo end3.jpg --arrow 7 --remove
            """)

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "dir"), completion: .directory)
    var place: String?

    @Option(help: ArgumentHelp("The photo: its path, or as much of its end as is needed.", valueName: "path"))
    var photo: String

    @Option(help: ArgumentHelp("The arrow's number in its end; without one an arrow is added.", valueName: "n"))
    var arrow: Int?

    @Option(help: "X, 10 to 1, or M; stored as given: a 10 is not made an X.")
    var score: String?

    @Flag(help: "There is no such arrow.")
    var remove = false

    @Flag(help: "Take the correction back; what was read counts again.")
    var withdraw = false

    @OptionGroup var location: BookLocation

    func validate() throws {
        let ways = [score != nil, remove, withdraw].count { $0 }
        if ways != 1 { throw ValidationError("Give one of --score, --remove and --withdraw.") }
        if arrow == nil, remove || withdraw { throw ValidationError("Name the arrow with --arrow.") }
    }

    func run() async throws {
        let book = try location.open(place: place, session: nil)
        let path = try wholePath(in: book)
        let word = try score.map { try Self.word($0) } ?? .removed
        let correction = Correction(photo: path, arrow: arrow, word: word)
        let number = try await book.control.change(
            ControlRequest(withdraw ? .withdraw : .correct, correction: correction))
        Terminal.say("arrow \(number) of \(path): \(withdraw ? "as it was read" : remove ? "removed" : score ?? "")")
    }

    /// The one photo of the book whose path ends as was typed.
    private func wholePath(in book: OpenBook) throws -> String {
        let paths = try book.sessions().flatMap(\.rounds).flatMap(\.ends).flatMap(\.photos).map(\.path)
        if paths.contains(photo) { return photo }
        let absolute = URL(fileURLWithPath: photo).path
        if paths.contains(absolute) { return absolute }
        let fitting = Set(paths.filter { $0.hasSuffix("/" + photo) })
        guard fitting.count < 2 else {
            throw ValidationError("Several photos end in '\(photo)': \(fitting.sorted().joined(separator: ", ")).")
        }
        guard let path = fitting.first else {
            throw ValidationError("No photo of the score book is '\(photo)'; 'quiver score report' names them.")
        }
        return path
    }

    private static func word(_ text: String) throws -> Correction.Word {
        switch text.uppercased() {
        case "X": return Correction.Word(score: 10, isX: true)
        case "M": return Correction.Word(score: 0)
        default:
            guard let score = Int(text), (0...10).contains(score) else {
                throw ValidationError("'\(text)' is no score; it is X, 10 to 1, or M.")
            }
            return Correction.Word(score: score)
        }
    }
}
