import Findings
import Inference
import ModelFiles

/// A family of models that give one mask of what a photo is of: what its outputs are, and which values it takes.
///
/// A family is known by the number of its masks and, where there is one alone, by the names and the size that its public files
/// have. Where that leaves a doubt the settings say which it is (`layout`): with another's values a model answers, and answers wrong.
public enum SubjectLayout: Sendable, Hashable, CaseIterable {
    /// U²-Net (u2net, u2netp, silueta, u2net_human_seg): seven masks, the first of which is made of all others.
    ///
    /// Source: Qin and others, "U²-Net: Going Deeper with Nested U-Structure for Salient Object Detection", 2020.
    case u2net
    /// IS-Net (isnet-general-use, RMBG-1.4): six masks, or the first of them alone, at 1024 x 1024.
    ///
    /// Source: Qin and others, "Highly Accurate Dichotomous Image Segmentation", 2022.
    case isNet
    /// BiRefNet and RMBG-2.0: one mask, at 1024 x 1024 as a rule.
    ///
    /// Source: Zheng and others, "Bilateral Reference for High-Resolution Dichotomous Image Segmentation", 2024.
    case birefnet
    /// MODNet: one mask, of an input whose sides are open, trained at 512 x 512.
    ///
    /// Source: Ke and others, "MODNet: Real-Time Trimap-Free Portrait Matting via Objective Decomposition", 2022.
    case modnet

    /// The inputs' names in BiRefNet's public files; those of the first give logits.
    private static let inputsOfBiRefNet = ["input_image", "pixel_values"]
    /// The input's name in the public files of IS-Net with one mask and of MODNet.
    ///
    /// Other models give such a mask too: PP-OCR's detector, whose input has another name, marks text.
    private static let usualInput = "input"

    /// The name in the settings.
    public var setting: LayoutSetting {
        switch self {
        case .u2net: .u2net
        case .isNet: .isNet
        case .birefnet: .birefnet
        case .modnet: .modnet
        }
    }

    /// The values that it was trained with, where neither the settings nor the file say.
    public var normalization: Normalization? {
        switch self {
        case .u2net, .birefnet:
            Normalization(mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225])
        case .isNet: Normalization(mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1])
        case .modnet: Normalization(mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])
        }
    }

    /// The size that it was trained with, for a file whose sides are open.
    public var usualSize: PixelSize {
        switch self {
        case .u2net: PixelSize(width: 320, height: 320)
        case .isNet, .birefnet: PixelSize(width: 1024, height: 1024)
        case .modnet: PixelSize(width: 512, height: 512)
        }
    }

    /// Whether a photo's brightest value becomes the highest one first, as its training had it.
    var isBrightened: Bool { self == .u2net }

    /// The family in words.
    public var name: String {
        switch self {
        case .u2net: "U²-Net"
        case .isNet: "IS-Net"
        case .birefnet: "BiRefNet"
        case .modnet: "MODNet"
        }
    }

    /// The family of a model; nil where none can be told.
    ///
    /// - Parameter setting: What the settings name; of a family it counts in place of names and numbers.
    public init?(of model: ModelDescription, setting: LayoutSetting = .auto) {
        let masks = Self.masks(of: model)
        guard !masks.isEmpty else { return nil }
        if let named = Self.allCases.first(where: { $0.setting == setting }) {
            self = named
            return
        }
        guard setting == .auto, let input = model.inputs.first else { return nil }
        let isOpen = input.shape.suffix(2).contains(nil)
        switch masks.count {
        case 7: self = .u2net
        case 6: self = .isNet
        case 1 where Self.inputsOfBiRefNet.contains(input.name): self = .birefnet
        case 1 where input.name == Self.usualInput:
            if isOpen || model.inputSize == SubjectLayout.modnet.usualSize {
                self = .modnet
            } else if model.inputSize == SubjectLayout.isNet.usualSize {
                self = .isNet
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// Whether a family that was told by names alone is another one for what its values are: an export of IS-Net may have the name
    /// of BiRefNet's input, but gives probabilities.
    func isDoubtful(of model: ModelDescription, givesLogits: Bool) -> Bool {
        guard self == .birefnet, !givesLogits, model.inputs.first?.name == Self.inputsOfBiRefNet[0] else {
            return false
        }
        // Other values than the family's own come from the user or the file, who know better.
        return model.normalization == nil || model.normalization == normalization
    }

    /// The places of the outputs that are masks of the input's size, `[1,1,height,width]`.
    static func masks(of model: ModelDescription) -> [Int] {
        guard model.inputs.first?.shape.count == 4, model.inputs.first?.shape[1] == 3 else { return [] }
        let sides: [Int?] = [1, model.inputSize.height, model.inputSize.width]
        return model.outputs.indices.filter { place in
            let shape = model.outputs[place].shape
            return shape.count == 4 && shape[0] ?? 1 == 1 && Array(shape.dropFirst()) == sides
        }
    }

    /// The error for a model whose family cannot be told.
    static func unknown(_ model: ModelDescription, setting: LayoutSetting) -> DetectionError {
        let outputs = model.outputs.map(\.shapeText).joined(separator: ", ")
        let size = "\(model.inputSize.width)x\(model.inputSize.height)"
        guard !masks(of: model).isEmpty else {
            return DetectionError(
                .taskUnsupported,
                "The model is none for the task subject: it takes \(size) pixels and gives \(outputs), where a mask "
                    + "[1,1,\(model.inputSize.height),\(model.inputSize.width)] is needed.")
        }
        guard setting == .auto else {
            return DetectionError(
                .layoutUnknown,
                "The setting layout = \(setting.rawValue) is none of the task subject, which has "
                    + "\(allCases.map(\.setting.rawValue).joined(separator: ", ")).")
        }
        return DetectionError(
            .layoutAmbiguous,
            "The model takes \(size) pixels and gives \(outputs), and nothing in it says which values it takes. Set layout: "
                + allCases.map { "\($0.setting.rawValue) for \($0.name)" }.joined(separator: ", ")
                + "; or mean and std as it was trained.")
    }
}
