import Findings
import Foundation
import ModelFiles
import TestSupport
import Testing

@testable import Inference
@testable import InferenceOpenVINO

@Suite("Models that take a size photo by photo")
struct ResizableModelTests {
    let folder: TemporaryFolder
    let engine: OpenVINOEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try OpenVINOEngine()
    }

    private func load(
        _ shape: [String] = ["?", "3", "?", "?"], width: ClosedRange<Int> = 1...64, height: ClosedRange<Int> = 2...8,
        cache: String? = nil
    ) throws -> any LoadedModel {
        let options = EngineOptions(
            precision: .fp32, inputSizes: InputSizes(width: width, height: height), cacheFolder: cache)
        return try engine.load(ModelFile(TinyModels.echo(in: folder, shape: shape)), options: options)
    }

    private func run(_ model: any ResizableModel, _ width: Int, _ height: Int, value: UInt8 = 51) throws -> Tensor? {
        var tensor: Tensor?
        try [UInt8](repeating: value, count: width * height * 3).withUnsafeBytes { pixels in
            try model.infer(pixels, size: PixelSize(width: width, height: height)) {
                tensor = $0.first.map(Tensor.init)
            }
        }
        return tensor
    }

    @Test("give outputs of each size, larger and smaller ones in turn")
    func sizes() throws {
        let model = try #require(try load() as? any ResizableModel)
        for (width, height) in [(4, 2), (64, 8), (1, 3), (4, 2), (63, 7)] {
            let output = try #require(try run(model, width, height))
            #expect(output.shape == [1, 3, height, width])
            #expect(output.values.count == width * height * 3)
            #expect(output.values.allSatisfy { abs($0 - 0.2) < 1e-3 })
        }
    }

    @Test("refuse sizes beyond their bounds and pixels of another size")
    func bounds() throws {
        let model = try #require(try load() as? any ResizableModel)
        for (width, height) in [(65, 4), (4, 9), (4, 1), (0, 4), (-1, 4)] {
            #expect(throws: InferenceError.self) {
                try [UInt8](repeating: 0, count: 36).withUnsafeBytes {
                    try model.infer($0, size: PixelSize(width: width, height: height)) { _ in }
                }
            }
        }
        #expect(throws: InferenceError.self) {
            try [UInt8](repeating: 0, count: 5).withUnsafeBytes {
                try model.infer($0, size: PixelSize(width: 4, height: 4)) { _ in }
            }
        }
        #expect(try run(model, 4, 4)?.shape == [1, 3, 4, 4])
    }

    @Test("take a size of their own where none is said")
    func plain() throws {
        let model = try load()
        #expect(model.description.inputSize == PixelSize(width: 64, height: 8))
        let pixels = [UInt8](repeating: 0, count: 64 * 8 * 3)
        #expect(try pixels.withUnsafeBytes { try model.infer($0) }.first?.shape == [1, 3, 8, 64])
    }

    @Test("keep a side that the file fixes, and are refused where it fixes both")
    func fixed() throws {
        let model = try #require(try load(["1", "3", "5", "?"]) as? any ResizableModel)
        #expect(model.inputSizes == InputSizes(width: 1...64, height: 5...5))
        #expect(throws: InferenceError.self) { try load(["1", "3", "5", "6"]) }
    }

    @Test("are kept in the cache, apart from those of one size")
    func cache() throws {
        let cache = folder["cache"].path
        #expect(try load(cache: cache).description.cache == .stored)
        let model = try #require(try load(cache: cache) as? any ResizableModel)
        #expect(model.description.cache == .hit)
        #expect(try run(model, 10, 4)?.shape == [1, 3, 4, 10])
        #expect(try load(width: 1...65, cache: cache).description.cache == .stored)
        let path = folder["echo.xml"].path
        let one = try engine.load(
            ModelFile(path),
            options: EngineOptions(precision: .fp32, inputSize: PixelSize(width: 4, height: 4), cacheFolder: cache))
        #expect(one.description.cache == .stored && !(one is any ResizableModel))
    }

    @Test("have sizes from 1, and a nearest one for each")
    func values() {
        let sizes = InputSizes(width: -5...10, height: 0...0)
        #expect(sizes == InputSizes(width: 1...10, height: 1...1))
        #expect(sizes.nearest(to: PixelSize(width: 99, height: 99)) == PixelSize(width: 10, height: 1))
        #expect(sizes.contains(PixelSize(width: 10, height: 1)) && !sizes.contains(PixelSize(width: 11, height: 1)))
    }
}
