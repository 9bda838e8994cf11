import Findings

/// Finds the lists in a column of lines.
struct ListFinder {
    /// The lines, downwards.
    let column: [TextPiece]
    /// The height of ordinary words.
    let textHeight: Double

    /// A list and the lines of the column that it takes.
    struct Found {
        var lines: Range<Int>
        var list: TextList
    }

    private struct Item {
        var marker: ListMarker
        var lines: [Int]
        var left: Double
        var textLeft: Double
    }

    /// All lists of two items or more.
    func lists() -> [Found] {
        var (found, items, index) = ([Found](), [Item](), 0)
        while index < column.count {
            if let item = item(index), items.isEmpty || fits(item, items) {
                items.append(item)
            } else if let last = items.last, goesOn(index, last) {
                items[items.count - 1].lines.append(index)
            } else if !items.isEmpty {
                if let list = list(items) { found.append(list) }
                items = []
                continue
            }
            index += 1
        }
        if let list = list(items) { found.append(list) }
        return found
    }

    private func item(_ index: Int) -> Item? {
        let words = column[index].words
        guard let first = words.first else { return nil }
        if words.count >= 2, let marker = ListMarker(first.text) {
            return Item(marker: marker, lines: [index], left: first.box.x, textLeft: words[1].box.x)
        }
        // A bullet that the engine joined to its word.
        guard let sign = first.text.first, "•‣◦▪●○■►".contains(sign), first.text.count > 1,
            let marker = ListMarker(String(sign))
        else { return nil }
        return Item(marker: marker, lines: [index], left: first.box.x, textLeft: first.box.x + textHeight * 0.6)
    }

    /// Whether an item goes on a list: after the last one at its level, or one level deeper or higher.
    private func fits(_ item: Item, _ items: [Item]) -> Bool {
        guard let last = items.last, isNear(item.lines[0], last.lines[last.lines.count - 1]) else { return false }
        let peer = items.last { abs($0.left - item.left) < textHeight * 0.9 }
        if let peer {
            return item.marker.follows(peer.marker) || item.marker.kind == peer.marker.kind && item.marker.value == 1
        }
        // Another level: it begins anew.
        return abs(item.left - last.left) < textHeight * 8 && (!item.marker.isNumber || item.marker.value == 1)
    }

    private func goesOn(_ index: Int, _ item: Item) -> Bool {
        guard item.lines[item.lines.count - 1] == index - 1, isNear(index, index - 1) else { return false }
        return column[index].box.x > item.left + textHeight * 0.5
            && abs(column[index].box.x - item.textLeft) < textHeight * 1.2
    }

    private func isNear(_ index: Int, _ before: Int) -> Bool {
        column[index].box.y - column[before].box.bottom < textHeight * 1.8
    }

    private func list(_ items: [Item]) -> Found? {
        guard items.count >= 2, let first = items.first, let last = items.last?.lines.last else { return nil }
        let lefts = LevelRule.clusters(items.map(\.left), within: textHeight * 0.9)
        let made = items.map { item in
            let lines = item.lines.map { column[$0] }
            var texts = lines.map(\.text)
            texts[0] = texts[0].dropFirst(item.marker.text.count).trimmingPrefix(" ").description
            let level = lefts.firstIndex { abs($0 - item.left) < textHeight * 0.9 } ?? 0
            return TextList.Item(
                marker: item.marker.text, text: Paragraphs.joined(texts), level: level,
                corners: Quadrilateral(Box(around: lines.flatMap(\.points))))
        }
        return Found(
            lines: first.lines[0]..<last + 1,
            list: TextList(
                isNumbered: first.marker.isNumber, items: made,
                corners: Quadrilateral(Box(around: items.flatMap { $0.lines.flatMap { column[$0].points } }))))
    }
}

/// What stands in front of a list's item.
struct ListMarker: Hashable {
    /// What kind of marker it is; items of one list have the same.
    enum Kind: Hashable {
        /// A bullet or a dash.
        case bullet
        /// What engines read for a bullet they do not know: it needs company.
        case doubtful(String)
        /// A number, and what follows it: `.` or `)`.
        case number(Character)
        /// A letter, and what follows it.
        case letter(Character)
    }

    /// Its kind.
    var kind: Kind
    /// The number, or the letter's place from 1.
    var value: Int
    /// As it was read.
    var text: String

    /// The marker that a word is; nil where it is none.
    init?(_ word: String) {
        text = word
        value = 0
        if ["•", "‣", "◦", "▪", "●", "○", "■", "□", "–", "—", "-", "*", "·", "►", "➢", "✓", "☐", "∙"].contains(word) {
            kind = .bullet
        } else if ["e", "o", "¢", "«", "»", "©", "°", "®", "+", "~", "=", "O", "@"].contains(word) {
            kind = .doubtful(word)
        } else {
            var body = Substring(word)
            guard let end = body.popLast(), end == "." || end == ")" else { return nil }
            if body.first == "(", end == ")" { body.removeFirst() }
            if body.utf8.count <= 3, !body.isEmpty, body.utf8.allSatisfy({ (48...57).contains($0) }),
                let number = Int(body)
            {
                (kind, value) = (.number(end), number)
            } else if body.utf8.count == 1, let letter = body.lowercased().utf8.first, (97...122).contains(letter) {
                (kind, value) = (.letter(end), Int(letter) - 96)
            } else {
                return nil
            }
        }
    }

    /// Whether it counts.
    var isNumber: Bool {
        switch kind {
        case .bullet, .doubtful: false
        case .number, .letter: true
        }
    }

    /// Whether an item with this marker can follow one with another: the same kind, and the next number.
    func follows(_ other: ListMarker) -> Bool {
        kind == other.kind && (!isNumber || value > other.value && value - other.value <= 2)
    }
}
