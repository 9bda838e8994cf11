import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Settings

/// The files that `quiver init` writes work as they stand.
@Suite struct SettingsStarterTests {
    /// As the program of a checkout where nothing was fetched reads them.
    private func load(_ text: String) throws -> Settings {
        let loading = try Loading(file: text)
        let models = loading.folder["checkout/samples/models"]
        try FileManager.default.createDirectory(
            at: models.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Cases.packageRoot.appendingPathComponent("samples/models"), to: models)
        return try loading.load(executable: loading.path.appending("checkout/.build/release/quiver")).settings
    }

    @Test(arguments: Settings.Starter.allCases)
    func eachNamesOnlyModelsThatComeWithQuiver(starter: Settings.Starter) throws {
        let settings = try load(starter.template())
        #expect(settings.watch.map(\.path.lastComponent?.string) == [Settings.Starter.folder])
        #expect(settings.watch.allSatisfy { $0.isMadeBelow != nil })
        #expect(settings.output.annotate && settings.output.path.lastComponent == "results")
        #expect(settings.queue.file == settings.output.path.appending("quiver.sqlite"))
        for detector in settings.detectors {
            // A path of the checkout is one that is there.
            let isBundled = detector.task.row.models.contains(.main(.bundled))
            let end = isBundled ? "/checkout/samples/models/targets.onnx" : ""
            #expect(detector.model.map { $0.string.hasSuffix(end) && isBundled } ?? !isBundled, "\(detector.name)")
            #expect(detector.landmarks == nil && detector.text.recognizer == nil && detector.text.orienter == nil)
        }
    }

    @Test func oneScoresAnyFace() throws {
        let settings = try load(Settings.Starter.scoring.template())
        #expect(settings.scoring.face == .auto)
        #expect(
            [settings.scoring.model, settings.scoring.holeModel].allSatisfy {
                $0.removingLastComponent().string.hasSuffix("/checkout/samples/models")
            })
        for other in Settings.Starter.allCases where other != .scoring {
            #expect(try load(other.template()).scoring.face == nil)
        }
    }

    @Test func oneReadsPagesWithTesseractAlone() throws {
        let settings = try load(Settings.Starter.scans.template())
        #expect(settings.detectors.map(\.task) == [.document, .text, .extract])
        #expect(settings.detectors[1].text.engine == .tesseract && settings.detectors[1].on.detector == "page")
        #expect(settings.looksAtPhotoOtherwise(settings.detectors[1]))
        #expect(settings.detectors[2].on.detector == settings.detectors[1].name && settings.output.pages)
    }

    @Test(arguments: ["yolov8n.onnx", "/models/a \"b\"\\c/größe.onnx"])
    func aModelOfOnesOwnIsNamedAsItIs(name: String) throws {
        let model = Settings.Starter.Model(task: .segment, name: name)
        let loading = try Loading(file: Settings.Starter.objects.template(model: model))
        let detector = try loading.load().settings.detectors[0]
        #expect(detector.model == loading.path.pushing(FilePath(name)) && detector.task == .segment)
        for other in Settings.Starter.allCases where other != .objects {
            #expect(other.template(model: model) == other.template())
        }
    }
}
