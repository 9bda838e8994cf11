import Testing

@testable import Settings

@Suite struct ModelLibraryTests {
    @Test(arguments: [
        ("palm_detection_full", true), ("Zoë", true), ("a\u{1B}[31m", false), ("a\nb", false), ("a\u{9B}m", false),
        ("a\u{202E}b", false), ("", false), ("a/b", false), (".a", false), ("a.onnx", false),
    ])
    func aNameIsSafeToShowAndNoPath(text: String, isName: Bool) {
        #expect(ModelLibrary.isName(text) == isName)
    }
}
