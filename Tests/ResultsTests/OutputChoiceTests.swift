import Findings
import Foundation
import Glibc
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Results

@Suite struct OutputChoiceTests {
    let folder: TemporaryFolder
    var output: FilePath { FilePath(folder.url.path) }

    init() throws { folder = try TemporaryFolder() }

    static let shas = (1...3).map { String(repeating: "\($0)", count: 64) }

    func source(_ number: Int, at path: FilePath = "/in/a.jpg") -> Record.Source {
        Record.Source(path: path, bytes: 1, sha256: Self.shas[number - 1])
    }

    func record(_ source: Record.Source) -> Record {
        Record(timestamp: Timestamp(Date(timeIntervalSince1970: 0)), source: source, state: .done, attempts: 1)
    }

    var usual: OutputNames { OutputNames(besideRecord: output.appending("a.jpg.json")) }

    func choose(_ source: Record.Source, wantsJSON: Bool = true) -> OutputChoice.Names {
        OutputChoice(OutputLayout(of: output), photoFiles: wantsJSON ? [RecordFile()] : [])
            .names(for: source, from: usual) { [$0.annotated, $0.crop(0, label: "x")] }
    }

    func place(_ source: Record.Source) throws -> String? {
        let names = choose(source).names
        try PhotoFiles.publish([
            PhotoFiles(WrittenRecord(record(source)), names: names, photoFiles: [RecordFile()], in: output)
        ])
        return names.record.lastComponent?.string
    }

    @Test func eachContentKeepsItsRecord() throws {
        #expect(try place(source(1)) == "a.jpg.json")
        #expect(try place(source(2)) == "a-2.jpg.json")
        #expect(try place(source(1, at: "/other/a.jpg")) == "a-3.jpg.json")
        #expect(try place(source(1)) == "a.jpg.json")
        #expect(try place(source(2)) == "a-2.jpg.json")
        let sources = try ["a.jpg.json", "a-2.jpg.json", "a-3.jpg.json"].map {
            try Record.decode(Data(contentsOf: folder[$0])).source
        }
        #expect(sources == [source(1), source(2), source(1, at: "/other/a.jpg")])
    }

    /// A photo that hosts have at different paths, and one of the same name in another folder.
    @Test(arguments: [true, false]) func hostsKnowAPhotosRecordByItsPlace(isNamed: Bool) throws {
        let hosts = ["/mnt/club", "/srv/club"].map { path in
            RootNames(isNamed ? [RootName(name: "club", path: FilePath(path))] : [])
        }
        let photo = { (path: FilePath, host: Int) in
            Record.Source(path: path, bytes: 1, sha256: Self.shas[0], names: hosts[host])
        }
        let (first, second) = (photo("/mnt/club/a.jpg", 0), photo("/srv/club/a.jpg", 1))
        #expect(try place(first) == "a.jpg.json")
        #expect(try place(second) == (isNamed ? "a.jpg.json" : "a-2.jpg.json"))
        #expect(try place(photo("/srv/club/day/a.jpg", 1)) == (isNamed ? "a-2.jpg.json" : "a-3.jpg.json"))
        #expect(try place(photo("/elsewhere/a.jpg", 1)) == (isNamed ? "a-3.jpg.json" : "a-4.jpg.json"))
        #expect(try place(first) == "a.jpg.json")
        // Of one moment, before a file lies there.
        let unplaced = OutputNames(besideRecord: output.appending("b.jpg.json"))
        let choice = OutputChoice(OutputLayout(of: output), photoFiles: [RecordFile()], names: hosts[1])
        let numbers = [photo("/mnt/club/b.jpg", 0), photo("/srv/club/b.jpg", 1), photo("/srv/b.jpg", 1)].map { source in
            choice.names(for: source, from: unplaced) { _ in [] }.names.record.lastComponent?.string
        }
        let others = isNamed ? ["b.jpg.json", "b-2.jpg.json"] : ["b-2.jpg.json", "b-3.jpg.json"]
        #expect(numbers == ["b.jpg.json"] + others)
    }

    @Test(arguments: [true, false]) func anotherHostsRecordTakesNoName(isNamed: Bool) throws {
        let names = { (path: FilePath) in RootNames(isNamed ? [RootName(name: "club", path: path)] : []) }
        let written = record(Record.Source(path: "/mnt/club/a.jpg", bytes: 1, sha256: nil, names: names("/mnt/club")))
        try AtomicFile.write(written.document.utf8, to: output.appending("a.jpg.json"))
        let layout = try OutputLayout(output: output, roots: [.init("/srv/club", isFolder: true)])
        let choice = OutputChoice(layout, photoFiles: [], names: names("/srv/club"))
        #expect(choice.record(for: "/srv/club/a.jpg") == Array((isNamed ? "a.jpg.json" : "club/a.jpg.json").utf8))
    }

