/// How the output of a detector's model is laid out, as the settings name it.
public enum LayoutSetting: String, Sendable, Codable, CaseIterable {
    /// What the model's metadata and shapes say, where they leave no doubt.
    case auto
    /// `[1, 4+classes, N]`: box and class scores in rows, one column an anchor; v8, v11.
    case yolov8
    /// `[1, N, 5+classes]`: box, objectness and class scores, one row an anchor; v5.
    case yolov5
    /// `[1, 6, N]`: box, confidence and class number in six rows, one column an anchor.
    case yoloClassId = "yolo-class-id"
    /// `[1, N, 6]`: finished findings, one a row; v10, v26, or suppression inside the model.
    case endToEnd = "end-to-end"
    /// `[1, N, 6]`: finished findings in parts of a stretched photo.
    case rtDetr = "rt-detr"
    /// Seven masks of the input's size, the first of which counts; U²-Net and what was trained with its code.
    case u2net
    /// One mask, or six of which the first counts; IS-Net.
    case isNet = "is-net"
    /// One mask of logits or probabilities; BiRefNet.
    case birefnet
    /// One mask of an input of any size; MODNet.
    case modnet
    /// One row of numbers, which is the vector of `embed`.
    case vector
    /// The numbers from which a classifier's last layer makes its classes, which are the vector of `embed`.
    case penultimate

    /// Whether it is a layout of models that give one mask for the whole photo.
    public var isMask: Bool { [.u2net, .isNet, .birefnet, .modnet].contains(self) }
}

/// The arithmetic that an engine may use.
public enum Precision: String, Sendable, Codable, CaseIterable {
    /// What the hardware does fastest: bfloat16 where the processor has a unit for it that gains, else 32-bit floats.
    case auto
    case fp32
    case fp16
    case bf16
    /// The integers of a quantized model as they are, as every choice has them; its other layers as with `auto`.
    case int8
}

/// How a photo is scaled to a model's input.
public enum Resampling: String, Sendable, Codable, CaseIterable {
    /// Reduced by a whole number while it is decoded, then bilinear for the rest: quick, and free of false patterns.
    case fast
    /// Decoded whole, then bilinear without a low-pass, as the public trainers do it: to compare with other runtimes.
    case reference
    /// Bicubic with a low-pass, as trainers of classifiers do it (Pillow's BICUBIC).
    case smooth
}

/// Which library runs a detector's model, as the settings name it.
public enum EngineChoice: String, Sendable, Codable, CaseIterable {
    /// The first that can run the model; today that is OpenVINO.
    case auto
    case openvino
}

/// What reads text, as the settings name it.
public enum TextEngine: String, Sendable, Codable, CaseIterable {
    /// Tesseract for pages, PaddleOCR for photos of anything else, and the better text where both may serve; records say
    /// which it was.
    case auto
    /// Tesseract: printed pages, with paragraphs and many languages.
    case tesseract
    /// PP-OCR: signs, labels and numbers in photos.
    case paddleocr
    /// Nothing: the text that pages of PDFs carry is taken, and no picture is read.
    case layer

    /// Whether pages are read with Tesseract.
    public var readsPages: Bool { self == .auto || self == .tesseract }

    /// Whether photos of anything else are read with PaddleOCR.
    public var readsScenes: Bool { self == .auto || self == .paddleocr }
}

/// How much work is put into reading text.
public enum TextLevel: String, Sendable, Codable, CaseIterable {
    /// Upright text in one pass.
    case fast
    /// Turned pages as well, and a second look at what is doubtful.
    case accurate
}

/// What the distance between two keypoints is measured in, as settings and options name it.
public enum KeypointMeasure: String, Sendable, CaseIterable {
    /// The size of what the keypoints belong to: of a hand its palm, of all else the longer side of its box.
    case size
    /// The longer side of the photo.
    case photo
    /// Metres in the world, where the model says where keypoints lie in it.
    case metres
}

/// What is done to the picture of a page after it was laid flat.
public enum PageEnhancement: String, Sendable, Codable, CaseIterable {
    /// Nothing.
    case none
    /// Uneven light is taken out.
    case shadows
    /// Every pixel becomes black or white.
    case blackAndWhite
}

/// The classes that models know.
public enum ModelClasses {
    /// Classes of all detectors together: far more than any model knows.
    ///
    /// Lists of classes are as long as their highest number, so that no record may name a higher one.
    public static let most = 100_000
}
