import TestSupport
import Testing

@testable import ModelFiles

/// What a classifier's last layer makes its classes of.
@Suite struct PenultimateLayerTests {
    private func layer(_ nodes: [UInt8], outputs: [String] = ["out"]) throws -> String? {
        let graph = nodes + outputs.flatMap { TinyModels.field(12, TinyModels.value($0, [1, 2])) }
        return try TinyModels.onnx(graph: graph).withUnsafeBytes { try PenultimateLayer($0)?.name }
    }

    private static let pool = TinyModels.node("GlobalAveragePool", ["photo"], "mean")

    @Test(arguments: ["Gemm", "MatMul"]) func isWhatTheLastLayerIsGiven(kind: String) throws {
        let last = TinyModels.node(kind, ["mean", "weights"], "scores")
        #expect(try layer(Self.pool + last + TinyModels.node("Softmax", ["scores"], "out")) == "mean")
        #expect(try layer(Self.pool + TinyModels.node(kind, ["mean", "weights"], "out")) == "mean")
    }

    @Test func aBiasAndConstantsAreNoWay() throws {
        let nodes =
            Self.pool + TinyModels.node("Constant", [], "bias") + TinyModels.node("DequantizeLinear", ["w"], "weights")
            + TinyModels.node("MatMul", ["mean", "weights"], "product")
            + TinyModels.node("Add", ["bias", "product"], "out")
        #expect(try layer(nodes) == "mean")
    }

    @Test func otherEndsHaveNone() throws {
        #expect(try layer(TinyModels.node("Conv", ["photo", "weights"], "out")) == nil)
        let last = TinyModels.node("MatMul", ["mean", "weights"], "out")
        #expect(try layer(Self.pool + last, outputs: ["out", "mean"]) == nil)
        // What is multiplied is the photo itself.
        #expect(try layer(TinyModels.node("MatMul", ["photo", "weights"], "out")) == nil)
        #expect(try layer(TinyModels.node("Identity", ["out"], "out")) == nil)
        #expect(try layer([], outputs: []) == nil)
    }

    @Test func itIsAnOutputBehindTheOthers() throws {
        let file = TinyModels.classifier()
        let layer = try #require(try file.withUnsafeBytes { try PenultimateLayer($0) })
        #expect(layer.name == "features")
        #expect(layer.suffix == TinyModels.field(7, TinyModels.field(12, TinyModels.field(1, "features"))))
    }
}
