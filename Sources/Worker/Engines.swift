import Findings
import Inference
import InferenceOpenVINO

/// The engines that Quiver can run models with; a new one is a line in ``all``.
enum Engines {
    /// In the order in which `auto` tries them.
    static let all: [(choice: EngineChoice, type: any Engine.Type)] = [(.openvino, OpenVINOEngine.self)]

    /// The engine that the settings ask for.
    ///
    /// - Throws: `InferenceError` where it is not on this machine.
    static func engine(for choice: EngineChoice) throws -> any Engine { try type(for: choice).init() }

    /// The same without starting it.
    static func type(for choice: EngineChoice) -> any Engine.Type {
        all.first { $0.choice == choice || choice == .auto }?.type ?? OpenVINOEngine.self
    }
}
