import Confinement
import Foundation
import SystemPackage
import Testing

@Suite struct ConfinementCodingTests {
    @Test func everyPathSurvives() throws {
        let odd: [CInterop.PlatformChar] = [0x2F, 0x61, -1, 0x0A, 0]
        let confinement = Confinement(
            mode: .namespaces, reads: [FilePath(platformString: odd), "/ä"], writes: ["/tmp/x"], startReads: ["/m"],
            startWrites: ["/c"], usesDevices: true)
        let data = try JSONEncoder().encode(confinement)
        #expect(try JSONDecoder().decode(Confinement.self, from: data) == confinement)
    }

    @Test func whatIsLeftOutIsEmpty() throws {
        let read = try JSONDecoder().decode(Confinement.self, from: Data("{}".utf8))
        #expect(read == Confinement(reads: [], writes: []))
    }
}
