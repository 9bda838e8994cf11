import COpenVINO
import Findings
import Inference
import ModelFiles

/// Inputs and outputs of a model that has been read and not yet prepared.
extension OpenVINOLibrary {
    func inputs(of model: borrowing OpenVINOHandle) throws(InferenceError) -> [TensorDescription] {
        var count = 0
        try check(api.pointee.model_inputs_size(model.pointer, &count), .engineFailed, OpenVINOHandle.refusal)
        var ports: [TensorDescription] = []
        for index in 0..<count {
            ports.append(try describe { api.pointee.model_const_input_by_index(model.pointer, index, $0) })
        }
        return ports
    }

    func outputs(of model: borrowing OpenVINOHandle) throws(InferenceError) -> [TensorDescription] {
        var count = 0
        try check(api.pointee.model_outputs_size(model.pointer, &count), .engineFailed, OpenVINOHandle.refusal)
        var ports: [TensorDescription] = []
        for index in 0..<count {
            ports.append(try describe { api.pointee.model_const_output_by_index(model.pointer, index, $0) })
        }
        return ports
    }

    private func describe(
        _ port: (UnsafeMutablePointer<OpaquePointer?>) -> qov_status
    ) throws(InferenceError) -> TensorDescription {
        let port = try OpenVINOHandle(self, free: api.pointee.output_const_port_free, make: port)
        var name: UnsafeMutablePointer<CChar>?
        // A port without a name is lawful; it fails here, and its index serves.
        let named = api.pointee.port_get_any_name(port.pointer, &name) == 0
        var type: UInt32 = 0
        try check(
            api.pointee.port_get_element_type(port.pointer, &type), .engineFailed, OpenVINOHandle.refusal)
        return TensorDescription(
            name: named ? take(name).plainName : "", shape: try shape(of: port), type: Self.typeName(type))
    }

    private func shape(of port: borrowing OpenVINOHandle) throws(InferenceError) -> [Int?] {
        var shape = qov_partial_shape()
        try check(
            api.pointee.port_get_partial_shape(port.pointer, &shape), .engineFailed, OpenVINOHandle.refusal)
        defer { api.pointee.partial_shape_free(&shape) }
        guard shape.rank.min == shape.rank.max, let sides = shape.dims else { return [] }
        return (0..<Int(shape.rank.max)).map { sides[$0].min == sides[$0].max ? Int(sides[$0].max) : nil }
    }

    /// The number types that models of photos use, by name; others by number.
    private static func typeName(_ type: UInt32) -> String {
        switch type {
        case QOV_F32.rawValue: "f32"
        case QOV_F16.rawValue: "f16"
        case QOV_BF16.rawValue: "bf16"
        case QOV_U8.rawValue: "u8"
        case QOV_I8.rawValue: "i8"
        default: "type \(type)"
        }
    }
}
