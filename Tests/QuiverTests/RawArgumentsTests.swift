import Foundation
import SystemPackage
import Testing

@testable import quiver

/// Paths that are not UTF-8 come back as the bytes that the shell gave.
@Suite struct RawArgumentsTests {
    private static let one: [UInt8] = [0x61, 0xFE, 0x2E, 0x6A, 0x70, 0x67]
    private static let other: [UInt8] = [0x61, 0xFF, 0x2E, 0x6A, 0x70, 0x67]

    private func paths(_ arguments: [[UInt8]], behind places: [Int]) -> [[UInt8]] {
        let texts = places.map { String(decoding: arguments[$0], as: UTF8.self) }
        return RawArguments.paths(texts, among: arguments).map { path in
            path.withPlatformString { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    @Test func twoThatComeToTheSameTextAreBothMeant() {
        let arguments = [Array("quiver".utf8), Array("run".utf8), Self.one, Self.other]
        #expect(paths(arguments, behind: [2, 3]) == [Self.one, Self.other])
        #expect(paths(arguments + [Self.one], behind: [2, 3, 4]) == [Self.one, Self.other, Self.one])
    }

    @Test func anOptionKeepsItsValue() {
        let run = [Array("quiver".utf8), Array("run".utf8)]
        let output = [Array("--output".utf8), Self.one]
        #expect(paths(run + output + [Self.other], behind: [4]) == [Self.other])
        #expect(paths(run + [Self.other] + output, behind: [2]) == [Self.other])
        #expect(
            paths(run + [Array("--annotate".utf8), Self.one, Self.other], behind: [3, 4]) == [Self.one, Self.other])
    }

    @Test func aTextThatNoArgumentHasIsTakenAsItIs() {
        #expect(RawArguments.paths(["a.jpg"], among: []) == [FilePath("a.jpg")])
    }
}
