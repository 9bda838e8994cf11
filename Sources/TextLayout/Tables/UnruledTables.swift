import Findings

/// Tables whose cells only the gaps between columns part.
struct UnruledTables {
    /// The words of the page.
    let words: [PlacedWord]
    /// How the page lies in its photo.
    let slant: Slant
    /// The height of ordinary words.
    let textHeight: Double

    /// A gap between rows, in heights of letters, at which a table ends.
    private static let widestGap = 2.2
    /// Rows with one cell alone, one below the other, that a table may have: goods whose price was not read.
    private static let mostSingles = 5
    /// So many first rows of a stretch are left out before it is given up.
    private static let mostAttempts = 6
    /// Letters of a phrase above which columns are text and no cells.
    private static let proseLetters = 28.0

    /// All tables of the words with these numbers, downwards.
    func tables(of numbers: [Int]) -> [RuledTables.Found] {
        let rows = TextRow.all(of: words, numbers: numbers.filter { !isSpeck(words[$0]) }, textHeight: textHeight)
        var tables: [RuledTables.Found] = []
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
    private func tables(in rows: [TextRow]) -> [RuledTables.Found] {
        var found: [RuledTables.Found] = []
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
                // Left edges tell a column; right ones are ragged but for the last column's.
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

    private func table(_ rows: [TextRow]) -> RuledTables.Found? {
        let several = rows.filter { $0.phrases.count >= 2 }
        guard several.count >= 2, Double(several.count) >= 0.4 * Double(rows.count) else { return nil }
        let columns = TableColumns(of: rows, textHeight: textHeight)
        guard columns.spans.count >= 2, rows.count >= 3 || columns.spans.count >= 3, !isProse(several) else {
            return nil
        }
        return UnruledCells(rows: rows, columns: columns, words: words, slant: slant, textHeight: textHeight).found()
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
