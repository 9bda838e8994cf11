import Findings

// Tables whose cells only the gaps between columns part.
extension TableFinder {
    /// A gap between rows, in heights of letters, at which a table ends.
    private static let widestGap = 2.2
    /// Rows with one cell alone, one below the other, that a table may have: goods whose price was not read.
    private static let mostSingles = 5
    /// So many first rows of a stretch are left out before it is given up.
    private static let mostAttempts = 6
    /// Letters of a phrase above which columns are text and no cells.
    private static let proseLetters = 28.0

    /// All tables of the words with these numbers, downwards.
    func tables(of numbers: [Int]) -> [Found] {
        let rows = TextRow.all(of: words, numbers: numbers.filter { !isSpeck(words[$0]) }, textHeight: textHeight)
        var tables: [Found] = []
        var run: [TextRow] = []
        for row in rows {
            if let last = run.last, row.box.y - last.box.bottom > Self.widestGap * textHeight {
                tables += self.tables(in: run)
                run = []
            }
            run.append(row)
        }
        return tables + self.tables(in: run)
    }

    /// The tables of rows without wide gaps: the longest stretch whose rows fit columns, then those above and below.
    private func tables(in rows: [TextRow]) -> [Found] {
        var found: [Found] = []
        var (start, attempts) = (0, 0)
        while start < rows.count {
            guard rows[start].phrases.count >= 2 else {
                start += 1
                continue
            }
            let end = stretch(of: rows, from: start)
            if let table = table(withHeader(rows, start..<end)) {
                found.append(table)
                start = end
            } else {
                // A stretch that is no table may be one without its first rows; in a heap of words none ever is.
                attempts += 1
                start = attempts % Self.mostAttempts == 0 ? end : start + 1
            }
        }
        return found
    }

    /// The end of the rows from here on that have several phrases, or one that stands in a column of theirs.
    private func stretch(of rows: [TextRow], from start: Int) -> Int {
        var (end, last) = (start, start)
        while end < rows.count {
            let row = rows[end]
            if row.phrases.count >= 2 {
                last = end
            } else {
                let box = row.box
                // Over two phrases of one row above: a line of text, not a cell.
                let crosses = rows[start...last].suffix(6).contains { other in
                    other.phrases.filter { $0.box.overlapAcross(box) > textHeight * 0.35 }.count >= 2
                }
                let near = rows[max(start, end - 8)..<min(rows.count, end + 5)].filter { $0.phrases.count >= 2 }
                // Left edges show a column; right ones are ragged but for the last column's.
                let isAligned = near.contains { row in
                    row.phrases.contains { abs($0.box.x - box.x) < textHeight * 0.8 }
                        || abs(row.box.right - box.right) < textHeight * 0.8
                }
                // A word whose beginning was not read stands a little to the right.
                let isBetween =
                    end + 1 < rows.count && rows[end + 1].phrases.count >= 2
                    && near.contains { $0.box.x < box.x && box.right < $0.phrases[0].box.right + textHeight }
                guard !crosses, isAligned || isBetween, end - last <= Self.mostSingles else { break }
            }
            end += 1
        }
        return last + 1
    }

    /// The rows of a stretch, and the one above where it is a header over two of the columns.
    private func withHeader(_ rows: [TextRow], _ stretch: Range<Int>) -> [TextRow] {
        let own = Array(rows[stretch])
        guard stretch.lowerBound > 0, let above = rows[stretch.lowerBound - 1].phrases.first,
            rows[stretch.lowerBound - 1].phrases.count == 1
        else { return own }
        let columns = TableColumns(of: own, textHeight: textHeight)
        guard let first = columns.spans.first, let last = columns.spans.last, above.box.x > first.right,
            above.box.right < last.right + textHeight, columns.columns(of: above.box).count > 1
        else { return own }
        return [rows[stretch.lowerBound - 1]] + own
    }

    private func table(_ rows: [TextRow]) -> Found? {
        let several = rows.filter { $0.phrases.count >= 2 }
        guard several.count >= 2, Double(several.count) >= 0.4 * Double(rows.count) else { return nil }
        let columns = TableColumns(of: rows, textHeight: textHeight)
        guard columns.spans.count >= 2, rows.count >= 3 || columns.spans.count >= 3, !isProse(several) else {
            return nil
        }
        return UnruledCells(rows: rows, columns: columns, page: self).found()
    }

    /// Whether a word is a stain or a shadow that was read as a mark: no letter or digit in it, or few and all doubtful.
    private func isSpeck(_ word: PlacedWord) -> Bool {
        let letters = word.text.unicodeScalars.filter { $0.isLetter || $0.isDigit }.count
        return letters == 0 && word.confidence < 0.6 || letters <= 2 && word.confidence < 0.3
            || word.box.height > 3 * textHeight
    }

    /// Whether the phrases are lines of text in two columns of a page.
    private func isProse(_ rows: [TextRow]) -> Bool {
        let phrases = rows.flatMap(\.phrases)
        let long = phrases.filter { phrase in
            Double(phrase.words.reduce(0) { $0 + words[$1].text.count + 1 }) > Self.proseLetters
        }
        return Double(long.count) > 0.6 * Double(phrases.count)
    }
}

/// Makes cells of the phrases of rows and columns.
struct UnruledCells {
    /// The rows, downwards.
    let rows: [TextRow]
    /// The columns that they stand in.
    let columns: TableColumns
    /// The page that they are on.
    let page: TableFinder

    private struct Part {
        var rows: Range<Int>
        var columns: Range<Int>
        var words: [Int]
    }

