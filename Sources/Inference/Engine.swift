import Findings
import Foundation
import ModelFiles

/// A library that runs models.
///
/// Another one is a target with such a type, and a line in the worker's list of engines.
public protocol Engine: Sendable {
    /// The files that the engine reads before it runs, so that the sandbox of a worker allows them.
    static var files: [String] { get }

    /// What is there of the engine on this machine, for `quiver doctor`.
    ///
    /// - Throws: `InferenceError` where it is not usable, with the command that fixes it.
    static func diagnose() throws -> EngineDiagnosis

    /// Starts the engine in this process; throws where it is missing or too old, with the command that fixes it.
    init() throws

    /// What a model with these options runs on: the device's short name and its full one.
    func device(for options: EngineOptions) throws -> (id: String, name: String)

    /// Loads a model so that it is ready to run; throws `InferenceError` with a sentence where it cannot.
    func load(_ file: ModelFile, options: EngineOptions) throws -> any LoadedModel
}

/// What is there of an engine on a machine.
public struct EngineDiagnosis: Sendable, Hashable {
    /// The engine's own name: "OpenVINO".
    public var name: String
    /// Which version, and where.
    public var found: String

    /// An engine's name and what was found of it.
    public init(name: String, found: String) {
        self.name = name
        self.found = found
    }
}

/// An engine that knows several devices, and tries each.
public protocol DeviceEngine: Engine {
    /// What a small model comes to on every device of this machine that the engine knows, the processor first.
    func tryDevices() -> [DeviceTrial]
}

/// What a small model came to on a device.
public struct DeviceTrial: Sendable, Hashable {
    /// The device's short name, as settings have it: `CPU`, `GPU.0`.
    public var id: String
    /// Its full name.
    public var name: String
    /// Whether it is the processor.
    public var isProcessor: Bool
    /// What `precision: auto` computes with there; empty where the engine does not say.
    public var precision = ""
    /// How many times as fast a model of convolutions is with short floats as with those of 32 bits: with what `auto` computes with, or
    /// bf16 where that is 32 bits; nil where the processor has no unit for them, or it was not measured.
    public var gain: Double?
    /// How long the model took; nil where it did not run, or gave something wrong.
    public var milliseconds: Double?
    /// Why it did not run.
    public var problem: String?

    /// A trial that has come to nothing yet.
    public init(id: String, name: String, isProcessor: Bool) {
        (self.id, self.name, self.isProcessor) = (id, name, isProcessor)
    }
}

extension DeviceTrial {
    /// What is gained, or would be, by short floats, as it follows what `auto` computes with.
    public var gainText: String {
        guard let gain else { return "" }
        return (precision == "f32" ? "; bf16" : ", which")
            + (gain < 1
                ? String(format: " takes %.1f times as long as fp32 here", 1 / gain)
                : String(format: " is %.1f times as fast as fp32 here", gain))
    }

    /// What to set where the measurement speaks against what `auto` chooses by the processor's units; nil where it does not.
    public var quicker: Precision? {
        guard let gain else { return nil }
        return precision == "f32" ? (gain > 1.1 ? .bf16 : nil) : (gain < 0.9 ? .fp32 : nil)
    }
}

/// A model that is ready to run, owned by one worker.
///
/// It holds the state of one inference and is not to be shared between threads.
public protocol LoadedModel: AnyObject {
    /// What the model takes and gives.
    var description: ModelDescription { get }

    /// Runs the model on one photo and hands its outputs to `read`, where alone they are valid.
    ///
    /// `pixels` are 8-bit RGB, interleaved, row by row, of `description.inputSize`. Scaling to 0…1 and the change to
    /// the model's own layout and number type are the engine's work.
    func infer(_ pixels: UnsafeRawBufferPointer, _ read: ([TensorView]) throws -> Void) throws
}

extension LoadedModel {
    /// Runs the model on one photo and copies its outputs.
    public func infer(_ pixels: UnsafeRawBufferPointer) throws -> [Tensor] {
        var tensors: [Tensor] = []
        try infer(pixels) { views in tensors = views.map(Tensor.init) }
        return tensors
    }
}

/// One output of a model, in the engine's memory.
public struct TensorView {
    /// The sides, such as `[1, 84, 8400]`.
    public let shape: [Int]
    /// The values, last axis fastest.
    public let values: UnsafeBufferPointer<Float>

