import Testing

@testable import Intake

@Suite("Agenda")
struct AgendaTests {
    @Test("gives appointments in the order in which they fall due")
    func order() {
        var agenda = Agenda<Int>()
        for number in [5, 3, 9, 1, 7, 3, 8, 0, 2] { agenda.insert(number, due: .seconds(number)) }
        var order: [Int] = []
        while let first = agenda.first {
            order.append(first.key)
            agenda.removeFirst()
        }
        #expect(order == [0, 1, 2, 3, 3, 5, 7, 8, 9])
    }
}
