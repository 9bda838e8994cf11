import Scoring
import Testing

@Suite struct SessionLayoutTests {
    private func paths(_ layout: SessionLayout, _ photos: [CapturedPhoto]) -> [[[String]]] {
        layout.rounds(of: photos).map { $0.map { $0.map(\.path) } }
    }

    private func photo(_ path: String, _ captured: Int64? = nil) -> CapturedPhoto {
        CapturedPhoto(path: path, captured: captured)
    }

    @Test func timeGoesBeforeNames() {
        let photos = [photo("a/1.jpg", 30), photo("a/2.jpg", 10), photo("a/3.jpg", 20)]
        #expect(paths(SessionLayout(), photos) == [[["a/2.jpg"], ["a/3.jpg"], ["a/1.jpg"]]])
    }

    @Test func withoutTimesNumbersInNamesCount() {
        let photos = ["end10.jpg", "end9.jpg", "End1.jpg"].map { photo($0) }
        #expect(paths(SessionLayout(), photos) == [[["End1.jpg"], ["end9.jpg"], ["end10.jpg"]]])
    }

    @Test func aPhotoWithoutATimeStaysWithItsNeighbour() {
        let photos = [
            photo("0.jpg"), photo("1.jpg", 50), photo("1b.jpg"), photo("2.jpg", 40), photo("3.jpg", 60),
        ]
        #expect(paths(SessionLayout(), photos) == [[["0.jpg"], ["2.jpg"], ["1.jpg"], ["1b.jpg"], ["3.jpg"]]])
    }

    /// Whatever the order in which photos arrive, the ends are the same.
    @Test func arrivalDecidesNothing() {
        let photos = (0..<24).map { (number: Int) -> CapturedPhoto in
            photo("\(number).jpg", number.isMultiple(of: 5) ? nil : Int64(number / 3 * 1000))
        }
        let layout = SessionLayout(photosPerEnd: 2, endsPerRound: 4)
        let expected = paths(layout, photos)
        for step in [5, 7, 11, 23] {
            #expect(paths(layout, (0..<24).map { photos[$0 * step % 24] }) == expected)
        }
        #expect(paths(layout, photos.reversed()) == expected)
    }

    /// Photos an end, ends a round, and how many of five photos come where.
    private static let layouts: [(Int, Int?, [[Int]])] = [
        (1, nil, [[1, 1, 1, 1, 1]]), (2, nil, [[2, 2, 1]]), (1, 2, [[1, 1], [1, 1], [1]]), (2, 2, [[2, 2], [1]]),
        (9, 9, [[5]]), (0, 0, [[1], [1], [1], [1], [1]]),
    ]

    @Test(arguments: layouts)
    func photosBecomeEndsAndEndsRounds(_ perEnd: Int, _ perRound: Int?, _ expected: [[Int]]) {
        let layout = SessionLayout(photosPerEnd: perEnd, endsPerRound: perRound)
        #expect(paths(layout, (0..<5).map { photo("\($0).jpg") }).map { $0.map(\.count) } == expected)
    }

    @Test func noPhotosAreNoRounds() {
        #expect(SessionLayout(endsPerRound: 3).rounds(of: []).isEmpty)
    }

    @Test(arguments: [
        ("club/2026-07-14/IMG_1.jpg", "club/2026-07-14"), ("IMG_1.jpg", "."), ("/IMG_1.jpg", "/"), ("/a/b.jpg", "/a"),
    ])
    func aSessionIsAFolder(_ path: String, _ name: String) {
        #expect(Session.name(ofPhoto: path) == name)
    }
}
