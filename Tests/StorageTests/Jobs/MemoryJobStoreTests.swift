import Storage
import StorageTesting
import Testing

@Suite struct MemoryJobStoreTests {
    @Test(arguments: StoreCheck.all)
    func conforms(_ check: StoreCheck) throws {
        try check.run(on: MemoryJobStore())
    }

    /// The invariants of the walk on many seeds; the stores being compared are of the same kind here.
    @Test(arguments: UInt64(1)...60)
    func rulesHoldOnRandomWalks(_ seed: UInt64) throws {
        var walk = RandomWalk(seed: seed, on: MemoryJobStore())
        try walk.run(steps: 300)
    }
}
