import Testing

@testable import Intake

@Suite("WatchMap")
struct WatchMapTests {
    private func folder(_ path: String, root: Int = 0) -> RootedPath {
        RootedPath(root: root, relative: Array(path.utf8))
    }

    @Test("a moved folder keeps its number and loses its old place")
    func moved() {
        var map = WatchMap()
        map.set(1, folder("a"))
        map.set(1, folder("b"))
        #expect(map[1] == folder("b"))
        #expect(map.count == 1)
        #expect(map.removeTree(folder("a")).isEmpty)
    }

    @Test("a tree is forgotten with all below it, and nothing beside it")
    func tree() {
        var map = WatchMap()
        for (watch, path) in ["", "a", "a/b", "ab"].enumerated() { map.set(Int32(watch), folder(path)) }
        map.set(9, folder("a", root: 1))
        #expect(map.removeTree(folder("a")).sorted() == [1, 2])
        #expect(map.count(ofRoot: 0) == 2)
        #expect(map.count(ofRoot: 1) == 1)
    }

    @Test("a tree that ends folder by folder, from below, is forgotten one by one", arguments: [0, 1])
    func fromBelow(root: Int) {
        var map = WatchMap()
        let paths = ["", "a", "a/b", "a/b/c", "a/d"]
        for (watch, path) in paths.enumerated() { map.set(Int32(watch), folder(path, root: root)) }
        for (watch, path) in paths.enumerated().reversed() {
            #expect(map.removeTree(folder(path, root: root)) == [Int32(watch)])
            #expect(map.removeTree(folder(path, root: root)).isEmpty)
            #expect(map.count(ofRoot: root) == watch)
        }
    }
}
