import Findings
import Inference

/// Finds the pixels of a photo that show people, all in one mask, also where they are many and small.
///
/// MediaPipe's `selfie_segmentation` looks at the whole photo and, from near, at each small face that MediaPipe's detector of
/// faces finds; ``PersonSegmenter`` only does the first.
public final class CrowdSegmenter: Detector {
    /// The whole upright photo.
    public let request = PixelRequest.wholePhoto
    /// `person` alone.
    public let classNames = ["person"]
    /// Always ``PersonSegmenter/confidence``.
    public var ownConfidence: Double? { PersonSegmenter.confidence }
    private let looks: CrowdLooks
    private let faces: CloserLook
    private let rules: ClassRules
    private let crowd: Int

    /// Checks that the models are of these kinds and the settings fit them; throws a sentence where not.
    ///
    /// - Parameters:
    ///   - faces: One of MediaPipe's two detectors of faces.
    ///   - crowd: Over so many faces a photo is crowded.
    public init(
        _ loaded: any LoadedModel, faces: any LoadedModel,
        settings: DetectorSettings = DetectorSettings(confidence: PersonSegmenter.confidence), crowd: Int = 4
    ) throws(DetectionError) {
        try settings.validate()
        looks = try CrowdLooks(loaded)
        self.faces = CloserLook(try KeypointDetector(faces, kinds: [.faceShort, .faceFull], confidence: nil))
        rules = try ClassRules(settings, names: classNames, count: 1)
        self.crowd = crowd
    }

    /// Finds the faces, then the people; one mask of all people, or none.
    ///
    /// - Throws: `InferenceError` where a model fails, ``DetectionError`` where its output is not what it promised.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var watch = InferenceWatch()
        let photo = try pixels.wholePhoto()
        let found = try faces.detections(in: photo, &watch)
        var mask = CrowdMask(photo.size)
        let confidence = try looks.draw(photo, faces: found, into: &mask, &watch)
        var people: [InstanceMask] = []
        if rules.accepts(Float(confidence), 0), let mask = mask.mask, let box = mask.box {
            people.append(
                InstanceMask(label: classNames[0], classId: 0, confidence: confidence, box: box, mask: mask))
        }
        var answer = watch.answer(.masks(people))
        if found.count > crowd { answer.crowd = Crowd(faces: found.count) }
        return answer
    }
}
