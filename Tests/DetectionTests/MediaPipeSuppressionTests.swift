import Findings
import Testing

@testable import Detection

@Suite("MediaPipe's anchors and weighted suppression")
struct MediaPipeSuppressionTests {
    @Test func everyModelHasItsNumberOfAnchors() {
        #expect(KeypointDetector.Kind.faceShort.anchors.centers.count == 896)
        #expect(KeypointDetector.Kind.faceFull.anchors.centers.count == 2_304)
        #expect(KeypointDetector.Kind.palm.anchors.centers.count == 2_016)
        #expect(KeypointDetector.Kind.pose.anchors.centers.count == 2_254)
    }

    @Test func anchorsRunRowByRowAndLayersOfEqualStrideAreMerged() {
        let centers = KeypointDetector.Kind.faceShort.anchors.centers
        #expect(centers[0] == Point(x: 0.03125, y: 0.03125) && centers[1] == centers[0])
        #expect(centers[2] == Point(x: 0.09375, y: 0.03125))
        #expect(centers[32] == Point(x: 0.03125, y: 0.09375))
        // 16 × 16 × 2 of stride 8, then 8 × 8 × 6 of stride 16.
        #expect(Set(centers[512..<518]) == [Point(x: 0.0625, y: 0.0625)])
        #expect(centers[518] == Point(x: 0.1875, y: 0.0625))
        #expect(centers.last == Point(x: 0.9375, y: 0.9375))
    }

    private func detection(_ x: Double, score: Double, width: Double = 0.2) -> KeypointDetection {
        KeypointDetection(
            score: score, box: Box(x: x, y: 0.1, width: width, height: 0.2), keypoints: [Point(x: x, y: 0.5)])
    }

    @Test func aClusterBecomesItsWeightedMean() throws {
        let found = WeightedSuppression()([
            detection(0.1, score: 0.6), detection(0.14, score: 0.9), detection(0.7, score: 0.5),
        ])
        #expect(found.map(\.score) == [0.9, 0.5])
        let mean = (0.1 * 0.6 + 0.14 * 0.9) / 1.5
        #expect(abs(found[0].box.x - mean) < 1e-12 && abs(found[0].box.width - 0.2) < 1e-12)
        #expect(abs(found[0].keypoints[0].x - mean) < 1e-12)
        #expect(found[1].box.x == 0.7)
    }

    @Test func anOverlapOfExactlyTheLimitIsNoCluster() {
        let first = KeypointDetection(score: 0.9, box: Box(x: 0, y: 0, width: 4, height: 1), keypoints: [])
        let second = KeypointDetection(score: 0.8, box: Box(x: 2, y: 0, width: 4, height: 1), keypoints: [])
        #expect(WeightedSuppression(iou: 2 / 6.0)([first, second]).count == 2)
        #expect(WeightedSuppression(iou: 0.33)([first, second]).count == 1)
    }

    @Test func aBoxWithoutAreaEndsTheSearch() {
        let found = WeightedSuppression()([detection(0.1, score: 0.9, width: 0), detection(0.6, score: 0.8)])
        #expect(found.map(\.score) == [0.9])
        #expect(WeightedSuppression()([]).isEmpty)
    }
}
