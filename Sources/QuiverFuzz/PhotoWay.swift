import Findings
import Imaging
import SystemPackage

/// A photo's way through a worker, from its bytes to its pictures, without a model.
struct PhotoWay {
    let limits: PhotoLimits

    /// - Parameter pixels: Small enough that no picture takes long.
    init(pixels: Int) { limits = PhotoLimits(pixels: pixels, frames: 1_000) }

    /// "done", or the code of the error that the photo ended with.
    func outcome(of path: FilePath, strict: Bool = false) -> String {
        do throws(ImagingError) {
            try walk(path, strict: strict)
            return "done"
        } catch {
            return error.code.rawValue
        }
    }

    private func walk(_ path: FilePath, strict: Bool) throws(ImagingError) {
        let photo = try Photo.open(path, limits: limits, strict: strict)
        let input = PixelSize(width: 64, height: 64)
        // Both ways of reduction, and both ways to fit.
        _ = try photo.input(input)
        _ = try photo.input(PixelSize(width: 7, height: 5), fit: .stretch, resampling: .fast)
        let upright = try photo.upright()
        let box = Box(x: 3, y: 2, width: 18, height: 11)
        _ = try upright.annotated([Mark(box: box, label: "a", classIndex: 0)])
        if PixelRect.isInside(box, photo.size) { _ = try upright.crop(box, margin: 0.2) }
        guard photo.format.hasPages else { return }
        _ = photo.textLayer()
        // The second page and the last: what lies between is like them.
        for number in Set([2, photo.frames]) where (2...max(photo.frames, 2)).contains(number) && photo.frames > 1 {
            _ = try photo.page(number).upright()
        }
    }
}

/// Whether a box touches a picture; a crop of one that does not is the caller's mistake.
private enum PixelRect {
    static func isInside(_ box: Box, _ size: PixelSize) -> Bool { Int(box.x) < size.width && Int(box.y) < size.height }
}
