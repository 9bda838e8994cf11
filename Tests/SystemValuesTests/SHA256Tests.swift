import Testing

@testable import SystemValues

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "is that of FIPS 180-2",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func knownHashes(text: String, hash: String) { #expect(SHA256.hash(text.utf8).hexadecimal == hash) }

    @Test("is the same for a million bytes in parts of any length and kind")
    func parts() {
        var hash = SHA256()
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        var (start, length) = (0, 1)
        while start < bytes.count {
            let part = bytes[start..<min(start + length, bytes.count)]
            // What does not lie in one piece in memory is taken as well.
            if length.isMultiple(of: 3) { hash.update(part.lazy.map { $0 }) } else { hash.update(part) }
            (start, length) = (start + length, length * 2 % 4099)
        }
        #expect(hash.finish().hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
}

@Suite("Secrets")
struct SecretTests {
    @Test("are the same only where every byte is")
    func comparison() {
        let secret = [UInt8].secret(count: 32)
        #expect(secret.count == 32 && secret != [UInt8].secret(count: 32))
        #expect(secret.isSame(as: secret) && !secret.isSame(as: []) && [UInt8]().isSame(as: []))
        for place in secret.indices {
            var other = secret
            other[place] ^= 1
            #expect(!secret.isSame(as: other))
        }
    }

    @Test("come back from their digits")
    func digits() {
        let bytes = (0...255).map { UInt8($0) }
        #expect([UInt8](hexadecimal: bytes.hexadecimal) == bytes && bytes.hexadecimal.hasPrefix("000102"))
        #expect([UInt8](hexadecimal: "0") == nil && [UInt8](hexadecimal: "0g") == nil)
    }

    @Test("have the same digits wherever the bytes lie")
    func digitsOfOthers() {
        let bytes: [UInt8] = [0, 9, 10, 15, 16, 159, 160, 255]
        #expect(bytes.hexadecimal == "00090a0f109fa0ff" && bytes[2..<4].hexadecimal == "0a0f")
        #expect(bytes.lazy.map { $0 }.hexadecimal == bytes.hexadecimal && bytes.prefix(0).hexadecimal.isEmpty)
    }
}
