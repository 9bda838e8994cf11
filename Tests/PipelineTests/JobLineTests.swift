import Foundation
import Intake
import Settings
import Storage
import SystemPackage
import SystemValues
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct JobLineTests {
    @Test func aPathAloneIsAJob() throws {
        let job = try JSONDecoder().decode(JobLine.self, from: Data(#"{"path": "photo.jpg"}"#.utf8))
        #expect(job.path.file == FilePath("photo.jpg"))
        #expect(job.claim == nil && job.identity == nil && job.wanted == nil)
    }

    @Test(arguments: [Array("day 1/ä[1]\n.jpg".utf8), [0x61, 0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67]])
    func namesTravelByteForByte(bytes: [UInt8]) throws {
        let path = RawPathText(FilePath(rawBytes: bytes))
        let line = try JSONEncoder.lines.encode([path])
        #expect(!line.contains(0x0A))
        let back = try JSONDecoder().decode([RawPathText].self, from: line)
        #expect(back.first?.file.rawBytes == bytes)
    }

    @Test func theLineHasWhatAWorkerCompares() throws {
        let identity = FileIdentity(device: 1, inode: 7, size: 10, mtimeNanoseconds: 99, ctimeNanoseconds: 5)
        let job = JobLine(claim: nil, path: RawPathText("a.jpg"), identity: identity)
        let line = String(decoding: try JSONEncoder.lines.encode(job), as: UTF8.self)
        #expect(line.contains(#""identity":{"inode":7,"mtimeNanoseconds":99,"size":10}"#), "\(line)")
    }

    @Test func aClaimMakesTheWholeLine() throws {
        let claim = Claim(
            id: ClaimID(job: JobID(rawValue: 17), claimNumber: 3),
            place: Place(root: Array("/photos".utf8), path: Array("day/a.jpg".utf8)), output: Array("a.jpg.json".utf8),
            stamp: FileIdentity(device: 1, inode: 7, size: 10, mtimeNanoseconds: 99, ctimeNanoseconds: 5),
            content: Fingerprint(head: 1, tail: (2, 3, 4)), pipeline: Fingerprint(head: 5, tail: (6, 7, 8)),
            progress: Storage.Progress(.running, due: 0), duplicate: nil)
        var settings = Settings()
        (settings.output.annotate, settings.output.pages) = (true, true)
        func job(ofPlan number: Int) -> JobLine {
            let pipeline = FolderPipelines.Pipeline(settings, plan: WorkPlan(picturesBy: settings), number: number)
            return JobLine(claim, of: pipeline, in: "/results/.quiver-staging/5")
        }
        let content = "0000000000000001000000000000000200000000000000030000000000000004"
        let line = """
            {"claim":"17.3","identity":{"inode":7,"mtimeNanoseconds":99,"size":10},"path":"/photos/day/a.jpg",\
            "wanted":{"annotated":true,"content":"\(content)","crops":false,"cutouts":false,"pages":true,\
            "staging":"/results/.quiver-staging/5"}}
            """
        #expect(String(decoding: try JSONEncoder.lines.encode(job(ofPlan: 0)), as: UTF8.self) == line)
        let second = String(decoding: try JSONEncoder.lines.encode(job(ofPlan: 1)), as: UTF8.self)
        #expect(second == line.replacing(#","wanted""#, with: #","plan":1,"wanted""#))
    }
}
