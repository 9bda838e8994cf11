import Findings
import Testing

@testable import ModelFiles

@Suite("Model metadata")
struct ModelMetadataTests {
    @Test(
        "reads class names",
        arguments: [
            ("{0: 'arrow', 1: 'hole'}", ["arrow", "hole"]), ("{1: 'b', 0: 'a'}", ["a", "b"]),
            ("['a', 'b']", ["a", "b"]),
            ("{'0': 'a', '1': 'b'}", ["a", "b"]), ("{0: 'a', 2: 'c'}", ["a", "class 1", "c"]),
            (#"{0: "crow's nest"}"#, ["crow's nest"]),
        ])
    func names(text: String, names: [String]) {
        #expect(ModelMetadata(["names": text]).names == names)
    }

    @Test(
        "has no names where they are not names", arguments: ["{}", "[]", "5", "{-1: 'a'}", "{0: 5}", "{9999999: 'a'}"])
    func noNames(text: String) {
        #expect(ModelMetadata(["names": text]).names == nil)
    }

    @Test("reads the image size as height and width")
    func imageSize() {
        #expect(ModelMetadata(["imgsz": "[384, 640]"]).imageSize == PixelSize(width: 640, height: 384))
        #expect(ModelMetadata(["imgsz": "512"]).imageSize == PixelSize(width: 512, height: 512))
        #expect(ModelMetadata(["imgsz": "[0, 640]"]).imageSize == nil)
        #expect(ModelMetadata().imageSize == nil)
    }

    @Test("knows a model that suppresses double detections itself")
    func endToEnd() {
        #expect(ModelMetadata(["end2end": "True"]).isEndToEnd)
        #expect(ModelMetadata(["args": "{'batch': 1, 'nms': True}"]).isEndToEnd)
        #expect(!ModelMetadata(["args": "{'nms': None}", "end2end": "False"]).isEndToEnd)
        #expect(!ModelMetadata().isEndToEnd)
    }
}
