import Storage
import SystemValues

/// How a record's path is stored: most begin with the photo's own path, which the row holds already.
///
/// One byte says which: 0, followed by what comes behind the photo's path, or 1, followed by the path as it is. This
/// makes rows a quarter smaller, and the queue the faster for it.
enum PackedOutput {
    static func pack(_ output: [UInt8], for place: Place) -> [UInt8] {
        let path = place.path
        guard output.count >= path.count, output[..<path.count] == path[...] else { return [1] + output }
        return [0] + output[path.count...]
    }

    /// The record's path; a row that leads out of the results, which no Quiver has written, gets a name of its own there.
    static func unpack(_ packed: UnsafeRawBufferPointer, for place: Place, job: Int64) -> [UInt8] {
        let output = packed.first == 0 ? place.path + packed.dropFirst() : Array(packed.dropFirst())
        return output.isEmpty ? [] : PathBelow(output)?.bytes ?? Array("job-\(job).json".utf8)
    }
}

extension Place {
    /// The folder below the root, without copying it.
    var folderSlice: ArraySlice<UInt8> {
        path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
    }

    /// The last part of the path, without copying it.
    var nameSlice: ArraySlice<UInt8> {
        path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)...]
    }
}
