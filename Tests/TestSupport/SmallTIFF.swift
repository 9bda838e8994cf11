/// TIFFs of grey pages, each with a size and a shade of its own: 40 for the first, 80 for the second, and so on.
public enum SmallTIFF {
    /// A little-endian TIFF with a page for each size.
    ///
    /// - Parameter previews: Which of them, from 0 on, say that they are another one made smaller.
    public static func bytes(pages: [(width: Int, height: Int)], previews: Set<Int> = []) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> ($0 * 8) & 0xFF) } }
        var bytes = Array("II*\0".utf8) + little(8, 4)
        for (place, page) in pages.enumerated() {
            let isPreview = previews.contains(place)
            let directory = 2 + (isPreview ? 10 : 9) * 12 + 4
            let (pixels, area) = (bytes.count + directory, page.width * page.height)
            var entries = [
                (256, 3, page.width), (257, 3, page.height), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, pixels),
                (277, 3, 1), (278, 3, page.height), (279, 4, area),
            ]
            if isPreview { entries.insert((254, 4, 1), at: 0) }
            bytes += little(entries.count, 2)
            for (tag, type, value) in entries {
                bytes += little(tag, 2) + little(type, 2) + little(1, 4) + little(value, 4)
            }
            bytes += little(place + 1 < pages.count ? pixels + area : 0, 4)
            bytes += [UInt8](repeating: UInt8((place + 1) * 40 % 256), count: area)
        }
        return bytes
    }

    /// A square of one colour.
    public static func square(of colour: [UInt8], side: Int = 64) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> ($0 * 8) & 0xFF) } }
        let depths = 8 + 2 + 9 * 12 + 4
        let entries = [
            (256, 3, 1, side), (257, 3, 1, side), (258, 3, 3, depths), (259, 3, 1, 1), (262, 3, 1, 2),
            (273, 4, 1, depths + 6), (277, 3, 1, 3), (278, 3, 1, side), (279, 4, 1, side * side * 3),
        ]
        var bytes = Array("II*\0".utf8) + little(8, 4) + little(entries.count, 2)
        for (tag, type, count, value) in entries {
            bytes += little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
        }
        bytes += little(0, 4) + [8, 0, 8, 0, 8, 0]
        return bytes + (0..<side * side).flatMap { _ in colour }
    }
}