    /// The table with its words; nil where it comes down to one row or one column.
    func found() -> TableFinder.Found? {
        let lines = rowNumbers()
        let count = (lines.map(\.upperBound).max() ?? 0)
        guard count >= 2, columns.spans.count >= 2 else { return nil }
        var parts: [Part] = []
        for (index, row) in rows.enumerated() {
            for phrase in row.phrases.flatMap(parted) {
                let place = columns.columns(of: phrase.box)
                // What stands in one place, or goes on from the row above, is one cell.
                if let same = parts.lastIndex(where: { $0.rows.overlaps(lines[index]) && $0.columns.overlaps(place) }) {
                    parts[same].words += phrase.words
                } else {
                    parts.append(Part(rows: lines[index], columns: place, words: phrase.words))
                }
            }
        }
        let edges = edges(lines, count)
        return found(parts, edges, count)
    }

    /// A phrase over two columns, cut where a wide space stands between them and each part lies in its own.
    private func parted(_ phrase: TextRow.Phrase) -> [TextRow.Phrase] {
        guard columns.columns(of: phrase.box).count > 1 else { return [phrase] }
        for cut in phrase.words.indices.dropFirst() {
            let (left, right) = (Array(phrase.words[..<cut]), Array(phrase.words[cut...]))
            let (a, b) = (Box(around: left.map { page.words[$0].box }), Box(around: right.map { page.words[$0].box }))
            guard b.x - a.right > page.textHeight * 0.7 else { continue }
            if columns.columns(of: a).upperBound <= columns.columns(of: b).lowerBound {
                return [TextRow.Phrase(words: left, box: a)] + parted(TextRow.Phrase(words: right, box: b))
            }
        }
        return [phrase]
    }

    /// The rows of the table that each row of words stands in: two for one between two others, the one above for a row
    /// that goes on.
    private func rowNumbers() -> [Range<Int>] {
        let pitches = zip(rows, rows.dropFirst()).map { $1.box.center.y - $0.box.center.y }
        let middle = pitches.sorted().dropFirst(pitches.count / 2).first ?? page.textHeight
        var numbers: [Range<Int>] = []
        var next = 0
        for (index, row) in rows.enumerated() {
            let places = row.phrases.map { columns.columns(of: $0.box) }
            let isFirstEmpty = !places.contains { $0.contains(0) }
            if index > 0, index + 1 < rows.count, pitches[index - 1] < 0.75 * middle, pitches[index] < 0.75 * middle,
                row.phrases.count < columns.spans.count
            {
                // Between two rows: it covers both.
                numbers.append(max(0, next - 1)..<next + 1)
            } else if index > 0, isFirstEmpty, pitches[index - 1] < 0.85 * middle, let last = numbers.last,
                last.count == 1
            {
                numbers.append(last)
            } else {
                numbers.append(next..<next + 1)
                next += 1
            }
        }
        return numbers.map { min($0.lowerBound, max(next - 1, 0))..<min($0.upperBound, max(next, 1)) }
    }

    /// The edges of the table's rows: midway between words above and below.
    private func edges(_ lines: [Range<Int>], _ count: Int) -> [Double] {
        let boxes = (0..<count).map { number in
            let own = number..<number + 1
            return Box(around: zip(lines, rows).filter { $0.0 == own }.map(\.1.box))
        }
        guard let first = boxes.first, let last = boxes.last else { return [] }
        return [first.y] + zip(boxes, boxes.dropFirst()).map { ($0.bottom + $1.y) / 2 } + [last.bottom]
    }

    private func found(_ parts: [Part], _ ys: [Double], _ count: Int) -> TableFinder.Found? {
        let spans = columns.spans
        guard let first = spans.first, let last = spans.last, ys.count == count + 1 else { return nil }
        let xs = [first.left] + zip(spans, spans.dropFirst()).map { ($0.right + $1.left) / 2 } + [last.right]
        var covered = Set<Int>()
        var cells = parts.map { part in
            for row in part.rows { for column in part.columns { covered.insert(row * spans.count + column) } }
            return cell(part.rows, part.columns, part.words, xs, ys)
        }
        for row in 0..<count {
            for column in spans.indices where !covered.contains(row * spans.count + column) {
                cells.append(cell(row..<row + 1, column..<column + 1, [], xs, ys))
            }
        }
        cells.sort { ($0.row, $0.column) < ($1.row, $1.column) }
        let numbers = Set(parts.flatMap(\.words))
        let filled = Double(parts.count) / Double(count * spans.count)
        let sure = numbers.map { page.words[$0].confidence }.reduce(0, +) / Double(max(numbers.count, 1))
        let box = Box(around: numbers.map { page.words[$0].box })
        return TableFinder.Found(
            table: TextTable(
                confidence: min(1, 0.3 + 0.4 * min(filled, 1) + 0.3 * sure), corners: page.slant.photo(box),
                isRuled: false,
                rows: count, columns: spans.count, cells: cells), words: numbers)
    }

    private func cell(
        _ rows: Range<Int>, _ columns: Range<Int>, _ numbers: [Int], _ xs: [Double], _ ys: [Double]
    ) -> TextTable.Cell {
        let lines = CellText.lines(numbers.map { page.words[$0] }, textHeight: page.textHeight)
        let box = Box(
            left: xs[columns.lowerBound], top: ys[rows.lowerBound], right: xs[columns.upperBound],
            bottom: ys[rows.upperBound])
        return TextTable.Cell(
            row: rows.lowerBound, column: columns.lowerBound, rowSpan: rows.count, columnSpan: columns.count,
            text: CellText.text(lines), corners: page.slant.photo(box))
    }
}
