import Foundation
import TestSupport
import Testing

@testable import ModelFiles

@Suite struct WheelFileTests {
    /// Made by Python's zipfile: one packed file, one that is not.
    static let wheel = [UInt8](
        Data(
            base64Encoded:
                "UEsDBBQAAAAIAAAAIVzayD1jHQAAAMAAAAANAAAAYS9udW1iZXJzLmJpbmNgZGJmYWVj5+Dk4ubh5eMXEBQSFhEVE2cYIuIAUEsDBBQAAAAAAAAAIVzIwS5NBAAAAAQAAAAJAAAAYS9MSUNFTlNFZnJlZVBLAQIUAxQAAAAIAAAAIVzayD1jHQAAAMAAAAANAAAAAAAAAAAAAACAAQAAAABhL251bWJlcnMuYmluUEsBAhQDFAAAAAAAAAAhXMjBLk0EAAAABAAAAAkAAAAAAAAAAAAAAIABSAAAAGEvTElDRU5TRVBLBQYAAAAAAgACAHIAAABzAAAAAAA="
        ) ?? Data())

    @Test func filesComeOutAsTheyWentIn() throws {
        let wheel = try WheelFile(Self.wheel)
        #expect(try wheel.file("a/numbers.bin") == (0..<8).flatMap { _ in (0..<24).map { UInt8($0) } })
        #expect(try wheel.file("a/LICENSE") == Array("free".utf8))
        #expect(throws: InferenceError.self) { try wheel.file("a/none") }
    }

    @Test func whatIsCutOffIsRefused() {
        for count in stride(from: 0, to: Self.wheel.count, by: 7) {
            #expect(throws: InferenceError.self) { try WheelFile(Array(Self.wheel.prefix(count))) }
        }
    }

    @Test func theListKnowsItsWords() throws {
        let folder = Cases.packageRoot.appendingPathComponent("samples/models").path
        let list = try PublicModels(in: ["/nowhere", folder])
        #expect(list.groups == ["people", "text", "subject", "classes"])
        #expect(
            list.meant(by: ["u2netp", "text"])?.map(\.name).sorted() == [
                "ppocr_cls", "ppocr_v4_det", "ppocr_v6_det", "ppocr_v6_rec", "u2netp",
            ])
        #expect(list.meant(by: ["dances"]) == nil)
        for entry in list.licences + list.models {
            #expect(entry.wheels.isSubset(of: list.wheels.keys), "\(entry.file)")
        }
    }
}
