import Testing

@testable import Intake

@Suite("ScanPlan")
struct ScanPlanTests {
    @Test("each walk is wanted once, new folders before polls, and a whole root covers its parts")
    func order() {
        var plan = ScanPlan()
        plan.request(.poll(root: 0, start: [1]))
        plan.request(.tree(root: 0, start: [2]))
        plan.request(.tree(root: 0, start: [2]))
        plan.request(.tree(root: 0, start: []))
        plan.request(.tree(root: 0, start: [3]))
        plan.request(.tree(root: 1, start: [3]))
        var order: [ScanPlan.Request] = []
        while let request = plan.takeNext() { order.append(request) }
        #expect(
            order == [
                .tree(root: 0, start: [2]), .tree(root: 0, start: []), .tree(root: 1, start: [3]),
                .poll(root: 0, start: [1]),
            ])
    }

    @Test("what is wanted of a root that went away is dropped")
    func drop() {
        var plan = ScanPlan()
        plan.request(.tree(root: 0, start: []))
        plan.request(.tree(root: 1, start: []))
        plan.drop(root: 0)
        #expect(plan.wanted == [.tree(root: 1, start: [])])
    }
}
