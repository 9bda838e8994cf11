import Evaluation
import Query
import Results
import SystemPackage

/// What is measured, and against what.
public struct EvaluationChoice: Sendable {
    /// What is right.
    public enum Truth: Sendable {
        /// What users accepted or corrected.
        case reviews
        /// A file in COCO's format.
        case file(FilePath)
    }

    /// What is right.
    public var truth: Truth
    /// Only photos that fit it, manual corrections counting as for every query.
    public var query: Query
    /// Only these findings; of truth only objects of these classes.
    public var findings: FindingThresholds
    /// What objects are compared by.
    public var shape: EvaluatedShape
    /// Another folder of results, which is measured beside the first one; nil for none.
    public var beside: FilePath?

    /// A choice from its parts, by default all boxes against what users accepted.
    public init(
        truth: Truth = .reviews, query: Query = .all, findings: FindingThresholds = FindingThresholds(),
        shape: EvaluatedShape = .boxes, beside: FilePath? = nil
    ) {
        self.truth = truth
        self.query = query
        self.findings = findings
        self.shape = shape
        self.beside = beside
    }
}

/// Photos that an evaluation has, and those that it leaves out.
public struct EvaluationCounts: Sendable, Hashable, Encodable {
    /// Photos of the file whose content is that of a result's photo.
    public var matchedByContent = 0
    /// Photos of the file that were known by their path.
    public var matchedByPath = 0
    /// Photos of the file that were known by their name alone.
    public var matchedByName = 0
    /// Photos of the file for which several results could be meant.
    public var ambiguous = 0
    /// Photos of the file without a result.
    public var withoutResult = 0
    /// Results that no user accepted, or of which the file says nothing.
    public var withoutTruth = 0
    /// Results that were accepted when something else was found there, which was not kept.
    public var acceptedBefore = 0
    /// Photos whose size in the file is another one.
    public var resized = 0
    /// Objects of the file of photos or classes that it does not have.
    public var strays = 0
    /// Photos that have no result in the other folder.
    public var notBeside = 0

    /// Nothing is left out.
    public init() {}
}
