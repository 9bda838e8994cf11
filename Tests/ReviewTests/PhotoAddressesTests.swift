import SystemPackage
import SystemValues
import Testing

@testable import Review

/// Every host of a queue gives a photo the same id, wherever it has the folder of photos.
@Suite struct PhotoAddressesTests {
    private static func host(_ path: String) -> PhotoAddresses {
        PhotoAddresses(RootNames([RootName(name: "club", path: FilePath(path))]))
    }

    @Test func hostsAgreeOnAPhoto() {
        let (here, there, alone) = (Self.host("/photos"), Self.host("/mnt/nas"), PhotoAddresses(RootNames([])))
        let id = here.id(of: "/photos/day/1.jpg")
        #expect(id == there.id(of: "/mnt/nas/day/1.jpg"))
        #expect(here.photo(id, among: { ["/photos/day/1.jpg"] }) == "/photos/day/1.jpg")
        #expect(there.photo(id, among: { ["/mnt/nas/day/1.jpg"] }) == "/mnt/nas/day/1.jpg")
        #expect(id != alone.id(of: "/photos/day/1.jpg"))
        // What lies in no named folder has the same path everywhere.
        #expect(here.id(of: "/scans/2.jpg") == alone.id(of: "/scans/2.jpg"))
    }

    @Test func anIdFromBeforeTheFolderHadANameStillLeadsToThePhoto() {
        let photos = ["/photos/1.jpg", "/photos/2.jpg", "/scans/1.jpg"]
        let (alone, shared) = (PhotoAddresses(RootNames([])), Self.host("/photos"))
        for photo in photos {
            #expect(shared.photo(alone.id(of: photo), among: { photos }) == photo)
            #expect(shared.photo(shared.id(of: photo), among: { photos }) == photo)
        }
        #expect(shared.photo(alone.id(of: "/photos/3.jpg"), among: { photos }) == nil)
    }
}
