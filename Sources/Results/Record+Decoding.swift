import Findings
import Scoring

extension Record {
    private enum CodingKeys: String, CodingKey {
        case version, timestamp, source, state, error, attempts, image, model, models, detections, targetDetection
        case arrows, imageMetadata, timings, outputs
    }

    /// Reads a record; those of earlier versions of Quiver lack what was added since.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        version = try values.decode(String.self, forKey: .version)
        timestamp = try values.decode(Timestamp.self, forKey: .timestamp)
        source = try values.decode(Source.self, forKey: .source)
        state = try values.decode(State.self, forKey: .state)
        error = try values.decodeIfPresent(Failure.self, forKey: .error)
        attempts = try values.decode(Int.self, forKey: .attempts)
        image = try values.decodeIfPresent(Image.self, forKey: .image)
        model = try values.decodeIfPresent(Model.self, forKey: .model)
        models = try values.decodeIfPresent([Model].self, forKey: .models) ?? [model].compactMap { $0 }
        detections = try values.decode([Detection].self, forKey: .detections)
        targetDetection = try values.decodeIfPresent(TargetDetection.self, forKey: .targetDetection)
        arrows = try values.decodeIfPresent([DetectedArrow].self, forKey: .arrows) ?? []
        imageMetadata = try values.decodeIfPresent(ImageMetadata.self, forKey: .imageMetadata)
        timings = try values.decode(Timings.self, forKey: .timings)
        outputs = try values.decodeIfPresent(Outputs.self, forKey: .outputs)
    }
}
