import Findings
import SystemPackage

/// The answer for one photo: what was found, or why nothing could be.
///
/// There is one for every input, failures included. Its JSON has all keys in a fixed order, null where there is nothing;
/// `schema` describes it.
public struct Record: Sendable, Hashable {
    /// The version of the format.
    public var version = "1.0"
    /// When the answer was found.
    public var timestamp: Timestamp
    /// The file that the photo came from.
    public var source: Source
    /// Where the photo stands.
    public var state: State
    /// Nil where nothing failed.
    public var error: Failure?
    /// How often the photo was tried.
    public var attempts: Int
    /// What a worker found out about the photo; empty where it could not be read.
    public var photo: PhotoResult
    /// Nil where nothing but the record was written.
    public var outputs: Outputs?

    /// A record of a photo that has ended, well or not.
    public init(
        timestamp: Timestamp, source: Source, state: State, error: Failure? = nil, attempts: Int,
        photo: PhotoResult = PhotoResult(), outputs: Outputs? = nil
    ) {
        self.timestamp = timestamp
        self.source = source
        self.state = state
        self.error = error
        self.attempts = attempts
        self.photo = photo
        self.outputs = outputs
    }

    /// Where a photo stands; `waiting`, `ready`, `running` and `blocked` are no final answers.
    public enum State: String, Sendable, Codable, CaseIterable {
        case waiting, ready, running, done, failed, blocked, gone, quarantined, cancelled
    }

    /// Why a photo has no findings.
    public struct Failure: Sendable, Hashable, Codable {
        /// What went wrong, for programs: one word.
        public var code: String
        /// A sentence for users.
        public var message: String
        /// Whose fault it is, which decides whether trying again can help.
        public var fault: Fault

        /// A failure from its parts.
        public init(code: String, message: String, fault: Fault) {
            self.code = code
            self.message = message
            self.fault = fault
        }
    }

    /// The photo itself.
    public struct Image: Sendable, Hashable, Codable {
        /// In pixels of the upright photo.
        public var width: Int
        /// In pixels of the upright photo.
        public var height: Int
        /// EXIF's number from 1 to 8.
        public var orientation: Int
        /// The format by the file's content, such as `jpeg`.
        public var format: String
        /// How many pages or frames the file has, of which frames are not read after the first; nil where it has no other.
        public var pages: Int?
        /// How the file shows light brighter than white; nil where it does not.
        ///
        /// With a map, what was made of the photo shows less light than the photo.
        public var dynamicRange: DynamicRange?
        /// What near-duplicates are known by; nil where it is not known, as in records of earlier versions.
        public var likeness: Likeness?

        /// A photo from its parts.
        public init(
            width: Int, height: Int, orientation: Int, format: String, pages: Int? = nil,
            dynamicRange: DynamicRange? = nil, likeness: Likeness? = nil
        ) {
            self.width = width
            self.height = height
            self.orientation = orientation
            self.format = format
            self.pages = pages
            self.dynamicRange = dynamicRange
            self.likeness = likeness
        }
    }

    /// The photo and what its camera wrote about it, under the names of the scoring apps.
    public struct ImageMetadata: Sendable, Hashable, Codable {
        /// In pixels of the upright photo.
        public var width: Int
        /// In pixels of the upright photo.
        public var height: Int
        /// EXIF's number from 1 to 8.
        public var orientation: Int
        /// The format by the file's content, such as `jpeg`.
        public var format: String
        /// By the camera's clock, in the form of ISO 8601.
        public var captured: String?
        /// The camera's maker, as the camera writes it; nil where it does not.
        public var make: String?
        /// The camera's model, as the camera writes it; nil where it does not.
        public var model: String?

        /// The camera's maker and model in one text; nil where neither is known.
        public var camera: String? {
            let parts = [make, model].compactMap { $0 }
            return parts.isEmpty ? nil : parts.joined(separator: " ")
        }

        /// A photo and its camera from their parts.
        public init(
            width: Int, height: Int, orientation: Int, format: String, captured: String? = nil, make: String? = nil,
            model: String? = nil
        ) {
            self.width = width
            self.height = height
            self.orientation = orientation
            self.format = format
            self.captured = captured
            self.make = make
            self.model = model
        }
    }

    /// What looked at the photo.
    public struct Model: Sendable, Hashable, Codable {
        /// The name of the model's file, without its folder.
        public var name: String
        /// The SHA-256 of the model's files, one after the other, in hexadecimal.
        public var sha256: String
        /// The engine that ran the model, with its version.
        public var engine: String
        /// The arithmetic that the engine chose, as it names it; empty where it does not say.
        public var precision: String

        /// A model from its parts.
        public init(name: String, sha256: String, engine: String, precision: String) {
            self.name = name
            self.sha256 = sha256
            self.engine = engine
            self.precision = precision
        }
    }

    /// Milliseconds of each stage, nil where it was not reached.
    public struct Timings: Sendable, Hashable, Codable {
        /// Decoding the photo and making the models' inputs.
        public var load: Double?
        /// Finding faces and laying them flat.
        public var register: Double?
        /// Running the models.
        public var infer: Double?
        /// Making findings and scores of what the models gave.
        public var decode: Double?
        /// Drawing findings in, and cutting them out.
        public var draw: Double?
        /// Writing pictures into temp files.
        public var write: Double?

        /// Times in milliseconds.
        public init(
            load: Double? = nil, register: Double? = nil, infer: Double? = nil, decode: Double? = nil,
            draw: Double? = nil, write: Double? = nil
        ) {
            self.load = load
            self.register = register
            self.infer = infer
            self.decode = decode
            self.draw = draw
            self.write = write
        }
    }
}

extension Record.Failure {
    /// An error as a record has it: the module's own code, sentence and fault.
    public init(_ error: any Error) {
        if let error = error as? any ReportableError {
            self.init(code: error.codeName, message: error.description, fault: error.fault)
        } else {
            self.init(code: "unexpected", message: "\(error)", fault: .quiver)
        }
    }
}
