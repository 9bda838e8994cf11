import Storage
import Testing

@Suite struct OwnerTests {
    @Test func thisProcessLives() {
        let owner = Owner.current()
        #expect(owner == Owner.current())
        #expect(owner.isAlive)
        #expect(owner.started > 0)
        #expect(!owner.boot.isEmpty)
    }

    @Test func itsNumberInAnotherLifeDoesNot() {
        let me = Owner.current()
        #expect(!Owner(host: me.host, boot: me.boot, pid: me.pid, started: me.started - 1).isAlive)
        #expect(!Owner(host: me.host, boot: "before", pid: me.pid, started: me.started).isAlive)
        #expect(!Owner(host: me.host, boot: me.boot, pid: .max, started: 5).isAlive)
    }
}
