import ArgumentParser
import Evaluation
import JSONTree
import Supervisor

extension FindCommand {
    /// Prints places at which the same class is found in many photos of a folder, with the rules that ignore them.
    func say(_ found: RepeatedPlaces) throws {
        let shown = Array(found.places.prefix(limit ?? 20))
        switch output.format {
        case .json: Terminal.say(JSONValue.array(shown.map(\.json)).document)
        case .jsonl: for one in shown { Terminal.say(one.json.line) }
        case .text where !shown.isEmpty:
            let text = RepeatedText(found.places, shown: shown.count, further: "--limit", paint: output.paint)
            Terminal.say(text.lines(head: "found again and again at one place").joined(separator: "\n"))
        case .text: break
        }
        guard !found.places.isEmpty else {
            Terminal.talk("in \(counted(found.photos, "photo")) nothing is found again and again at one place")
            throw ExitCode(1)
        }
        Terminal.talk("look at these places first: an object that stands still is found again and again too")
    }
}
