/// The classes that models know.
public enum ModelClasses {
    /// Classes of all detectors together: far more than any model knows.
    ///
    /// Lists of classes are as long as their highest number, so that no record may name a higher one.
    public static let most = 100_000
}
