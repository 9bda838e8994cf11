/// What a classifier's last layer makes its classes of, in an ONNX file.
///
/// Field numbers are those of onnx.proto: ModelProto 7 graph; GraphProto 1 node, 5 initializer, 12 output; NodeProto 1 input,
/// 2 output, 4 op_type; TensorProto 8 name; ValueInfoProto 1 name.
package struct PenultimateLayer: Hashable, Sendable {
    /// The value's name in the graph.
    package let name: String

    /// What is between a classifier's last layer and its output.
    private static let passing: Set<String> = [
        "Softmax", "LogSoftmax", "Sigmoid", "Identity", "Flatten", "Reshape", "Squeeze", "Unsqueeze", "Cast", "Add",
        "QuantizeLinear", "DequantizeLinear",
    ]
    /// The layers that make classes of all numbers that they are given.
    private static let last: Set<String> = ["Gemm", "MatMul"]

    private struct Node {
        var kind = ""
        var inputs: [String] = []
    }

    /// Looks for the layer; nil where the graph has several outputs, or ends otherwise than classifiers do.
    init?(_ bytes: UnsafeRawBufferPointer) throws(ProtobufReader.Damaged) {
        var (makers, outputs): ([String: Node], [String]) = ([:], [])
        var model = ProtobufReader(bytes)
        while let field = try model.next() {
            guard field.number == 7, case .bytes(let content) = field.value else { continue }
            var graph = ProtobufReader(content)
            while let field = try graph.next() {
                guard case .bytes(let content) = field.value else { continue }
                if field.number == 1 { try Self.add(content, to: &makers) }
                if field.number == 12, let name = try Self.texts(1, of: content).first { outputs.append(name) }
            }
        }
        guard outputs.count == 1, var value = outputs.first else { return nil }
        // A damaged file may have its nodes in a circle.
        for _ in 0..<makers.count {
            guard let node = makers[value] else { return nil }
            // Weights are values that no node makes, or constants.
            let made = node.inputs.filter { input in makers[input].map { $0.kind != "Constant" } ?? false }
            if Self.last.contains(node.kind) {
                // What is multiplied comes first; weights of whole numbers are made floats by a node too.
                guard let source = node.inputs.first, made.contains(source) else { return nil }
                name = source
                return
            }
            let products = made.filter { makers[$0].map { Self.last.contains($0.kind) } ?? false }
            guard Self.passing.contains(node.kind), let source = products.first ?? made.first else { return nil }
            value = source
        }
        return nil
    }

    private static func add(
        _ bytes: UnsafeRawBufferPointer, to makers: inout [String: Node]
    ) throws(ProtobufReader.Damaged) {
        let node = Node(kind: try texts(4, of: bytes).first ?? "", inputs: try texts(1, of: bytes))
        for output in try texts(2, of: bytes) { makers[output] = node }
    }

    private static func texts(
        _ number: Int, of bytes: UnsafeRawBufferPointer
    ) throws(ProtobufReader.Damaged) -> [String] {
        var (reader, found): (ProtobufReader, [String]) = (ProtobufReader(bytes), [])
        while let field = try reader.next() {
            if field.number == number, let text = field.value.text { found.append(text) }
        }
        return found
    }

    /// What an ONNX file's bytes go on with, so that the layer is an output too, behind the file's own.
    ///
    /// A message of protobuf that stands twice is one, of which the parts follow each other.
    package var suffix: [UInt8] { Self.field(7, Self.field(12, Self.field(1, Array(name.utf8)))) }

    private static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        var (count, size): (Int, [UInt8]) = (content.count, [])
        while count > 0x7F {
            size.append(UInt8(count & 0x7F) | 0x80)
            count >>= 7
        }
        return [UInt8(number << 3 | 2)] + size + [UInt8(count)] + content
    }
}

extension ModelFile {
    /// Whether the file says of itself that it is a classifier.
    package var isClassifier: Bool { metadata.task.map { $0 == "classify" } ?? (metadata.names != nil) }

    /// The layer before a classifier's last one; nil where the file is no ONNX file in one part, or ends otherwise.
    ///
    /// - Throws: `InferenceError` where the file cannot be read.
    package func penultimateLayer() throws(InferenceError) -> PenultimateLayer? {
        guard format == .onnx, parts.count == 1 else { return nil }
        return try withBytes { try? PenultimateLayer($0) }
    }

    /// Lends the bytes of the first part.
    ///
    /// - Throws: `InferenceError` where it cannot be read.
    package func withBytes<T>(_ body: (UnsafeRawBufferPointer) -> T) throws(InferenceError) -> T {
        do {
            return try MappedFile(path).withBytes(body)
        } catch {
            throw Self.unreadable(path, error)
        }
    }
}
