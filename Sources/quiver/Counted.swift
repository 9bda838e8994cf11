/// "1 photo", "2 photos", "2 boxes", "2 classes".
func counted(_ number: Int, _ what: String) -> String {
    let ending = ["s", "x"].contains(what.last) ? "es" : "s"
    return "\(number) \(what)\(number == 1 ? "" : ending)"
}
