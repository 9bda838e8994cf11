import Findings
import Foundation
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// Pictures for pages, made by real workers, and by workers of shell that misbehave.
@Suite struct PictureMakerTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    private var output: FilePath { FilePath(fixtures.output.path) }

    private func wish(_ photo: URL, annotated: FilePath? = nil, region: Box? = nil) -> PictureWish {
        PictureWish(photo: FilePath(photo.path), annotated: annotated, region: region, longestSide: 32)
    }

    private func maker(_ script: String? = nil, timeout: Duration = .seconds(600)) -> PictureMaker {
        var settings = Settings()
        settings.workers.timeout = timeout
        let process = script.map { script in
            WorkerProcess(
                executable: "/bin/sh", arguments: ["-c", script], patience: .milliseconds(200), onTalk: { _, _ in })
        }
        let program = WorkerProcess(
            executable: FilePath(QuiverProgram.executable.path), arguments: ["worker", "--supervised"],
            onTalk: { _, _ in })
        return PictureMaker(settings, output: output, process: process ?? program)
    }

    @Test func aWorkerMakesWholePicturesAndParts() async throws {
        let photos = try fixtures.add(2)
        let missing = fixtures.photos.appendingPathComponent("missing.jpg")
        let broken = fixtures.photos.appendingPathComponent("broken.jpg")
        try Data("no picture".utf8).write(to: broken)
        let part = wish(photos[1], region: Box(x: 4, y: 4, width: 20, height: 10))
        let wishes = [wish(photos[0]), wish(missing), wish(broken), wish(photos[1]), part]
        let made = try await maker().make(wishes)
        #expect(Set(made.keys) == [wishes[0], wishes[3], part])
        #expect(made[part]?.size == PixelSize(width: 20, height: 10))
        let whole = try #require(made[wishes[0]])
        #expect(max(whole.size.width, whole.size.height) == 32 && whole.file.starts(with: [0xFF, 0xD8, 0xFF]))
    }

    /// A worker keeps the last photo that it decoded.
    @Test func picturesOfOnePhotoFollowEachOther() {
        let (first, second) = (fixtures.photos.appending(path: "1.jpg"), fixtures.photos.appending(path: "2.jpg"))
        let part = Box(x: 4, y: 4, width: 20, height: 10)
        let wishes = [wish(first), wish(second, region: part), wish(first, region: part), wish(second)]
        #expect(wishes.photoByPhoto == [wishes[0], wishes[2], wishes[1], wishes[3]])
        #expect([PictureWish]().photoByPhoto.isEmpty)
    }

    /// An object is cut out by the same worker, on whatever ground the wish names.
    @Test func aWorkerCutsObjectsOut() async throws {
        let photo = try fixtures.add(1)[0]
        let size = PixelSize(width: 160, height: 120)
        let mask = try #require(RunLengthMask(size: size, columns: 40..<80, rows: 30..<90) { _, _ in true })
        func wish(_ mask: RunLengthMask, _ isCropped: Bool, _ ground: CutoutGround) -> PictureWish {
            var wish = self.wish(photo)
            wish.cutout = CutoutWish(mask: mask, isCropped: isCropped, ground: ground)
            return wish
        }
        let small = try #require(RunLengthMask(size: PixelSize(width: 16, height: 12), runs: [0, 192]))
        let wishes = [
            wish(mask, true, .transparent), wish(mask, false, .blur), wish(mask, false, .grey),
            wish(mask, true, .colour(.init(red: 1, green: 2, blue: 3))),
            // Not of the photo's size, and a picture that the plan does not have.
            wish(small, true, .transparent), wish(mask, true, .picture("/nowhere.jpg")),
        ]
        let made = try await maker().make(wishes)
        #expect(Set(made.keys) == Set(wishes.prefix(4)))
        for picture in made.values { #expect(picture.file.starts(with: [0x89, 0x50, 0x4E, 0x47])) }
        #expect(made[wishes[1]]?.size == size && made[wishes[2]]?.size == size)
        let near = try #require(made[wishes[0]]?.size)
        #expect(near == made[wishes[3]]?.size && (40..<60).contains(near.width) && (60..<80).contains(near.height))
        // Alpha is there where nothing lies behind.
        #expect(wishes.prefix(4).map { made[$0]?.file[25] } == [6, 2, 2, 2])
    }

    @Test func whatIsFramedIsDrawnIntoWholePictures() async throws {
        let photo = try #require(try fixtures.add(1).first)
        var framed = wish(photo)
        framed.frames = [Quadrilateral(Box(x: 4, y: 4, width: 20, height: 10))]
        let made = try await maker().make([wish(photo), framed])
        let (plain, drawn) = (try #require(made[wish(photo)]), try #require(made[framed]))
        #expect(plain.size == drawn.size && plain.file != drawn.file)
    }

    @Test func theAnnotatedPictureStandsForThePhotoAndALinkForNothing() async throws {
        let photos = try fixtures.add(1)
        try FileManager.default.createDirectory(at: fixtures.output, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: photos[0], to: fixtures.output.appendingPathComponent("a.annotated.jpg"))
        let missing = fixtures.photos.appendingPathComponent("missing.jpg")
        let secret = fixtures.folder.appendingPathComponent("secret.jpg")
        try FileManager.default.copyItem(at: photos[0], to: secret)
        let link = fixtures.photos.appendingPathComponent("link.jpg")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: secret)
        let wishes = [
            wish(missing, annotated: "a.annotated.jpg"), wish(missing, annotated: "../secret.jpg"), wish(link),
        ]
        #expect(try await Set(maker().make(wishes).keys) == [wishes[0]])
    }

    private static let greeting = #"read plan; echo '{"greeting":"quiver worker"}'; read job; echo @draw; "#

    /// Each costs its own photo its pictures, and the command neither its life nor its time.
    @Test(arguments: ["kill -SEGV $$", "exec sleep 600", "echo rubbish; read more", "exit 0"])
    func aWorkerThatIsLostCostsItsPhotoItsPictures(misdeed: String) async throws {
        let photos = try fixtures.add(2)
        let wishes = photos.flatMap { [wish($0), wish($0, region: Box(x: 0, y: 0, width: 9, height: 9))] }
        let begun = fixtures.folder.appendingPathComponent("begun").path
        let made = try await maker("echo x >>'\(begun)'; " + Self.greeting + misdeed, timeout: .milliseconds(300))
            .make(wishes)
        #expect(made.isEmpty)
        // One worker a photo: its second picture is not tried.
        #expect(try String(contentsOfFile: begun, encoding: .utf8) == "x\nx\n")
    }

    @Test func workersThatNeverStartEndTheAttempt() async throws {
        let photos = try fixtures.add(1)
        await #expect(throws: PipelineError.self) { try await maker("exit 3").make([wish(photos[0])]) }
    }
}
