/// How many pixels may be looked at closer, so that no picture makes the cost of closer looks grow without bound.
struct PixelBudget {
    /// In all.
    let limit: Int
    /// So far; never more than the limit.
    private(set) var used = 0

    init(limit: Int) { self.limit = limit }

    /// So many times a picture's own pixels; the floor is for small pictures.
    init(times: Int, of picture: GreyPicture, floor: Int) {
        self.init(limit: max(times * picture.area, floor))
    }

    /// Takes pixels; false where fewer are left, and then it takes none.
    mutating func take(_ pixels: Int) -> Bool {
        guard pixels <= limit - used else { return false }
        used += pixels
        return true
    }
}
