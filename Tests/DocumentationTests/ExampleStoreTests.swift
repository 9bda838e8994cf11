import Storage
import StorageTesting
import Testing

/// What the page "Add a queue store" asks every store to pass.
@Suite struct ExampleStoreTests {
    @Test(arguments: StoreCheck.all)
    func conforms(_ check: StoreCheck) throws {
        try check.run(on: MemoryQueueStore())
    }
}
