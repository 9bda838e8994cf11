import COpenVINO
import Findings
import Inference
import ModelFiles

/// Puts the way from 8-bit RGB rows to the model's own input into the model, so that the engine does it while it runs.
extension OpenVINOLibrary {
    /// The model with one input of bytes [1, height, width, 3], and outputs of 32-bit floats.
    func prepare(
        _ model: consuming OpenVINOHandle, for input: ModelInput, outputs: Int, path: String
    ) throws(InferenceError) -> OpenVINOHandle {
        let refusal = "The model \(path) cannot be fed with 8-bit pixels."
        if input.isOpen { try reshape(model, to: input, path: path) }
        let preparation = try OpenVINOHandle(
            self, free: api.pointee.preprocess_prepostprocessor_free, .modelUnsuitable, refusal
        ) { api.pointee.preprocess_prepostprocessor_create(model.pointer, $0) }
        try prepareInput(preparation, for: input, refusal)
        for index in 0..<outputs { try prepareOutput(preparation, index, refusal) }
        return try OpenVINOHandle(self, free: api.pointee.model_free, .modelUnsuitable, refusal) {
            api.pointee.preprocess_prepostprocessor_build(preparation.pointer, $0)
        }
    }

    /// The model with outputs of 32-bit floats, and its inputs as they are.
    func givingFloats(
        _ model: consuming OpenVINOHandle, outputs: Int, path: String
    ) throws(InferenceError) -> OpenVINOHandle {
        let refusal = "The outputs of the model \(path) cannot be read as numbers."
        let preparation = try OpenVINOHandle(
            self, free: api.pointee.preprocess_prepostprocessor_free, .modelUnsuitable, refusal
        ) { api.pointee.preprocess_prepostprocessor_create(model.pointer, $0) }
        for index in 0..<outputs { try prepareOutput(preparation, index, refusal) }
        return try OpenVINOHandle(self, free: api.pointee.model_free, .modelUnsuitable, refusal) {
            api.pointee.preprocess_prepostprocessor_build(preparation.pointer, $0)
        }
    }

    private func reshape(
        _ model: borrowing OpenVINOHandle, to input: ModelInput, path: String
    ) throws(InferenceError) {
        let rows = Self.dimension(input.sizes?.height, otherwise: input.size.height)
        let columns = Self.dimension(input.sizes?.width, otherwise: input.size.width)
        let (one, colours) = (qov_dimension(min: 1, max: 1), qov_dimension(min: 3, max: 3))
        let sides = input.order == .channelsFirst ? [one, colours, rows, columns] : [one, rows, columns, colours]
        var shape = qov_partial_shape()
        try check(api.pointee.partial_shape_create(Int64(sides.count), sides, &shape))
        defer { api.pointee.partial_shape_free(&shape) }
        try check(
            api.pointee.model_reshape_single_input(model.pointer, shape), .modelUnsuitable,
            "The model \(path) does not take \(input.size.width)x\(input.size.height) pixels. "
                + "Change letterbox.size, or the detector's own size.")
    }

    /// One side of an input's shape.
    private static func dimension(_ sides: ClosedRange<Int>?, otherwise side: Int) -> qov_dimension {
        let sides = sides ?? side...side
        return qov_dimension(min: Int64(sides.lowerBound), max: Int64(sides.upperBound))
    }

    private func prepareInput(
        _ preparation: borrowing OpenVINOHandle, for input: ModelInput, _ refusal: String
    ) throws(InferenceError) {
        let api = api.pointee
        let info = try OpenVINOHandle(self, free: api.preprocess_input_info_free) {
            api.preprocess_prepostprocessor_get_input_info_by_index(preparation.pointer, 0, $0)
        }
        let tensor = try OpenVINOHandle(self, free: api.preprocess_input_tensor_info_free) {
            api.preprocess_input_info_get_tensor_info(info.pointer, $0)
        }
        let steps = try OpenVINOHandle(self, free: api.preprocess_preprocess_steps_free) {
            api.preprocess_input_info_get_preprocess_steps(info.pointer, $0)
        }
        let model = try OpenVINOHandle(self, free: api.preprocess_input_model_info_free) {
            api.preprocess_input_info_get_model_info(info.pointer, $0)
        }
        let bytes = try OpenVINOHandle(self, free: api.layout_free) { api.layout_create("NHWC", $0) }
        let own = try OpenVINOHandle(self, free: api.layout_free) { api.layout_create(input.order.rawValue, $0) }
        func check(_ status: qov_status) throws(InferenceError) { try self.check(status, .modelUnsuitable, refusal) }
        try check(api.preprocess_input_tensor_info_set_element_type(tensor.pointer, QOV_U8.rawValue))
        try check(api.preprocess_input_tensor_info_set_layout(tensor.pointer, bytes.pointer))
        try check(api.preprocess_input_model_info_set_layout(model.pointer, own.pointer))
        guard !input.takesBytes else { return }
        try check(api.preprocess_preprocess_steps_convert_element_type(steps.pointer, QOV_F32.rawValue))
        guard let normalization = input.normalization else {
            return try check(api.preprocess_preprocess_steps_scale(steps.pointer, 255))
        }
        let (mean, deviation) = (normalization.mean.map { $0 * 255 }, normalization.deviation.map { $0 * 255 })
        try check(api.preprocess_preprocess_steps_mean_multi_channels(steps.pointer, mean, mean.count))
        try check(
            api.preprocess_preprocess_steps_scale_multi_channels(steps.pointer, deviation, deviation.count))
    }

    private func prepareOutput(
        _ preparation: borrowing OpenVINOHandle, _ index: Int, _ refusal: String
    ) throws(InferenceError) {
        let api = api.pointee
        let info = try OpenVINOHandle(self, free: api.preprocess_output_info_free) {
            api.preprocess_prepostprocessor_get_output_info_by_index(preparation.pointer, index, $0)
        }
        let tensor = try OpenVINOHandle(self, free: api.preprocess_output_tensor_info_free) {
            api.preprocess_output_info_get_tensor_info(info.pointer, $0)
        }
        try check(
            api.preprocess_output_set_element_type(tensor.pointer, QOV_F32.rawValue), .modelUnsuitable, refusal)
    }
}

/// Inputs and outputs of a model that has been read and not yet prepared.
extension OpenVINOLibrary {
    func inputs(of model: borrowing OpenVINOHandle) throws(InferenceError) -> [TensorDescription] {
        var count = 0
        try check(api.pointee.model_inputs_size(model.pointer, &count))
        var ports: [TensorDescription] = []
        for index in 0..<count {
            ports.append(try describe { api.pointee.model_const_input_by_index(model.pointer, index, $0) })
        }
        return ports
    }

    func outputs(of model: borrowing OpenVINOHandle) throws(InferenceError) -> [TensorDescription] {
        var count = 0
        try check(api.pointee.model_outputs_size(model.pointer, &count))
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
        try check(api.pointee.port_get_element_type(port.pointer, &type))
        return TensorDescription(
            name: named ? take(name).plainName : "", shape: try shape(of: port), type: Self.typeName(type))
    }

    private func shape(of port: borrowing OpenVINOHandle) throws(InferenceError) -> [Int?] {
        var shape = qov_partial_shape()
        try check(api.pointee.port_get_partial_shape(port.pointer, &shape))
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
        case QOV_I32.rawValue: "i32"
        case QOV_I64.rawValue: "i64"
        default: "type \(type)"
        }
    }
}
