import Detection
import Findings
import TextLayout
import WorkerProtocol

/// Makes paragraphs, lists, tables and data of the lines that another detector read.
final class ExtractDetector: FollowingDetector {
    let request = PixelRequest.wholePhoto
    /// The kinds of parts and data.
    let classNames = ContentItem.Kind.allCases.map(\.rawValue)
    private let reader: LayoutReader
    private let maximum: Int
    /// The kinds of data that are looked for alone; empty for everything.
    private let contents: [TextDatum.Kind]

    /// - Parameters:
    ///   - options: What is known of the texts.
    ///   - contents: The kinds of data that are looked for alone; empty for everything.
    init(options: DataOptions, contents: [TextDatum.Kind] = [], maximum: Int) {
        reader = LayoutReader(data: options)
        self.contents = contents
        self.maximum = maximum
    }

    /// The parts of the layout in reading order, and after them the data.
    func detect(_ pixels: PhotoPixels, after found: [any Finding]) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let lines = found.compactMap { $0 as? TextLine }
        let layout = lines.isEmpty ? TextLayout() : reader.layout(of: lines, pixels: pixels.bytes, size: pixels.size)
        let parts = layout.order.map { part in
            switch part {
            case .paragraph(let place): layout.paragraphs[place].item(of: lines)
            case .list(let place): layout.lists[place].item(of: lines)
            case .table(let place): layout.tables[place].item
            }
        }
        let data = layout.data.filter { contents.isEmpty || contents.contains($0.kind) }.compactMap(\.item)
        let items = (contents.isEmpty ? parts : []) + data
        return DetectorAnswer(
            found: .contents(Array(items.prefix(maximum))), infer: .zero, decode: clock.now - start)
    }
}

extension DetectorRecipe {
    static let extract = ofNoModel(follows: .findings) {
        ExtractDetector(
            options: $0.dataOptions, contents: $0.settings.text.contents, maximum: $0.settings.maxDetections)
    }
}

extension WorkPlan.Detector {
    /// What the settings say of the texts in which data are looked for.
    var dataOptions: DataOptions {
        DataOptions(
            region: settings.text.country,
            dateOrder: settings.text.dates.map { $0 == .dayFirst ? .dayFirst : .monthFirst })
    }
}

extension Quadrilateral {
    /// The mean confidence of the lines whose middle lies in it; 1 where there are none.
    fileprivate func confidence(of lines: [TextLine]) -> Double {
        let own = lines.filter { line in
            let (box, middle) = (bounds, line.corners.bounds)
            let (x, y) = (middle.x + middle.width / 2, middle.y + middle.height / 2)
            return (box.x...max(box.right, box.x)).contains(x) && (box.y...max(box.bottom, box.y)).contains(y)
        }
        return own.isEmpty ? 1 : own.reduce(0) { $0 + $1.confidence } / Double(own.count)
    }
}

extension TextParagraph {
    fileprivate func item(of lines: [TextLine]) -> ContentItem {
        ContentItem(
            kind: .paragraph, role: role, text: text, confidence: corners.confidence(of: lines), corners: corners)
    }
}

extension TextList {
    fileprivate func item(of lines: [TextLine]) -> ContentItem {
        ContentItem(
            kind: .list, text: items.map(\.text).joined(separator: "\n"), confidence: corners.confidence(of: lines),
            corners: corners, items: items.map(\.text))
    }
}

extension TextTable {
    fileprivate var item: ContentItem {
        ContentItem(kind: .table, text: csv, confidence: confidence, corners: corners, table: self)
    }
}

extension TextDatum {
    fileprivate var item: ContentItem? {
        ContentItem.Kind(rawValue: kind.rawValue).map {
            ContentItem(kind: $0, text: text, value: value, confidence: confidence, corners: corners)
        }
    }
}
