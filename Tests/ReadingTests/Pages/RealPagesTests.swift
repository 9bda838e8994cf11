import Findings
import Foundation
import TestSupport
import Testing

@testable import Reading

@Suite("Pages of paper in real photos", .enabled(if: Cases.isAvailable))
struct RealPagesTests {
    private struct Corners: Decodable {
        let corners: [String: [Double]]

        var points: [Point] {
            ["top_left", "top_right", "bottom_right", "bottom_left"].compactMap { name in
                corners[name].flatMap { $0.count == 2 ? Point(x: $0[0], y: $0[1]) : nil }
            }
        }
    }

    @Test("Nine of ten receipts are framed to within 2 % of the diagonal, and all are found")
    func receipts() throws {
        var errors: [String: Double] = [:]
        for folder in ["contrast_high", "contrast_medium", "contrast_low"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: Cases.file("documents/\(folder)").path)
            for name in names where name.hasSuffix(".jpeg") {
                let path = "documents/\(folder)/\(name)"
                let label = try Data(contentsOf: Cases.file(path.replacingOccurrences(of: ".jpeg", with: ".json")))
                let corners = try JSONDecoder().decode(Corners.self, from: label).points
                let scene = try Scene(case: path)
                errors[path] = try scene.pages().first.map { scene.error($0, from: corners) } ?? .infinity
            }
        }
        #expect(errors.count == 12)
        #expect(errors.values.allSatisfy { $0 < 0.04 }, "\(errors)")
        #expect(Double(errors.values.count { $0 < 0.02 }) >= 0.9 * Double(errors.count), "\(errors)")
    }

    @Test("The sheets of target faces are framed", arguments: ["sample_1.JPG", "sample_2.JPG"])
    func faces(name: String) throws {
        // Marked by eye on enlarged parts of the photos, to within two or three pixels.
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/archery-holes.json")
        let labels = try JSONDecoder().decode([String: [[Double]]].self, from: Data(contentsOf: file))
        let corners = try #require(labels[name]).map { Point(x: $0[0], y: $0[1]) }
        let scene = try Scene(case: "archery-holes/\(name)")
        let pages = try scene.pages()
        #expect(pages.count == 1)
        #expect(scene.error(try #require(pages.first), from: corners) < 0.006)
    }

    @Test(
        "Photos of people, things and landscapes have no page",
        arguments: [
            "exif/Landscape_1.jpg", "exif/Landscape_8.jpg", "people/photos/face_astronaut.png",
            "people/photos/face_down.jpg", "people/photos/face_profile_camera.png", "people/photos/faces_group.jpg",
            "people/photos/faces_solvay1927.jpg", "people/photos/hand_business.png", "people/photos/hand_call.jpg",
            "people/photos/hand_point.jpeg", "people/photos/object_burger.jpg", "people/photos/object_coffee.png",
            "people/photos/object_rocket.jpg", "people/photos/people_behind_bikers.jpg",
            "people/photos/people_bus.jpg", "people/photos/people_runner_bib.jpg", "people/photos/people_yoga.jpg",
            "people/photos/negative_black.jpg",
        ])
    func noPages(path: String) throws {
        #expect(try Scene(case: path).pages().isEmpty)
    }

    @Test(
        "Scans are pages from edge to edge",
        arguments: ["eurotext.tif", "phototest.tif", "phototest_2.tif", "phototest-rotated-R.png", "phototestrot.tif"])
    func scans(name: String) throws {
        let scene = try Scene(case: "ocr/\(name)")
        #expect(try scene.pages().map(\.corners.corners) == [scene.frame])
    }

    @Test("The rings of a flat target face are round")
    func rings() throws {
        let scene = try Scene(case: "archery-holes/sample_1.JPG")
        let page = try #require(try scene.pages().first)
        let flat = try scene.flat(page)
        // The blue zone is the only blue on the sheet.
        var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
        for y in 0..<flat.size.height {
            for x in 0..<flat.size.width {
                let place = (y * flat.size.width + x) * 3
                guard Int(flat.bytes[place + 2]) > Int(flat.bytes[place]) + 70 else { continue }
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            }
        }
        let ratio = Double(right - left) / Double(bottom - top)
        #expect(abs(ratio - 1) < 0.02)
    }
}
