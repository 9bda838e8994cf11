import Findings
import Foundation
import Inference

/// A model of a few convolutions, written for a trial.
struct SmallModel {
    /// One convolution: the channels that it makes, and the side of its kernel.
    struct Layer {
        var channels: Int
        var kernel: Int
    }

    /// Makes grey of colours: its answer is known.
    static let grey = SmallModel(side: 16, layers: [Layer(channels: 1, kernel: 1)])
    /// Some milliseconds of the work that most models are made of.
    static let work = SmallModel(
        side: 80,
        layers: [Layer(channels: 64, kernel: 1), Layer(channels: 64, kernel: 3), Layer(channels: 64, kernel: 3)])

    let side: Int
    let layers: [Layer]

    var size: PixelSize { PixelSize(width: side, height: side) }

    /// Writes the model for as long as `body` reads it.
    func lend<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quiver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("small.xml")
        try Data(xml.utf8).write(to: file)
        // Each layer gives the mean of what it sees.
        let weights = shapes.flatMap { shape in
            [Float](repeating: 1 / Float(shape[1...].reduce(1, *)), count: shape.reduce(1, *))
        }
        try weights.withUnsafeBytes { Data($0) }.write(to: folder.appendingPathComponent("small.bin"))
        return try body(file.path)
    }

    /// Runs it on an even colour; whether the middle of the answer is right, to the steps of the shortest floats.
    func run(_ model: any LoadedModel) throws -> Bool {
        let colour: [UInt8] = [51, 102, 153]
        let pixels = (0..<side * side).flatMap { _ in colour }
        var isRight = false
        try pixels.withUnsafeBytes { pixels in
            try model.infer(pixels) { outputs in
                guard outputs.count == 1, outputs[0].values.count == (layers.last?.channels ?? 0) * side * side
                else { return }
                isRight = abs(outputs[0].values[side * (side / 2) + side / 2] - 0.4) < 0.01
            }
        }
        return isRight
    }

    /// The sides of each layer's weights.
    private var shapes: [[Int]] {
        layers.indices.map { index in
            [
                layers[index].channels, index == 0 ? 3 : layers[index - 1].channels, layers[index].kernel,
                layers[index].kernel,
            ]
        }
    }

    private static func port(_ id: Int, _ sides: [Int]) -> String {
        let sides = sides.map { "<dim>\($0)</dim>" }.joined()
        return "<port id=\"\(id)\" precision=\"FP32\">\(sides)</port>"
    }

    /// OpenVINO's own form: a layer of weights and one that multiplies for each of ``layers``.
    private var xml: String {
        var (sides, offset) = ([1, 3, side, side], 0)
        var layers = [
            """
            <layer id="0" name="photo" type="Parameter" version="opset1">
            <data shape="1,3,\(side),\(side)" element_type="f32"/><output>\(Self.port(0, sides))</output></layer>
            """
        ]
        var edges: [String] = []
        var (source, sourcePort) = (0, 0)
        for (index, shape) in shapes.enumerated() {
            let (weights, layer, margin) = (2 * index + 1, 2 * index + 2, shape[2] / 2)
            let (bytes, made) = (shape.reduce(4, *), [1, shape[0], side, side])
            layers.append(
                """
                <layer id="\(weights)" name="weights\(index)" type="Const" version="opset1">
                <data element_type="f32" shape="\(shape.map(String.init).joined(separator: ","))" offset="\(offset)" \
                size="\(bytes)"/><output>\(Self.port(0, shape))</output></layer>
                <layer id="\(layer)" name="layer\(index)" type="Convolution" version="opset1">
                <data strides="1,1" pads_begin="\(margin),\(margin)" pads_end="\(margin),\(margin)" dilations="1,1" \
                auto_pad="explicit"/><input>\(Self.port(0, sides))\(Self.port(1, shape))</input>
                <output>\(Self.port(2, made))</output></layer>
                """)
            edges += [
                "<edge from-layer=\"\(source)\" from-port=\"\(sourcePort)\" to-layer=\"\(layer)\" to-port=\"0\"/>",
                "<edge from-layer=\"\(weights)\" from-port=\"0\" to-layer=\"\(layer)\" to-port=\"1\"/>",
            ]
            (sides, offset, source, sourcePort) = (made, offset + bytes, layer, 2)
        }
        let end = source + 1
        layers.append(
            "<layer id=\"\(end)\" name=\"end\" type=\"Result\" version=\"opset1\"><input>\(Self.port(0, sides))</input></layer>"
        )
        edges.append("<edge from-layer=\"\(source)\" from-port=\"\(sourcePort)\" to-layer=\"\(end)\" to-port=\"0\"/>")
        return """
            <?xml version="1.0"?>
            <net name="small" version="11"><layers>
            \(layers.joined(separator: "\n"))
            </layers><edges>
            \(edges.joined(separator: "\n"))
            </edges></net>
            """
    }
}