    /// Views values that outlive the view; their number is the product of `shape`.
    public init(shape: [Int], values: UnsafeBufferPointer<Float>) {
        self.shape = shape
        self.values = values
    }
}

/// One output of a model, copied.
public struct Tensor: Hashable, Sendable {
    /// The sides, such as `[1, 84, 8400]`.
    public var shape: [Int]
    /// The values, last axis fastest.
    public var values: [Float]

    /// A tensor of these sides; the number of values is the product of `shape`.
    public init(shape: [Int], values: [Float]) {
        self.shape = shape
        self.values = values
    }

    /// Copies a view's values.
    public init(_ view: TensorView) {
        self.init(shape: view.shape, values: Array(view.values))
    }
}

/// The sizes that a model takes, photo by photo.
public struct InputSizes: Hashable, Sendable, Codable {
    /// In pixels, from 1.
    public var width: ClosedRange<Int>
    /// In pixels, from 1.
    public var height: ClosedRange<Int>

    /// Sizes by the bounds of their sides; a bound that does not fit is moved, for no side is less than 1.
    public init(width: ClosedRange<Int>, height: ClosedRange<Int>) {
        self.width = width.clamped(to: 1...Int(Int32.max))
        self.height = height.clamped(to: 1...Int(Int32.max))
    }

    /// Whether a size lies within the bounds.
    public func contains(_ size: PixelSize) -> Bool {
        width.contains(size.width) && height.contains(size.height)
    }

    /// The size within the bounds that is nearest to a wanted one, side by side.
    public func nearest(to size: PixelSize) -> PixelSize {
        PixelSize(
            width: min(max(size.width, width.lowerBound), width.upperBound),
            height: min(max(size.height, height.lowerBound), height.upperBound))
    }
}

/// A model that takes a size of its own with each photo.
///
/// An engine loads one where ``EngineOptions/inputSizes`` asks for it; it is compiled once for all sizes.
public protocol ResizableModel: LoadedModel {
    /// The sizes that it takes.
    var inputSizes: InputSizes { get }

    /// Runs the model on pixels of a size, as ``LoadedModel/infer(_:_:)`` does.
    ///
    /// - Throws: `InferenceError` where the size is none of ``inputSizes``, or there are more or fewer pixels.
    func infer(_ pixels: UnsafeRawBufferPointer, size: PixelSize, _ read: ([TensorView]) throws -> Void) throws
}

/// A model that takes numbers in place of a photo, such as a classifier of actions; owned by one thread.
public protocol TensorModel: AnyObject {
    /// The sides of its input, with 1 where the model leaves the first one open.
    var inputShape: [Int] { get }
    /// The metadata in the model's file.
    var metadata: ModelMetadata { get }

    /// Runs the model on values, the last side first.
    ///
    /// - Throws: `InferenceError` where there are more or fewer values than ``inputShape`` has, or the model fails.
    func infer(_ values: [Float]) throws -> [Tensor]
}

/// An engine that runs models of numbers as well as models of photos.
public protocol TensorEngine: Engine {
    /// Loads a model with one input of 32-bit floats.
    ///
    /// - Throws: `InferenceError` with a sentence where it is another one.
    func loadTensorModel(_ file: ModelFile) throws -> any TensorModel
}

/// A model that takes the numbers of a text's words, such as the words' half of a CLIP pair; owned by one thread.
public protocol TokenModel: AnyObject {
    /// How many numbers it takes; nil where any number will do.
    var length: Int? { get }
    /// Its outputs, in the order in which it gives them.
    var outputs: [TensorDescription] { get }

    /// Runs the model on the numbers of one text.
    ///
    /// - Throws: `InferenceError` where there are more or fewer than ``length``, or the model fails.
    func infer(_ tokens: [Int32]) throws -> [Tensor]
}

/// An engine that runs models of words as well as models of photos.
public protocol TokenEngine: Engine {
    /// Loads a model with one list of whole numbers as its input, and maybe a mask of those that count.
    ///
    /// - Throws: `InferenceError` with a sentence where it is another one.
    func loadTokenModel(_ file: ModelFile, options: EngineOptions) throws -> any TokenModel
}
