import Foundation
import SystemPackage
import Testing

@testable import SystemValues

/// A neighbour who swaps a folder against a link all the time.
@Suite struct RootFolderRaceTests {
    @Test(arguments: RootFolder.Lookup.allCases)
    func aSwappedFolderIsNeverFollowed(_ lookup: RootFolder.Lookup) throws {
        let scene = try Scene(lookup)
        try FileManager.default.createSymbolicLink(at: scene.folder["trap"], withDestinationURL: scene.outside)
        let outside = try scene.outsideFiles()
        let swapper = Swapper(scene.path("a"), FilePath(scene.folder["trap"].path))
        defer { swapper.stop() }
        var (reached, refused) = (0, 0)
        // On a busy machine the other thread may not run for a while.
        let end = ContinuousClock.now + .seconds(120)
        for number in 0... {
            if number >= 200_000 && .now > end || reached >= 100 && refused >= 100 { break }
            do throws(FolderError) {
                #expect(try scene.root.open("a/b/file").readText() == "inside")
                try scene.root.makeFolders("a/b/made")
                try scene.root.open(FilePath("a/b/made/\(number)"), for: .creating).close()
                try scene.root.rename(FilePath("a/b/made/\(number)"), to: "a/b/renamed", replacing: true)
                reached += 1
            } catch {
                // The folder may be back, or gone, when it is asked what stood in the way.
                let refusals: [FolderError.Reason] = [
                    .link, .system(.noSuchFileOrDirectory), .system(.notDirectory),
                ]
                #expect(refusals.contains(error.reason), "\(error)")
                refused += 1
            }
        }
        #expect(reached >= 100 && refused >= 100, "\(reached) reached, \(refused) refused")
        #expect(try scene.outsideFiles() == outside)
    }

    @Test(arguments: RootFolder.Lookup.allCases)
    func aSwappedFileIsNeverFollowed(_ lookup: RootFolder.Lookup) throws {
        let scene = try Scene(lookup)
        try FileManager.default.createSymbolicLink(
            at: scene.folder["trap"], withDestinationURL: scene.folder["outside/b/file"])
        let swapper = Swapper(scene.path("a/b/file"), FilePath(scene.folder["trap"].path))
        defer { swapper.stop() }
        var (reached, refused) = (0, 0)
        // On a busy machine the other thread may not run for a while.
        let end = ContinuousClock.now + .seconds(120)
        for number in 0... {
            if number >= 200_000 && .now > end || reached >= 100 && refused >= 100 { break }
            do throws(FolderError) {
                #expect(try scene.root.open("a/b/file").readText() == "inside")
                reached += 1
            } catch {
                #expect(error.reason == .link, "\(error)")
                refused += 1
            }
        }
        #expect(reached >= 100 && refused >= 100, "\(reached) reached, \(refused) refused")
    }
}

extension RegularFile {
    /// The whole content; nil where it could not be read.
    consuming func readText() -> String? { try? text() }
}
