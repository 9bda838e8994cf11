import Findings
import Imaging

/// Notes what the photo looks like, where no detector has looked at all of it: from its decoded pixels where there are any, and
/// else from a small picture of it.
struct LikenessStep: PhotoStep {
    /// As large as most models look at.
    private static let size = PixelSize(width: 640, height: 640)

    func run(_ context: inout PhotoContext) throws {
        guard let image = context.result.image, image.likeness == nil else { return }
        if let pixels = context.pixelsWithoutLikeness {
            return context.note(
                likenessOf: pixels, at: Placement(of: pixels.size, in: pixels.size, fit: .stretch))
        }
        // A photo that no detector has decoded: where it cannot be, that is no reason to go without what was found.
        guard let (pixels, placement) = try? context.loaded.input(Self.size) else { return }
        context.note(likenessOf: pixels, at: placement)
    }
}
