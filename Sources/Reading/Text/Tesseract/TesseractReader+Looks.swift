import CTesseract
import Findings

extension TesseractReader {
    /// The largest picture that is read, in pixels: more makes pages slower and no better.
    private var largestArea: Double { settings.level == .fast ? 1_500_000 : 4_000_000 }

    /// The height of lines that Tesseract reads best, in pixels of their words' boxes.
    static let bestHeight = 24.0

    /// Below it, confident as Tesseract is, it takes letters for others.
    static let leastHeight = 16.0

    /// A page that is read with this confidence is not read again.
    static let sure = 0.93

    /// Reads the whole photo once.
    ///
    /// - Parameter scale: Pixels of the picture for one of the photo's; nil for all that a picture may have.
    func look(
        at turned: borrowing TesseractPicture, quarters: Int, angle: Double = 0, scale: Double? = nil,
        layout: ctess_layout = CTESS_PAGE
    ) throws(ReadingError) -> PageAttempt {
        let size = turned.size
        let photo = quarters % 2 == 0 ? size : PixelSize(width: size.height, height: size.width)
        // Tesseract's own limit is a side of 32,767 pixels.
        let most = min(
            (largestArea / Double(max(size.area, 1))).squareRoot(), 16_000 / Double(max(size.width, size.height)))
        let viewed = try ViewedPicture(
            of: turned, photo: photo, quarters: quarters, scale: min(scale ?? 1, most), angle: angle)
        let read = try engine.read(viewed.picture, as: layout, choices: settings.candidates > 0)
        return attempt(read, view: viewed.view, strict: layout == CTESS_SPARSE)
    }

    /// A reading, with what of it is text.
    func attempt(_ read: [ReadLine], view: PageView, strict: Bool) -> PageAttempt {
        let corrected = read.map { line in
            var line = line
            line.words = line.words.map(words.corrected)
            return line
        }
        return PageAttempt(view: view, read: corrected, lines: plausibility.filtered(corrected, strict: strict))
    }

    /// The place of the engine that reads a photo's script.
    ///
    /// Where the shapes of the letters leave it open, each engine looks once, and the one that reads best is taken.
    func engine(for photo: borrowing TesseractPicture, of choice: LanguageChoice) throws(ReadingError) -> Int {
        let lie = try lie(of: photo)
        let likely = choice.index(of: lie?.script)
        if lie?.isSureOfScript == true { return likely }
        let quarters = lie?.uprightQuarters ?? 0
        let turned = try photo.turned(quarters: quarters)
        var best = (place: likely, score: 0.0)
        for place in [likely] + engines.indices.filter({ $0 != likely }) {
            chosen = place
            let attempt = try look(at: turned, quarters: quarters)
            if attempt.isConvincing { return place }
            if attempt.score > best.score { best = (place, attempt.score) }
        }
        return best.place
    }

    /// Reads a photo the right way up, at the right size, and what is doubtful twice.
    func study(_ photo: borrowing TesseractPicture, isTable: Bool) throws(ReadingError) -> PageAttempt {
        var best = try uprightPage(of: photo)
        let turned = try photo.turned(quarters: best.view.quarters)
        best = try rescaled(best, of: turned)
        if isTable || best.isSparse { best = try byRows(best, of: turned) }
        if best.letters < 60 { best = try withScattered(best, of: turned) }
        return try withSecondLook(best, of: turned)
    }

    /// A first reading of the photo, turned the way up in which it reads best.
    private func uprightPage(of photo: borrowing TesseractPicture) throws(ReadingError) -> PageAttempt {
        // What lies turned is dear to read in many languages: each is tried on every word that none can read.
        if languages.count > 1, let likely = try likelyQuarters(of: photo), likely != 0 {
            let page = try look(atTurned: photo, quarters: likely)
            if page.isConvincing, page.quarters == 0 { return page }
        }
        var best = try look(atTurned: photo, quarters: 0)
        if best.quarters != 0 {
            let other = try look(atTurned: photo, quarters: 4 - best.quarters)
            if other.score > best.score * 0.8 { best = other }
        }
        guard !best.isConvincing, best.read.reduce(0, { $0 + $1.words.count }) >= 2 else { return best }
        let likely = try likelyQuarters(of: photo)
        for quarters in [likely ?? 1, 1, 3, 2].uniqued where quarters != 0 {
            let other = try look(atTurned: photo, quarters: quarters)
            // A photo is upright unless it surely is not.
            if other.isConvincing, other.score > best.score * 1.5 { best = other }
            if best.isConvincing { break }
        }
        return best
    }

