import Findings
import Foundation
import Testing

@testable import Imaging

@Suite struct MemoryTests {
    /// Hundreds of photos through every path, in a process of its own, since memory belongs to a process.
    @Test func memoryDoesNotGrowWithTheNumberOfPhotos() async {
        await #expect(processExitsWith: .success) {
            let pictures = try [".jpg", ".png", ".webp", ".tif"].map { try TestPicture.gradient(500, 400).encoded($0) }
            try Self.work(on: pictures, count: 60)
            let before = try Self.residentBytes()
            try Self.work(on: pictures, count: 240)
            // 240 leaked pictures would be 144 MB; the allocator's own wandering is a few.
            let growth = try Self.residentBytes() - before
            #expect(growth < 16 << 20, "grew by \(growth) bytes")
        }
    }

    private static func work(on pictures: [[UInt8]], count: Int) throws {
        let size = PixelSize(width: 64, height: 64)
        let box = Box(x: 100, y: 100, width: 90, height: 80)
        for index in 0..<count {
            let bytes = pictures[index % pictures.count]
            let photo = try Photo.of(bytes)
            _ = try photo.input(size)
            _ = try photo.upright().annotated([Mark(box: box, label: "photo \(index)", classIndex: index)])
            let error = ImagingError.thrown { _ = try Photo.of(Array(bytes.prefix(bytes.count / 2))).input(size) }
            #expect(error != nil)
        }
    }

    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4_096
    }
}
