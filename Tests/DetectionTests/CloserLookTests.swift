import Findings
import Testing

@testable import Detection

@Suite("A closer look")
struct CloserLookTests {
    private static let size = PixelSize(width: 1600, height: 800)

    private func faces(_ squares: [Box], isOn: Bool = true) throws -> (found: [Pose], looks: Int) {
        let model = BlobModel()
        let detector = try FaceDetector(detector: model, settings: MediaPipeSettings(looksCloser: isOn))
        let found = try BlobPhoto(Self.size, squares: squares).answer(of: detector).found.poses ?? []
        return (found, model.looks)
    }

    @Test func aSmallFaceIsFoundFromNear() throws {
        // Two pixels of the first look, four of the second, eight of the third.
        let square = Box(x: 1200, y: 600, width: 16, height: 16)
        let (found, looks) = try faces([square])
        #expect(found.count == 1)
        let box = try #require(found.first?.box)
        #expect(abs(box.x - square.x) <= 4 && abs(box.right - square.right) <= 4, "\(box)")
        #expect(abs(box.y - square.y) <= 4 && abs(box.bottom - square.bottom) <= 4, "\(box)")
        #expect((3...12).contains(looks), "only where something small showed: \(looks)")
        #expect(try faces([square], isOn: false).found.isEmpty)
    }

    @Test(arguments: [[], [Box(x: 500, y: 300, width: 200, height: 200)]])
    func aPhotoWithoutSmallFacesCostsOneLook(squares: [Box]) throws {
        let (found, looks) = try faces(squares)
        #expect(found.count == squares.count && looks == 1)
    }

    @Test func whatTheFirstLookFindsStaysAndIsFoundOnce() throws {
        // Seven pixels of the first look: sure, and small enough to be looked at from near as well.
        let square = Box(x: 700, y: 300, width: 58, height: 58)
        let (near, looks) = try faces([square])
        let (far, _) = try faces([square], isOn: false)
        #expect(near == far && near.count == 1 && looks > 1)
    }

    @Test func aGroupIsFoundWholly() throws {
        let squares = (0..<12).map { Box(x: 60 + 125 * Double($0), y: 350, width: 20, height: 20) }
        let (found, _) = try faces(squares)
        #expect(found.count == 12)
        for square in squares {
            #expect(found.count { $0.box.intersectionOverUnion(square) > 0.4 } == 1, "\(square)")
        }
        #expect(found.map(\.confidence) == found.map(\.confidence).sorted(by: >))
    }

    @Test(arguments: [
        (1600, 800, 800.0, 3), (1600, 800, 400, 15), (800, 800, 400, 9), (100, 30, 400, 1), (401, 400, 400, 2),
    ])
    func squaresCoverThePhoto(width: Int, height: Int, side: Double, count: Int) {
        let squares = CloserLook.squares(of: PixelSize(width: width, height: height), side: side)
        #expect(squares.count == count)
        for x in stride(from: 0.0, through: Double(width), by: 10) {
            for y in stride(from: 0.0, through: Double(height), by: 10) {
                #expect(squares.contains { $0.shows(Point(x: x, y: y)) })
            }
        }
    }
}
