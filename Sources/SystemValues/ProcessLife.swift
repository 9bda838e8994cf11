/// A number that this process alone has, for as long as it lives.
///
/// Containers may have the same host name, the same start of the machine and the same process number: chance tells them apart.
public enum ProcessLife {
    /// The number, 63 bits by chance and never 0.
    public static let number = Int64.random(in: 1...Int64.max)

    /// The number of this process as the names of its temp files have it.
    public static let tag = tag(of: number)

    /// A number as names of files have it.
    public static func tag(of number: Int64) -> String { String(number, radix: 36) }
}
