import Foundation

extension TinyModels {
    /// An ONNX classifier of photos of 8 by 8 pixels: the mean of each colour, from which it makes the classes `red` and `blue`.
    ///
    /// The values before its last layer are called `features`.
    ///
    /// - Parameter metadata: What the file says of itself.
    package static func classifier(metadata: [(String, String)] = [("names", "{0: 'red', 1: 'blue'}")]) -> [UInt8] {
        // Rows are colours, columns are classes.
        let weights = ([1, 0, 0, 0, 0, 1] as [Float]).flatMap { value in
            withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
        }
        let tensor =
            number(1, 3) + number(1, 2) + number(2, 1) + field(8, "weights") + field(9, weights)
        let graph =
            node("GlobalAveragePool", ["photo"], "mean") + node("Flatten", ["mean"], "features")
            + node("MatMul", ["features", "weights"], "scores") + node("Softmax", ["scores"], "classes")
            + field(2, "tiny") + field(5, tensor) + field(11, value("photo", [1, 3, 8, 8]))
            + field(12, value("classes", [1, 2]))
        return onnx(graph: graph, metadata: metadata) + field(8, field(1, "") + number(2, 17))
    }

    /// An operator of a graph, with its attributes.
    package static func node(
        _ kind: String, _ inputs: [String], _ output: String, attributes: [UInt8] = []
    ) -> [UInt8] {
        field(1, inputs.flatMap { field(1, $0) } + field(2, output) + field(4, kind) + attributes)
    }

    /// A field of a number below 128.
    private static func number(_ field: Int, _ value: UInt8) -> [UInt8] { [UInt8(field << 3), value] }

    /// An input or output of floats.
    package static func value(_ name: String, _ sides: [UInt8]) -> [UInt8] {
        let shape = sides.flatMap { field(1, number(1, $0)) }
        return field(1, name) + field(2, field(1, number(1, 1) + field(2, shape)))
    }
}
