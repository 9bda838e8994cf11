import Storage
import Testing

@Suite struct IdentifiersTests {
    @Test func aClaimIsReadAsItIsWritten() {
        let claim = ClaimID(job: JobID(rawValue: 17), claimNumber: 3)
        #expect(claim.description == "17.3")
        #expect(ClaimID("17.3") == claim)
    }

    @Test(arguments: ["", "17", "17.", ".3", "17.3.1", "a.b", "17 .3"])
    func nothingElseIsAClaim(_ text: String) {
        #expect(ClaimID(text) == nil)
    }

    @Test func aFingerprintIsReadAsItIsWritten() throws {
        let bytes = (0..<32).map { UInt8($0 * 8) }
        let fingerprint = try #require(Fingerprint(bytes))
        #expect(fingerprint.bytes == bytes)
        #expect(fingerprint.head == 0x0008_1018_2028_3038)
        #expect(fingerprint.description.hasPrefix("0008101820283038"))
        #expect(fingerprint.description == "0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8")
        #expect(Fingerprint(bytes.dropLast()) == nil)
    }

    @Test(arguments: JobState.allCases)
    func statesAreReadAsTheyAreWritten(_ state: JobState) {
        #expect(JobState(word: state.description) == state)
        #expect(JobState(word: state.description.uppercased()) == nil)
    }

    @Test func aPlaceIsItsFolderAndItsName() {
        let place = Place(root: [1], path: Array("a/b/c.jpg".utf8))
        #expect(place.folder == Array("a/b".utf8))
        #expect(place.name == Array("c.jpg".utf8))
        #expect(Place(root: [1], folder: place.folder, name: place.name) == place)
        #expect(Place(root: [1], folder: [], name: [2]).path == [2])
    }
}
