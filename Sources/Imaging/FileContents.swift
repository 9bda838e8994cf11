import Findings
import SystemPackage
import SystemValues

/// Reads a whole file through our own descriptor.
///
/// The name stays raw bytes (libvips would read options out of `a[1].jpg`), and nothing is mapped: a mapped file that
/// is truncated meanwhile kills the process that looks at it.
enum FileContents {
    /// Opens a file and reads it.
    static func read(_ path: FilePath, limits: PhotoLimits) throws(ImagingError) -> [UInt8] {
        try checked(PercentEscape.printable(path)) {
            // Not blocking, or a named pipe in the folder would hold the worker until something writes to it.
            let descriptor = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
            return try descriptor.closeAfter { try read(descriptor, of: PercentEscape.printable(path), limits) }
        }
    }

    /// Reads a file that is open, from its beginning; `path` is for messages.
    static func read(
        _ descriptor: FileDescriptor, named path: FilePath, limits: PhotoLimits
    ) throws(ImagingError) -> [UInt8] {
        try checked(PercentEscape.printable(path)) { try read(descriptor, of: PercentEscape.printable(path), limits) }
    }

    private static func read(_ descriptor: FileDescriptor, of file: String, _ limits: PhotoLimits) throws -> [UInt8] {
        let before = try descriptor.stat()
        guard before.type == .regular else {
            throw ImagingError(.notAFile, "\(file) is not a regular file, so not a photo")
        }
        try limits.check(bytes: Int(before.size), of: file)
        guard before.size > 0 else {
            throw ImagingError(.empty, "\(file) is empty; copy it again from where it came")
        }
        let bytes = try readAll(descriptor, count: Int(before.size))
        let after = try descriptor.stat()
        guard bytes.count == Int(before.size), after.size == before.size, isSameMoment(after, before) else {
            throw ImagingError(
                .changed, "\(file) was written to while it was read; it is worth another try", fault: .environment)
        }
        return bytes
    }

    /// Every failure as an error of this module.
    private static func checked(_ file: String, _ body: () throws -> [UInt8]) throws(ImagingError) -> [UInt8] {
        do {
            return try body()
        } catch let error as ImagingError {
            throw error
        } catch let error as Errno {
            throw ImagingError(error, reading: file)
        } catch {
            throw ImagingError(.unreadable, "\(file) cannot be read", fault: .environment, detail: "\(error)")
        }
    }

    private static func readAll(_ descriptor: FileDescriptor, count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = try descriptor.read(fromAbsoluteOffset: Int64(filled), into: rest)
                if got == 0 { break }
                filled += got
            }
        }
    }

    private static func isSameMoment(_ left: Stat, _ right: Stat) -> Bool {
        left.st_mtim.tv_sec == right.st_mtim.tv_sec && left.st_mtim.tv_nsec == right.st_mtim.tv_nsec
    }
}

extension PhotoLimits {
    func check(bytes count: Int, of file: String) throws(ImagingError) {
        guard count > bytes else { return }
        throw .limit(file, "\(count) bytes", setting: "limits.bytes", value: bytes)
    }

    func check(_ size: PixelSize, frames count: Int, of file: String) throws(ImagingError) {
        if max(size.width, size.height) > side {
            throw .limit(file, "\(size.width)x\(size.height) pixels", setting: "limits.side", value: side)
        }
        if size.area > pixels {
            throw .limit(
                file, "\(size.width)x\(size.height) = \(size.area) pixels", setting: "limits.pixels", value: pixels)
        }
        if count > frames {
            throw .limit(file, "\(count) frames", setting: "limits.frames", value: frames)
        }
    }

    /// Pixels per inch at which a page of so many points is drawn: those of scanners, or as many as fit.
    func resolution(of points: PixelSize) -> Double {
        // Points have been rounded to whole ones, and pixels will be.
        let (half, width, height) = (0.5, Double(points.width) + 0.5, Double(points.height) + 0.5)
        // The largest factor by which (width x factor + half) x (height x factor + half) is no more than that.
        let (most, area, sum) = (Double(min(pagePixels, pixels)), width * height, (width + height) * half)
        let bySize = ((sum * sum + 4 * area * (most - half * half)).squareRoot() - sum) / (2 * area)
        let bySide = (Double(side) - half) / max(width, height)
        return min(300, 72 * bySize, 72 * bySide)
    }

    func check(_ directories: TIFFDirectories, directory: Int, of file: String) throws(ImagingError) {
        if directories.count > frames {
            throw .limit(file, "\(directories.count) frames or more", setting: "limits.frames", value: frames)
        }
        guard directories.isPackedAsUsual(directory) else {
            throw .unsupported(file, detail: "its compression is not read")
        }
    }
}
