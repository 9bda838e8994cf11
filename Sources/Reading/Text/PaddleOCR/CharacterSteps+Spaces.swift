extension CharacterSteps {
    /// A space is put between two characters where it is at least this probable at a step between them.
    ///
    /// The model leaves out many spaces that are plain to see, and it hints at most of those with a small chance.
    private static let leastSpace: Float = 0.1

    /// Readings of this line with the spaces that were seen between them and were less probable than a blank.
    ///
    /// None within numbers: a point or a comma stands there in much white.
    func withSpaces(_ readings: [Reading], _ alphabet: Alphabet) -> [Reading] {
        var spaced: [Reading] = []
        for reading in readings {
            if let last = spaced.last, last.symbol != alphabet.space, reading.symbol != alphabet.space,
                !(alphabet.isOfNumber(last.symbol) && alphabet.isOfNumber(reading.symbol)),
                let seen = likeliest(alphabet.space, after: last.step, before: reading.step),
                seen.probability >= Self.leastSpace
            {
                spaced.append(seen)
            }
            spaced.append(reading)
        }
        return spaced
    }

    /// Where between two steps a class is most probable; nil where there is no step between them.
    private func likeliest(_ symbol: Int, after start: Int, before end: Int) -> Reading? {
        guard start + 1 < end else { return nil }
        return (start + 1..<end).map { Reading(step: $0, symbol: symbol, probability: step($0)[symbol]) }
            .max { $0.probability < $1.probability }
    }
}

extension Alphabet {
    /// Whether a class is a digit or a mark that numbers are written with.
    fileprivate func isOfNumber(_ symbol: Int) -> Bool {
        guard let scalar = self[symbol] else { return false }
        return ("0"..."9").contains(scalar) || ".,:-+$€£%".unicodeScalars.contains(scalar)
    }
}
