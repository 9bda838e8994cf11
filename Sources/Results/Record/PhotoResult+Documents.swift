import Findings

extension PhotoResult {
    /// What the photo's texts make as trees, one for each sheet that the parts of a text were looked for on; of a file with
    /// pages take each page's results alone (``ofPage(_:)``).
    public var documents: [DocumentPart] {
        var counts: [String: Int] = [:]
        // How many findings of the same detector come before those of each result: places count all of them.
        let entries = results.map { result in
            let first = counts[result.detector, default: 0]
            counts[result.detector] = first + result.found.items.count
            return (result: result, first: first)
        }
        return entries.compactMap { result, first in
            guard let contents = result.found.contents, !contents.isEmpty else { return nil }
            let codes = entries.flatMap { other, start in
                (other.found.codes ?? []).enumerated().filter { isOn($1, of: other, result) }.map { index, code in
                    (code, DetectorResult.Parent(detector: other.detector, index: start + index))
                }
            }
            var tree = DocumentTree(contents, from: first, of: result)
            for (code, place) in codes.sorted(by: { $0.0.corners.bounds.y < $1.0.corners.bounds.y }) {
                tree.add(DocumentPart(kind: "code", text: code.text, finding: place), at: code.corners)
            }
            return tree.page
        }
    }

    /// Whether a code stands on the page that parts of a text were looked for on.
    private func isOn(_ code: Code, of codes: DetectorResult, _ text: DetectorResult) -> Bool {
        guard codes.parent != text.parent, codes.parent == nil, let page = text.parent.flatMap(finding)?.region else {
            // A code that was read on a page of its own stands in the photo as well.
            return codes.parent == text.parent || text.parent == nil
        }
        return page.bounds.holds(code.corners.bounds.middle)
    }
}

/// A page's tree while it is put together.
private struct DocumentTree {
    /// With the parts so far.
    private(set) var page: DocumentPart
    /// The places of the parts of the page, in the same order.
    private var boxes: [Box] = []
    /// The cells of the tables among them: where each lies, and its row and place in the row.
    private var cells: [[(box: Box, row: Int, place: Int)]] = []

    init(_ contents: [ContentItem], from first: Int, of result: DetectorResult) {
        page = DocumentPart(kind: "page", finding: result.parent)
        let numbered = contents.enumerated().map { index, item in
            (item, DetectorResult.Parent(detector: result.detector, index: first + index))
        }
        for (item, place) in numbered where !item.kind.isData { add(block: item, place) }
        for (item, place) in numbered where item.kind.isData {
            let part = DocumentPart(kind: item.kind.rawValue, text: item.text, value: item.value, finding: place)
            add(part, at: item.corners)
        }
    }

    private mutating func add(block item: ContentItem, _ place: DetectorResult.Parent) {
        var part = DocumentPart(kind: item.role?.rawValue ?? item.kind.rawValue, finding: place)
        var own: [(box: Box, row: Int, place: Int)] = []
        if let table = item.table {
            for row in Dictionary(grouping: table.cells, by: \.row).sorted(by: { $0.key < $1.key }) {
                let sorted = row.value.sorted { $0.column < $1.column }
                own += sorted.enumerated().map { ($1.corners.bounds, part.parts.count, $0) }
                let parts = sorted.map { cell in
                    DocumentPart(
                        kind: "cell", text: cell.text,
                        cell: .init(column: cell.column, rowSpan: cell.rowSpan, columnSpan: cell.columnSpan))
                }
                part.parts.append(DocumentPart(kind: "row", parts: parts))
            }
        } else if let items = item.items {
            part.parts = items.map { DocumentPart(kind: "item", text: $0) }
        } else {
            part.text = item.text
        }
        page.parts.append(part)
        boxes.append(item.corners.bounds)
        cells.append(own)
    }

    /// Adds a piece of data or a code to the smallest part around its middle; to the page where there is none.
    mutating func add(_ part: DocumentPart, at corners: Quadrilateral) {
        let middle = corners.bounds.middle
        let around = boxes.indices.filter { boxes[$0].holds(middle) }
        guard let block = around.min(by: { boxes[$0].area < boxes[$1].area }) else {
            page.parts.append(part)
            return
        }
        let text = part.text ?? ""
        if let cell = cells[block].first(where: { $0.box.holds(middle) }) {
            page.parts[block].parts[cell.row].parts[cell.place].parts.append(part)
        } else if let item = page.parts[block].parts.firstIndex(where: {
            $0.kind == "item" && $0.text?.contains(text) == true
        }) {
            page.parts[block].parts[item].parts.append(part)
        } else {
            page.parts[block].parts.append(part)
        }
    }
}

extension Box {
    fileprivate var middle: Point { Point(x: x + width / 2, y: y + height / 2) }

    fileprivate func holds(_ point: Point) -> Bool {
        point.x >= x && point.x <= right && point.y >= y && point.y <= bottom
    }
}
