import Testing

@testable import Inference

@Suite("Content hashes")
struct ContentHashTests {
    private func hash(_ bytes: [UInt8]) -> String {
        var hash = ContentHash()
        bytes.withUnsafeBytes { hash.add($0) }
        return hash.text
    }

    @Test("differ for every byte changed, moved, added or left out", arguments: [1, 31, 32, 33, 64, 200])
    func differ(count: Int) {
        let bytes = (0..<count).map { UInt8($0) }
        var seen: Set<String> = [hash(bytes), hash(bytes + [0]), hash(bytes.dropLast())]
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x80
            seen.insert(hash(changed))
        }
        #expect(seen.count == count + 3)
        #expect(hash(bytes) == hash(bytes))
    }

    @Test("tell lengths of zeros apart and have 32 digits")
    func zeros() {
        let hashes = (0..<200).map { hash([UInt8](repeating: 0, count: $0)) }
        #expect(Set(hashes).count == 200)
        #expect(hashes.allSatisfy { $0.count == 32 })
    }
}
