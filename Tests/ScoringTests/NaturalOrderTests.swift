import Scoring
import Testing

@Suite struct NaturalOrderTests {
    @Test(arguments: [
        ("photo2", "photo10"), ("a", "b"), ("A", "b"), ("a", "B"), ("img_09", "img_10"), ("img9", "img010"),
        ("a1b2", "a1b10"), ("a", "a1"), ("1", "a"), ("99999999999999999999998", "99999999999999999999999"),
        // The same but for case or zeros: still an order.
        ("IMG1", "img1"), ("img01", "img1"), ("", "a"), ("é", "ü"),
    ])
    func theFirstComesFirst(_ first: String, _ second: String) {
        #expect(NaturalOrder.areInOrder(first, second))
        #expect(!NaturalOrder.areInOrder(second, first))
    }

    @Test func aNameIsNotBeforeItself() {
        #expect(!NaturalOrder.areInOrder("img007.jpg", "img007.jpg"))
    }
}
