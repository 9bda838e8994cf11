import Intake
import Settings
import Storage
import SystemPackage
import SystemValues
import Testing

@testable import Supervisor

/// Which turn a photo takes that is taken in.
@Suite struct ArrivalPriorityTests {
    private static func photo(_ path: FilePath, below root: FilePath, changed milliseconds: Int64) -> Arrival {
        var way = path
        _ = way.removePrefix(root)
        return Arrival(
            at: RootedPath(root: 0, relative: way.rawBytes), path: path,
            identity: FileIdentity(
                device: 1, inode: 2, size: 3, mtimeNanoseconds: 4, ctimeNanoseconds: milliseconds * 1_000_000))
    }

    private static func watch(_ path: FilePath, _ priority: Int) -> Settings.Watch {
        var watch = Settings.Watch(path: path)
        watch.priority = priority
        return watch
    }

    /// Each folder's number first, and on one number what has just come.
    @Test func foldersComeByTheirNumberAndNewPhotosBeforeOld() {
        let priority = ArrivalPriority(
            [Self.watch("/camera", -2), Self.watch("/scans", 3), Self.watch("/plain/a.jpg", 1)], newFirst: true,
            since: 5_000)
        let photos = [
            Self.photo("/camera/b.jpg", below: "/camera", changed: 5_000),
            Self.photo("/camera/day/a.jpg", below: "/camera", changed: 4_999),
            Self.photo("/plain/b.jpg", below: "/plain", changed: 6_000),
            Self.photo("/plain/c.jpg", below: "/plain", changed: 0),
            Self.photo("/plain/a.jpg", below: "/plain", changed: 0),
            Self.photo("/scans/a.jpg", below: "/scans", changed: 9_000),
            Self.photo("/scans/b.jpg", below: "/scans", changed: 1_000),
        ]
        #expect(photos.map(priority.rank) == [-4, -3, 0, 1, 3, 6, 7])
        #expect(photos.map(priority.rank) == photos.map(priority.rank).sorted())
    }

    @Test func whereNewOnesAreNotPreferredTheFolderAloneCounts() {
        let photo = Self.photo("/scans/b.jpg", below: "/scans", changed: 1_000)
        #expect(ArrivalPriority([Self.watch("/scans", 3)], newFirst: false, since: 5_000).rank(of: photo) == 6)
        #expect(ArrivalPriority.none.rank(of: photo) == 0)
        // A run that ends takes what lies there.
        #expect(ArrivalPriority([Self.watch("/scans", 3)], newFirst: true).rank(of: photo) == 7)
    }

    @Test(arguments: -3...3, [false, true]) func aNumberIsItsLevelAndWhetherItIsBacklog(level: Int, isBacklog: Bool) {
        let priority = JobPriority(level: level, isBacklog: isBacklog)
        #expect(JobPriority(rank: priority.rank) == priority)
        #expect(priority.rank < JobPriority(level: level + 1).rank)
    }
}
