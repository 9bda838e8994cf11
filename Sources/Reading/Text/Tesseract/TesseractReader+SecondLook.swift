import CTesseract
import Findings

extension TesseractReader {
    /// Lines below this confidence are read again by themselves.
    private static let doubt = 0.85
    /// At most so many lines of a photo are read again.
    private static let mostLines = 40
    /// The height of a line's words in the picture that is made of it: that of the network's own input, less its margins.
    private static let height = 32.0

    /// The page with its doubtful lines read once more, each by itself and large enough, where that reads better.
    func withSecondLook(
        _ attempt: PageAttempt, of turned: borrowing TesseractPicture
    ) throws(TextReadingError) -> PageAttempt {
        var attempt = attempt
        var left = Self.mostLines
        for index in attempt.lines.indices where attempt.lines[index].confidence < Self.doubt && left > 0 {
            left -= 1
            let line = attempt.lines[index]
            guard let again = try lookAgain(at: line, in: attempt.view, of: turned, strict: false) else { continue }
            // Not shorter: half a line is often read with more confidence than the whole.
            if again.confidence > line.confidence + 0.02, again.letters * 10 >= line.letters * 9 {
                attempt.lines[index] = again
            }
        }
        return attempt
    }

    /// A line read by itself; nil where nothing is read.
    private func lookAgain(
        at line: ReadLine, in view: PageView, of turned: borrowing TesseractPicture, strict: Bool
    ) throws(TextReadingError) -> ReadLine? {
        let box = line.box
        guard line.quarters == 0, box.height >= 4, box.width >= 4 else { return nil }
        let margin = box.height / 3
        let around = Box(
            left: box.x - margin, top: box.y - margin, right: box.right + margin, bottom: box.bottom + margin)
        let part = Box(around: Quadrilateral(around).corners.map(view.turned))
        let scale = min(Self.height / box.height * view.scale, 4, 8_000 / max(part.width, 1))
        let viewed = try ViewedPicture(
            of: turned, photo: view.photo, quarters: view.quarters, part: part, scale: scale, angle: view.angle)
        let read = try engine.read(viewed.picture, as: CTESS_LINE, choices: settings.candidates > 0)
        let found = self.attempt(read, view: viewed.view, strict: strict).lines
        guard var again = found.max(by: { $0.letters < $1.letters }) else { return nil }
        (again.block, again.paragraph) = (line.block, line.paragraph)
        for word in again.words.indices {
            let corners = Quadrilateral(again.words[word].box).corners.map(viewed.view.turned)
            let found = Box(around: corners.map(view.picture(turned:)))
            // Marks of the lines above and below reach into the picture of one line.
            again.words[word].box = Box(
                left: found.x, top: max(found.y, box.y), right: found.right,
                bottom: max(min(found.bottom, box.bottom), max(found.y, box.y)))
        }
        return again
    }
}
