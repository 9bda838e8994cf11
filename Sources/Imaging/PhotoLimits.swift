import Findings

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

    func check(_ directories: TIFFDirectories, of file: String) throws(ImagingError) {
        if directories.count > frames {
            throw .limit(file, "\(directories.count) frames or more", setting: "limits.frames", value: frames)
        }
        guard directories.isPackedAsUsual else { throw .unsupported(file, detail: "its compression is not read") }
    }
}
