import Findings
import Geometry
import Testing

@Suite("Gestures")
struct SequenceQuestionTests {
    private static func labels(_ subject: SequenceQuestion.Subject, _ poses: [Pose], _ size: PixelSize) -> [String] {
        let frames = (0..<2).map {
            Frame(name: "\($0)", time: nil, size: size, results: [SequenceScene.poses(poses)])
        }
        return SequenceFinder(SequenceQuestion(subject, seen: 2, of: 2)).events(in: frames).map(\.label)
    }

    @Test(
        arguments: [
            (49.9, nil, true), (50, nil, false), (20, 0.5, true), (20, 0.49, false), (.nan, nil, false),
            (.infinity, nil, false), (0, nil, true),
        ] as [(Double, Double?, Bool)])
    func aPinchIsTwoTipsNearEachOther(pixels: Double, visibility: Double?, isPinch: Bool) {
        let hand = SequenceScene.hand(pixels, visibility: visibility)
        let expected = isPinch ? ["right hand"] : []
        let pinch = SequenceQuestion.Subject.pinch(.touching(.photo), detector: nil)
        #expect(Self.labels(pinch, [hand], SequenceScene.size) == expected)
        // The longer side counts, whichever it is.
        #expect(Self.labels(pinch, [hand], PixelSize(width: 500, height: 1000)) == expected)
    }

    @Test func eachHandIsItsOwn() {
        let hands = [
            SequenceScene.hand(10), SequenceScene.hand(20, label: "left hand"),
            SequenceScene.hand(20, label: "third hand", confidence: 0.4),
        ]
        #expect(Self.labels(.pinch(), hands, SequenceScene.size) == ["left hand", "right hand"])
        #expect(Self.labels(.pinch(detector: "other"), hands, SequenceScene.size) == [])
        #expect(
            Self.labels(.pinch(Nearness(0.015, of: .photo), detector: nil), hands, SequenceScene.size) == ["right hand"]
        )
    }

    @Test func anyTwoKeypointsMayBeAskedFor() {
        let tenth = Nearness(0.1, of: .photo)
        let near = SequenceQuestion.Subject.nearKeypoints("indexTip", "thumbTip", tenth, detector: nil)
        #expect(Self.labels(near, [SequenceScene.hand(99)], SequenceScene.size) == ["right hand"])
        let anywhere = Nearness(1, of: .photo)
        let unknown = SequenceQuestion.Subject.nearKeypoints("nose", "thumbTip", anywhere, detector: nil)
        #expect(Self.labels(unknown, [SequenceScene.hand(1)], SequenceScene.size) == [])
        #expect(near.name == "nearKeypoints" && SequenceQuestion.Subject.pinch().name == "pinch")
    }

    /// What else was read in a line changes from photo to photo.
    @Test func aTextThatIsAskedForIsOneInWhicheverLinesItStands() {
        let corners = Quadrilateral(
            topLeft: Point(x: 0, y: 0), topRight: Point(x: 90, y: 0), bottomRight: Point(x: 90, y: 20),
            bottomLeft: Point(x: 0, y: 20))
        let frames = ["Gate 12", "GATE 12.", "to gate 12 B"].enumerated().map { index, text in
            let line = TextLine(text: text, confidence: 0.9, corners: corners)
            return SequenceScene.frame(
                index, at: Double(index) * 500, [DetectorResult(detector: "text", task: .text, found: .texts([line]))])
        }
        func labels(_ label: String?) -> [String] {
            let question = SequenceQuestion(.label(label, detector: nil), seen: 3, of: 3)
            return SequenceFinder(question).events(in: frames).map(\.label)
        }
        #expect(labels("gate 12") == ["gate 12"])
        #expect(labels(nil) == [])
    }

    @Test func aPictureWithoutPixelsShowsNothing() {
        let pinch = SequenceQuestion.Subject.pinch(.touching(.photo), detector: nil)
        #expect(Self.labels(pinch, [SequenceScene.hand(0)], PixelSize(width: 0, height: 0)) == [])
    }
}
