import Storage
import Testing

@testable import StorageSQLite

@Suite struct PackedOutputTests {
    private let place = Place(root: [47], path: Array("day/a.jpg".utf8))

    @Test(arguments: ["day/a.jpg.json", "day/a.jpg", "day/a", "", "drop/day/a.jpg.json", "day/b.jpg.json"])
    func comesBackAsItWas(_ output: String) {
        let packed = PackedOutput.pack(Array(output.utf8), for: place)
        #expect(packed.withUnsafeBytes { PackedOutput.unpack($0, for: place, job: 7) } == Array(output.utf8))
    }

    @Test(arguments: ["/etc/profile.d/x.sh", "../.bash_aliases", "day/../../x", "day//x", "./x", "x\u{0}y"])
    func whatLeadsOutOfTheResultsIsNotBelieved(_ output: String) {
        let packed = PackedOutput.pack(Array(output.utf8), for: place)
        #expect(packed.withUnsafeBytes { PackedOutput.unpack($0, for: place, job: 7) } == Array("job-7.json".utf8))
        let out = Place(root: [47], path: Array("../a".utf8))
        #expect([UInt8(0)].withUnsafeBytes { PackedOutput.unpack($0, for: out, job: 7) } == Array("job-7.json".utf8))
    }

    @Test func thePhotosOwnPathIsNotStoredTwice() {
        #expect(PackedOutput.pack(Array("day/a.jpg.json".utf8), for: place) == [0] + Array(".json".utf8))
    }

    @Test func aPathIsCutAtItsLastSlash() {
        #expect(Array(place.folderSlice) == place.folder && Array(place.nameSlice) == place.name)
        let bare = Place(root: [47], path: Array("a.jpg".utf8))
        #expect(bare.folderSlice.isEmpty && Array(bare.nameSlice) == bare.name)
    }
}
