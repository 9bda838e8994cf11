import Findings

extension PixelRequest {
    /// The whole upright photo as it is: detectors of two stages cut out themselves what their models look at.
    public static let wholePhoto = PixelRequest(size: .whole(longestSide: nil), fit: .stretch)
}

extension PhotoPixels {
    /// The pixels of the whole photo; throws where they are of another size than it, or fewer than they say.
    func wholePhoto() throws(DetectionError) -> PhotoBytes {
        guard placement.photo == size, placement.scaled == size, let photo = PhotoBytes(bytes, size: size) else {
            throw DetectionError(.output, "The detector was not handed the whole photo.", fault: .quiver)
        }
        return photo
    }
}

/// Pixels of a photo, lent: 8-bit RGB, interleaved, row by row, without gaps.
struct PhotoBytes {
    let base: UnsafePointer<UInt8>
    let size: PixelSize

    /// Views bytes that outlive the view; nil where they are fewer than the size needs, or it has no pixels.
    init?(_ bytes: UnsafeRawBufferPointer, size: PixelSize) {
        let (area, isOver) = size.width.multipliedReportingOverflow(by: size.height)
        guard size.width > 0, size.height > 0, !isOver, bytes.count / 3 >= area,
            let base = bytes.bindMemory(to: UInt8.self).baseAddress
        else { return nil }
        self.base = base
        self.size = size
    }
}

extension Pose {
    /// The same pose with its box cut off at the photo's edge; nil where nothing of it lies in the photo.
    func clipped(to photo: PixelSize) -> Pose? {
        var pose = self
        pose.box = box.clipped(to: photo)
        if pose.box.area == 0 { pose.box = Box(around: keypoints.map(\.point)).clipped(to: photo) }
        return pose.box.area > 0 ? pose : nil
    }
}

extension Array {
    /// By descending value; equal ones stay in their order.
    func sorted(byDescending value: (Element) -> Double) -> [Element] {
        enumerated()
            .sorted { (value($1.element), $0.offset) < (value($0.element), $1.offset) }
            .map(\.element)
    }
}
