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

    /// Two containers may agree in host, start of the machine and process.
    @Test func chanceTellsAProcessFromOneThatLooksTheSame() {
        let me = Owner.current()
        let twin = Owner(host: me.host, boot: me.boot, pid: me.pid, started: me.started, life: me.life ^ 1)
        #expect(me.life != 0 && twin != me && twin.withoutLife == me.withoutLife)
        #expect(me.withoutLife.isAlive, "as a store has it that keeps no number of its life")
    }
}