    /// Reads the whole photo once, turned clockwise by quarters and levelled.
    private func look(
        atTurned photo: borrowing TesseractPicture, quarters: Int
    ) throws(ReadingError) -> PageAttempt {
        let turned = try photo.turned(quarters: quarters)
        return try look(at: turned, quarters: quarters, angle: try levelling(of: turned))
    }

    /// The angle that levels a picture's lines, in degrees clockwise; measured at a size that costs little.
    func levelling(of picture: borrowing TesseractPicture) throws(ReadingError) -> Double {
        let size = picture.size
        let degrees = try picture.resized(to: size.fitting(longestSide: 1600)).levelling
        // Less than that Tesseract follows by itself, and turning costs sharpness.
        return abs(degrees) < 0.4 ? 0 : degrees
    }

    /// By how many quarters clockwise the photo must be turned, by the shapes of its letters; nil for too few.
    private func likelyQuarters(of photo: borrowing TesseractPicture) throws(ReadingError) -> Int? {
        settings.level == .accurate ? try lie(of: photo)?.uprightQuarters : nil
    }

    /// The page read again where its letters are much larger or smaller than Tesseract likes, if that reads better.
    private func rescaled(
        _ attempt: PageAttempt, of turned: borrowing TesseractPicture
    ) throws(ReadingError) -> PageAttempt {
        guard let height = attempt.lineHeight, height > 0, attempt.confidence < Self.sure || height < Self.leastHeight
        else { return attempt }
        let factor = Self.bestHeight / height
        guard !(0.7...1.4).contains(factor) else { return attempt }
        // Beyond four times a photo's own pixels there is nothing to see.
        let other = try look(
            at: turned, quarters: attempt.view.quarters, angle: attempt.view.angle,
            scale: min(attempt.view.scale * factor, 4))
        return other.score > attempt.score ? other : attempt
    }

    /// The page read as one block of rows, if that reads more.
    private func byRows(
        _ attempt: PageAttempt, of turned: borrowing TesseractPicture
    ) throws(ReadingError) -> PageAttempt {
        let height = attempt.lineHeight.map { Self.bestHeight / max($0, 1) } ?? 1
        var rows = try look(
            at: turned, quarters: attempt.view.quarters, angle: attempt.view.angle,
            scale: min(max(attempt.view.scale * max(height, 1), 1), 4), layout: CTESS_ROWS)
        if settings.correction { rows.lines = rows.lines.map(\.withDigits) }
        return rows.score > attempt.score ? rows : attempt
    }

    /// The page, and words that stand alone in a picture, which reading in columns passes over.
    private func withScattered(
        _ attempt: PageAttempt, of turned: borrowing TesseractPicture
    ) throws(ReadingError) -> PageAttempt {
        var attempt = attempt
        let scattered = try look(
            at: turned, quarters: attempt.view.quarters, angle: attempt.view.angle, scale: attempt.view.scale,
            layout: CTESS_SPARSE)
        let taken = attempt.lines.map(\.box)
        var block = (attempt.lines.map(\.block).max() ?? -1) + 1
        var paragraph = (attempt.lines.map(\.paragraph).max() ?? -1) + 1
        for var line in scattered.lines where !taken.contains(where: { $0.intersectionOverUnion(line.box) > 0.1 }) {
            (line.block, line.paragraph) = (block, paragraph)
            (block, paragraph) = (block + 1, paragraph + 1)
            attempt.lines.append(line)
        }
        return attempt
    }

    /// Lines below this confidence are read again by themselves.
    private static let doubt = 0.85
    /// At most so many lines of a photo are read again.
    private static let mostLines = 40
    /// The height of a line's words in the picture that is made of it: that of the network's own input, less its margins.
    private static let height = 32.0

    /// The page with its doubtful lines read once more, each by itself and large enough, where that reads better.
    func withSecondLook(
        _ attempt: PageAttempt, of turned: borrowing TesseractPicture
    ) throws(ReadingError) -> PageAttempt {
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
    ) throws(ReadingError) -> ReadLine? {
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

extension [Int] {
    /// Each number once, where it comes first.
    fileprivate var uniqued: [Int] {
        var seen: Set<Int> = []
        return filter { seen.insert($0).inserted }
    }
}
