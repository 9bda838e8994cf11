import Findings
import Foundation
import SystemPackage
import Testing

@testable import Results

/// Parquet by a program of the user's: here by scripts that stand for it.
@Suite struct ParquetTableTests {
    let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    /// A table that a script called `duckdb` writes.
    private func table(_ script: String?) throws -> ParquetTable {
        let programs = scene.folder.appending("programs")
        try AtomicFile.make(programs)
        if let script {
            let place = programs.appending("duckdb")
            try AtomicFile.write("#!/bin/sh\n\(script)\n".utf8, to: place)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.string)
        }
        // The shell itself is found by its whole path, and the rest is not needed.
        let writer = ParquetWriter(environment: ["PATH": programs.string])
        return try ParquetTable(.init(place: scene.set, classes: [DataSetScene.dogs], copiesPhotos: true), by: writer)
    }

    private func row() throws -> TableRow {
        let photo = try scene.photo("a.gif")
        return TableRow(
            scene.record(of: photo, [(id: 0, label: "cat")], sha256: DataSetScene.content, format: "gif"),
            place: Array("a.gif.json".utf8))
    }

    @Test func theProgramReadsTheLinesAndWritesTheFile() throws {
        let table = try table(#"while read -r line; do echo "row $line"; done"#)
        try table.append(row())
        try table.finish()
        let text = try #require(scene.text("labels.parquet"))
        #expect(text.hasPrefix("row {") && text.contains(#""file_name":"images/a.gif""#))
        #expect(scene.files(in: "") == ["images/a.gif", "labels.parquet"])
    }

    @Test func whereTheProgramFailsNoFileIsLeftThatLooksWhole() throws {
        let table = try table(#"[ "$1" = --version ] && exit 0; echo part; exit 3"#)
        try table.append(row())
        let error = #expect(throws: ResultsError.self) { try table.finish() }
        #expect(error?.message.contains("status 3") == true && error?.fault == .environment)
        #expect(scene.files(in: "").isEmpty)
        #expect(!FileCalls.exists(scene.set.appending("images")))
    }

    @Test func aMissingProgramIsSaidBeforeAnythingIsCopied() throws {
        let error = #expect(throws: ResultsError.self) { try table(nil) }
        #expect(error?.message.contains("pip install duckdb-cli") == true)
        #expect(scene.files(in: "").isEmpty)
    }
}
