import Findings

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
/// An engine loads one where ``EngineOptions/inputSizes`` says so; it is compiled once for all sizes.
public protocol ResizableModel: LoadedModel {
    /// The sizes that it takes.
    var inputSizes: InputSizes { get }

    /// Runs the model on pixels of a size, as ``LoadedModel/infer(_:_:)`` does.
    ///
    /// - Throws: `InferenceError` where the size is none of ``inputSizes``, or there are more or fewer pixels.
    func infer(_ pixels: UnsafeRawBufferPointer, size: PixelSize, _ read: ([TensorView]) throws -> Void) throws
}
