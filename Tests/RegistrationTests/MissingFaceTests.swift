import Registration
import Testing

@Suite struct MissingFaceTests {
    @Test func everyReasonIsASentenceOfItsOwn() {
        let sentences = Set(MissingFace.allCases.map(\.sentence))
        #expect(sentences.count == MissingFace.allCases.count)
        #expect(sentences.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
    }

    @Test func aReasonIsGivenOnlyWhereNothingWasFound() {
        #expect(FaceSearch(faces: []).reason == .noFace)
        #expect(FaceSearch(faces: [], reason: .partial).reason == .partial)
    }
}