    @Test func aNameThatWasUsedOftenIsNotReadFromItsBeginning() throws {
        let choice = OutputChoice(OutputLayout(of: output), photoFiles: [RecordFile()])
        func place(_ content: Int) throws -> String? {
            let photo = Record.Source(path: "/in/a.jpg", bytes: 1, sha256: String(format: "%064d", content))
            let names = choice.names(for: photo, from: usual) { _ in [] }.names
            try PhotoFiles.publish([
                PhotoFiles(WrittenRecord(record(photo)), names: names, photoFiles: [RecordFile()], in: output)
            ])
            choice.forget()
            return names.record.lastComponent?.string
        }
        for content in 1...20 {
            #expect(try place(content) == (content == 1 ? "a.jpg.json" : "a-\(content).jpg.json"))
        }
        // Whoever looked at these again would find them free.
        for content in 2...19 { try FileManager.default.removeItem(at: folder["a-\(content).jpg.json"]) }
        #expect(try place(21) == "a-21.jpg.json")
        #expect(try place(1) == "a.jpg.json", "a photo that comes back has its own number")
        #expect(try place(20) == "a-2.jpg.json", "its own or the first that is free")
    }

    @Test(arguments: ["{\"title\": \"IMG_1.jpg\"}", "", "{\"version\": \"1.0\"}"])
    func aForeignRecordStays(content: String) throws {
        try Data(content.utf8).write(to: folder["a.jpg.json"])
        let chosen = choose(source(1))
        #expect(chosen.names.record == output.appending("a-2.jpg.json"))
        #expect(chosen.names.annotated == output.appending("a-2.jpg.annotated.jpg"))
        #expect(chosen.names.crops == output.appending("a-2.jpg.crops"))
        #expect(chosen.foreign == usual.record)
    }

    @Test(arguments: [true, false])
    func aForeignPictureStays(wantsJSON: Bool) throws {
        try Data([0xFF, 0xD8, 0xFF, 0xD9]).write(to: folder["a.jpg.annotated.jpg"])
        let chosen = choose(source(1), wantsJSON: wantsJSON)
        #expect(chosen.names.annotated == output.appending("a-2.jpg.annotated.jpg"))
        #expect(chosen.foreign == usual.annotated)
    }

    @Test func withoutRecordsPicturesTellWhoseTheyAre() throws {
        let picture = PictureMark.added(to: [0xFF, 0xD8, 0xFF, 0xD9], content: Self.shas[0])
        try Data(picture).write(to: folder["a.jpg.annotated.jpg"])
        #expect(choose(source(1), wantsJSON: false).names == usual)
        #expect(choose(source(2), wantsJSON: false).names.annotated == output.appending("a-2.jpg.annotated.jpg"))
    }

    @Test func twoPhotosOfOneMomentGetTwoNames() {
        let choice = OutputChoice(OutputLayout(of: output), photoFiles: [RecordFile()])
        let names = [1, 2, 1].map { choice.names(for: source($0), from: usual) { _ in [] }.names.record }
        #expect(names.map { $0.lastComponent?.string } == ["a.jpg.json", "a-2.jpg.json", "a.jpg.json"])
    }

    @Test func aPhotoThatCannotBeReadTakesNoResultsPlace() throws {
        _ = try place(source(1))
        let unread = Record.Source(path: "/in/a.jpg", bytes: nil, sha256: nil)
        #expect(try place(unread) == "a-2.jpg.json")
        #expect(try place(source(2)) == "a-2.jpg.json")
    }

    @Test func whatANewRecordDoesNotNameIsRemoved() throws {
        let names = usual
        let picture = PictureMark.added(to: [0xFF, 0xD8, 0xFF, 0xD9], content: Self.shas[0])
        for place in [names.annotated, names.crop(0, label: "a"), names.crop(1, label: "b")] {
            try AtomicFile.write(picture, to: place)
        }
        var first = record(source(1))
        first.outputs = Record.Outputs(
            annotated: names.annotated, crops: [names.crop(0, label: "a")], original: nil, in: output)
        try PhotoFiles.publish([PhotoFiles(WrittenRecord(first), names: names, photoFiles: [RecordFile()], in: output)])
        #expect(FileCalls.exists(names.annotated))
        #expect(!FileCalls.exists(names.crop(1, label: "b")), "marked, and not named")
        try AtomicFile.write("mine".utf8, to: names.crops.appending("mine.txt"))
        try PhotoFiles.publish([
            PhotoFiles(WrittenRecord(record(source(1))), names: names, photoFiles: [RecordFile()], in: output)
        ])
        #expect(!FileCalls.exists(names.annotated) && !FileCalls.exists(names.crop(0, label: "a")))
        #expect(FileCalls.exists(names.crops.appending("mine.txt")))
    }

