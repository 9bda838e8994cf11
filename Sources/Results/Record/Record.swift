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
    public var source: Source
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
        public var code: String
        /// A sentence for people.
        public var message: String
        public var fault: Fault

        public init(code: String, message: String, fault: Fault) {
            self.code = code
            self.message = message
            self.fault = fault
        }
    }

    /// The photo itself.
    public struct Image: Sendable, Hashable, Codable {
        /// Of the upright photo.
        public var width: Int
        public var height: Int
        /// EXIF's number from 1 to 8.
        public var orientation: Int
        public var format: String

        public init(width: Int, height: Int, orientation: Int, format: String) {
            self.width = width
            self.height = height
            self.orientation = orientation
            self.format = format
        }
    }

    /// The photo and what its camera wrote about it, under the names of the scoring apps.
    public struct ImageMetadata: Sendable, Hashable, Codable {
        /// Of the upright photo.
        public var width: Int
        public var height: Int
        /// EXIF's number from 1 to 8.
        public var orientation: Int
        public var format: String
        /// By the camera's clock, in the form of ISO 8601.
        public var captured: String?
        public var make: String?
        public var model: String?

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
        public var name: String
        public var sha256: String
        public var engine: String
        public var precision: String

        public init(name: String, sha256: String, engine: String, precision: String) {
            self.name = name
            self.sha256 = sha256
            self.engine = engine
            self.precision = precision
        }
    }

    /// Milliseconds of each stage, nil where it was not reached.
    public struct Timings: Sendable, Hashable, Codable {
        public var load: Double?
        /// Finding faces and laying them flat.
        public var register: Double?
        public var infer: Double?
        public var decode: Double?
        public var draw: Double?
        public var write: Double?

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
