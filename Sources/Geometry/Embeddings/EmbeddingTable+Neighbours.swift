import CVectors
import Synchronization

extension EmbeddingTable {
    /// The nearest others of every vector, the nearest first: all pairs are compared, on all processors.
    ///
    /// Each pair is multiplied once, and counts for both, which halves the products; they are made by blocks that a processor's cache
    /// holds. Nothing is kept for the next call: that would be more memory than the vectors take, for a page that is opened now and
    /// then, and one photo more or less changes the nearest of any other.
    ///
    /// - Parameter most: So many of each; fewer where there are no more.
    public func neighbours(_ most: Int) -> [[Neighbour]] {
        let kept = min(most, count - 1)
        guard kept > 0 else { return Array(repeating: [], count: count) }
        let blocks = stride(from: 0, to: count, by: Self.block).map { $0..<min($0 + Self.block, count) }
        let lists = blocks.map { BlockLists($0, keeping: kept) }
        // The first blocks have the most others behind them, and so come first.
        _ = Array(blocks.indices).mapOnAllProcessors { own in
            var products = [Float](repeating: 0, count: Self.block * Self.block)
            let first = floats(blocks[own], width: width)
            for other in own..<blocks.count {
                let second = other == own ? first : floats(blocks[other], width: width)
                cvectors_products(first, blocks[own].count, second, blocks[other].count, width, &products)
                lists[own].take(products, of: lists[other].rows, isTurned: false)
                if other != own { lists[other].take(products, of: lists[own].rows, isTurned: true) }
            }
        }
        return lists.flatMap(\.found)
    }

    /// Rows that are compared with each other at a time: what both take fits a processor's cache.
    private static let block = 128

    /// Rows end in zeros, so that wide vectors need no rest.
    private var width: Int { (size + 15) / 16 * 16 }
}

/// The nearest of the rows of one block, which one thread after the other adds to, in any order.
private final class BlockLists: Sendable {
    let rows: Range<Int>
    private let lists: Mutex<(nearest: [NearestList], least: [Float])>

    init(_ rows: Range<Int>, keeping kept: Int) {
        self.rows = rows
        lists = Mutex((rows.map { _ in NearestList(most: kept) }, rows.map { _ in -.infinity }))
    }

    var found: [[EmbeddingTable.Neighbour]] { lists.withLock { $0.nearest.map(\.found) } }

    /// Adds what is near enough among others.
    ///
    /// - Parameters:
    ///   - products: What the rows of both come to.
    ///   - isTurned: Whether there is a row for each of the others; else there is one for each of these.
    func take(_ products: [Float], of others: Range<Int>, isTurned: Bool) {
        let (height, width) = isTurned ? (others.count, rows.count) : (rows.count, others.count)
        lists.withLock { lists in
            for first in 0..<height {
                // Bounds only grow: one that grew within a row lets through what the list itself refuses.
                let bounds = isTurned ? lists.least : [Float](repeating: lists.least[first], count: width)
                var second = Self.next(in: products, row: first, from: 0, bounds)
                while second < width {
                    let own = isTurned ? second : first
                    let other = others.lowerBound + (isTurned ? first : second)
                    if rows.lowerBound + own != other {
                        lists.nearest[own].add(other, products[first * width + second])
                        lists.least[own] = lists.nearest[own].least
                    }
                    second = Self.next(in: products, row: first, from: second + 1, bounds)
                }
            }
        }
    }

    /// The next place in a row of products that reaches its bound; how many there are where none does.
    private static func next(in products: [Float], row: Int, from place: Int, _ bounds: [Float]) -> Int {
        products.withUnsafeBufferPointer { products in
            products.baseAddress.map {
                cvectors_first_reaching($0 + row * bounds.count, bounds, place, bounds.count)
            } ?? bounds.count
        }
    }
}
