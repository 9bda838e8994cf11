import Findings

/// Other readings of a line, put together from other readings of its characters.
struct LineCandidates {
    /// How many are wanted.
    let count: Int

    /// What Tesseract read counts as the most probable even where its dictionary outweighed a surer character.
    private static let mostOther = 0.95

    /// The most probable ones, without the line itself.
    ///
    /// A reading's confidence is the line's, times the ratio of the probabilities of each character that differs: the
    /// network gives each character's independently of its neighbours'.
    func candidates(of line: ReadLine) -> [TextCandidate] {
        guard count > 0 else { return [] }
        var readings = [TextCandidate(text: "", confidence: line.confidence)]
        for (index, word) in line.words.enumerated() {
            if index > 0 { append([TextCandidate(text: " ", confidence: 1)], to: &readings) }
            // Characters that do not spell the word, for example after a correction, are of no use.
            let spelled = word.characters.map { $0.choices.first?.text ?? "" }.joined() == word.text
            let whole = [[TextCandidate(text: word.text, confidence: 1)]]
            let characters = spelled ? word.characters.map(\.choices).filter { !$0.isEmpty } : whole
            for choices in characters { append(choices, to: &readings) }
        }
        let text = line.text
        return Array(readings.filter { $0.text != text }.prefix(count))
    }

    /// Every reading with every choice behind it, of which the most probable are kept.
    private func append(_ choices: [TextCandidate], to readings: inout [TextCandidate]) {
        let (read, best) = (choices.first?.text, max(choices.first?.confidence ?? 1, 0.01))
        var seen: Set<String> = []
        let likely = choices.filter { !$0.text.isEmpty && seen.insert($0.text).inserted }
        let longer = readings.flatMap { reading in
            likely.map { choice in
                let share = choice.text == read ? 1 : min(choice.confidence / best, Self.mostOther)
                return TextCandidate(text: reading.text + choice.text, confidence: reading.confidence * share)
            }
        }
        readings = Array(longer.sorted { $0.confidence > $1.confidence }.prefix(count + 1))
    }
}