    @Test func theCopyOfAnOriginalReplacesNothing() throws {
        let place = output.appending("kept/a.jpg")
        try AtomicFile.write("foreign".utf8, to: place)
        let staged = try AtomicFile.stage("photo".utf8, for: place)
        let second = try OutputChoice.place(forCopy: staged, at: place)
        #expect(second == output.appending("kept/a-2.jpg"))
        try AtomicFile.write("photo".utf8, to: second)
        #expect(try OutputChoice.place(forCopy: staged, at: place) == second)
    }

    @Test(arguments: [
        ("path,state,label,class_id,confidence\r\n", "results.csv"), ("", "results.csv"),
        ("{\"version\":\"1.0\",\"timestamp\"", "results.csv"), ("name,score\r\n", "results-2.csv"),
    ])
    func aTableIsKnownByItsBeginning(content: String, place: String) throws {
        try Data(content.utf8).write(to: folder["results.csv"])
        #expect(OwnTable.place(try #require(OutputFormat.csv.table), in: output) == output.appending(place))
    }

    @Test func theMarkOfAPictureIsFoundBehindItsFirstHeader() {
        let jfif: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xD9]
        let marked = PictureMark.added(to: jfif, content: "abc")
        #expect(marked.prefix(8) == jfif.prefix(8) && marked.suffix(2) == [0xFF, 0xD9])
        #expect(PictureMark.content(in: marked) == "abc")
        #expect(PictureMark.content(in: jfif) == nil)
        #expect(PictureMark.content(in: [0xFF, 0xD8, 0xFF, 0xFE, 0xFF, 0xFF]) == nil)
        #expect(PictureMark.added(to: [1, 2, 3], content: "abc") == [1, 2, 3])
    }

    @Test(arguments: [
        (Record.State.cancelled, Fault.input, true), (.gone, .environment, true), (.quarantined, .input, true),
        (.failed, .environment, true), (.failed, .input, false),
    ])
    func onlyWhatSaysSomethingOfAPhotoReplacesItsResult(state: Record.State, fault: Fault, stays: Bool) throws {
        let names = usual
        let picture = PictureMark.added(to: [0xFF, 0xD8, 0xFF, 0xD9], content: Self.shas[0])
        try AtomicFile.write(picture, to: names.annotated)
        var first = record(source(1))
        first.outputs = Record.Outputs(annotated: names.annotated, crops: [], original: nil, in: output)
        try PhotoFiles.publish([PhotoFiles(WrittenRecord(first), names: names, photoFiles: [RecordFile()], in: output)])
        let second = Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 0)), source: source(1), state: state,
            error: Record.Failure(code: "x", message: "x", fault: fault), attempts: 1)
        let files = PhotoFiles(WrittenRecord(second), names: names, photoFiles: [RecordFile()], in: output)
        try PhotoFiles.publish([files])
        let left = try Record.decode(Data(contentsOf: folder["a.jpg.json"]))
        #expect(left.state == (stays ? .done : state))
        #expect(FileCalls.exists(names.annotated) == stays)
        #expect(files.places.isEmpty == stays, "nothing to be taken back")
    }

    @Test(arguments: ["a link", "a file"])
    func picturesThatFindNoFolderCostNoRecord(what: String) throws {
        let crops = folder["a.jpg.crops"]
        if what == "a link" {
            try FileManager.default.createSymbolicLink(at: crops, withDestinationURL: folder["elsewhere"])
        } else {
            try Data("mine".utf8).write(to: crops)
        }
        let chosen = choose(source(1))
        #expect(chosen.names.record == output.appending("a-2.jpg.json") && chosen.foreign == usual.crops)
        let plain = OutputChoice(OutputLayout(of: output), photoFiles: [RecordFile()]).names(
            for: source(1), from: usual
        ) { _ in
            []
        }
        #expect(plain.names.record == usual.record, "without pictures nothing is in the way")
    }

    /// Names of results in folders whose own names need not be UTF-8.
    @Test(arguments: [Array("plain".utf8), [0x66, 0xFF]], ["/in/a.jpg", "/other/a.jpg"])
    func anotherPhotosRecordIsSeenInEveryFolder(folder: [UInt8], of photo: String) throws {
        let output = output.resolvedPath.pushing(FilePath(rawBytes: folder))
        let record = Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 0)),
            source: .init(path: FilePath(photo), bytes: 1, sha256: nil), state: .waiting, attempts: 0)
        try AtomicFile.write(record.document.utf8, to: output.appending("a.jpg.json"))
        let layout = try OutputLayout(output: output, roots: [.init("/in", isFolder: true)])
        let chosen = OutputChoice(layout, photoFiles: []).record(for: "/in/a.jpg")
        #expect(chosen == Array((photo == "/in/a.jpg" ? "a.jpg.json" : "in/a.jpg.json").utf8))
        let names = layout.names(of: "/in/a.jpg", record: chosen)
        #expect(names.record.rawBytes == output.rawBytes + [0x2F] + chosen)
    }
}
