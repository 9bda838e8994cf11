import Storage

extension StoreCheck {
    /// Named sets of photos.
    static let sets = [
        StoreCheck("a set is chosen, added to, replaced and removed") { scene in
            let contents = (1...3).map { Scene.fingerprint($0).description }.sorted()
            try scene.equal(scene.sets(), [], "none")
            try scene.choose([contents[1], contents[0]], as: "b", .new)
            try scene.choose([contents[2]], as: "a", .new)
            try scene.choose([contents[1], contents[2]], as: "b", .add)
            try scene.equal(
                scene.sets(), [PhotoSet(name: "a", count: 1), PhotoSet(name: "b", count: 3)], "by their names")
            try scene.equal(scene.contents(of: "b"), contents, "in the order of the contents")
            try scene.equal(scene.contents(of: "b", after: contents[0], limit: 1), [contents[1]], "a part of them")
            try scene.choose([contents[0]], as: "b", .replace)
            try scene.equal(scene.contents(of: "b"), [contents[0]], "after it was replaced")
            try scene.equal(scene.store.transaction { try $0.sets.removeSet(named: "b") }, 1, "how many were in it")
            try scene.equal(scene.sets().map(\.name), ["a"], "after it was removed")
        },
        StoreCheck("a set that is there is no new one, and one that is not there is not removed") { scene in
            let content = Scene.fingerprint(1).description
            try scene.choose([content], as: "a", .new)
            for (refused, code) in [
                (("a", [content]), PhotoSetError.Code.taken), (("", [content]), .impossible),
                (("a*", [content]), .impossible), (("b\u{0}", [content]), .impossible), (("b", ["12"]), .impossible),
                (("b", []), .impossible), (("b", ["A" + content.dropFirst()]), .impossible),
                (("b", [String(repeating: "g", count: 64)]), .impossible),
                (("b", Array(repeating: content, count: PhotoSet.mostAtOnce + 1)), .impossible),
                (("A", [content]), .taken),
            ] {
                do {
                    try scene.choose(refused.1, as: refused.0, .new)
                    try scene.require(false, "\(refused) is refused")
                } catch let error as PhotoSetError {
                    try scene.equal(error.code, code, "\(refused)")
                }
            }
            do {
                _ = try scene.store.transaction { try $0.sets.removeSet(named: "c") }
                try scene.require(false, "no set of this name")
            } catch let error as PhotoSetError {
                try scene.equal(error.code, .missing, "\(error)")
            }
            try scene.equal(scene.sets(), [PhotoSet(name: "a", count: 1)], "what is there")
        },
        StoreCheck("photos that are gathered are in no set before all of them are") { scene in
            let contents = (1...5).map { Scene.fingerprint($0).description }.sorted()
            try scene.choose([contents[0]], as: "a", .new)
            var draft = PhotoSetDraft(id: "1")
            func gather(_ more: [String]) throws {
                _ = try scene.store.transaction { try $0.sets.gather(more, in: draft) }
                draft.count += more.count
            }
            func choose(_ change: PhotoSetChange) throws {
                _ = try scene.store.transaction { try $0.sets.choose([contents[4]], as: "a", change, with: draft) }
            }
            try gather([contents[1], contents[2]])
            try gather([contents[3]])
            try scene.equal(scene.sets(), [PhotoSet(name: "a", count: 1)], "before the last part")
            try scene.equal(scene.store.transaction { try $0.sets.sets(ofContents: contents) }.count, 1, "of photos")
            do {
                try choose(.new)
                try scene.require(false, "there is a set of this name")
            } catch let error as PhotoSetError { try scene.equal(error.code, .taken, "\(error)") }
            try choose(.replace)
            try scene.equal(scene.contents(of: "a"), Array(contents.dropFirst()), "all at once")
            do {
                try choose(.add)
                try scene.require(false, "nothing is gathered any more")
            } catch let error as PhotoSetError { try scene.equal(error.code, .missing, "\(error)") }
            // What a process that ended has left goes as the next one begins.
            draft = PhotoSetDraft(id: "2")
            try gather([contents[0]])
            let left = draft
            draft = PhotoSetDraft(id: "3")
            try gather([contents[1]])
            try scene.equal(scene.store.transaction { try $0.sets.drafts().count }, 1, "drafts")
            draft = left
            do {
                try choose(.add)
                try scene.require(false, "another one began")
            } catch let error as PhotoSetError { try scene.equal(error.code, .missing, "\(error)") }
            try scene.equal(scene.contents(of: "a"), Array(contents.dropFirst()), "as it was")
            // What was gathered is taken out with the others, and what nothing came of is let go.
            draft = PhotoSetDraft(id: "4")
            try gather([contents[0], contents[2], contents[3]])
            try choose(.remove)
            try scene.equal(scene.contents(of: "a"), [contents[1]], "taken out at once")
            draft = PhotoSetDraft(id: "5")
            try gather([contents[2]])
            _ = try scene.store.transaction { try $0.sets.letGo(draft) }
            try scene.equal(scene.store.transaction { try $0.sets.drafts().count }, 0, "after it was let go")
            draft = PhotoSetDraft(id: "6")
            try gather([contents[2]])
            _ = try scene.store.transaction { try $0.sets.letGoDrafts() }
            try scene.equal(scene.store.transaction { try $0.sets.drafts().count }, 0, "after all were let go")
            try scene.equal(scene.contents(of: "a"), [contents[1]], "the set stays")
        },
        StoreCheck("a change of a set says which photos it has changed, and a set without photos is none") { scene in
            let contents = (1...3).map { Scene.fingerprint($0).description }.sorted()
            func changed(_ some: ArraySlice<String>, _ change: PhotoSetChange) throws -> [String] {
                try scene.store.transaction { try $0.sets.choose(Array(some), as: "a", change) }
            }
            try scene.equal(changed(contents[..<2], .add), Array(contents[..<2]), "two are new")
            try scene.equal(changed(contents[1...], .add), [contents[2]], "one of them was there")
            try scene.choose([contents[0]], as: "b", .new)
            try scene.equal(changed(contents[..<2], .remove), Array(contents[..<2]), "two are taken out")
            try scene.equal(changed(contents[..<2], .remove), [], "once")
            try scene.equal(scene.contents(of: "b"), [contents[0]], "another set keeps its own")
            try scene.equal(changed(contents[2...], .remove), [contents[2]], "the last one")
            try scene.equal(scene.sets().map(\.name), ["b"], "a set without photos")
            do {
                _ = try changed(contents[..<1], .remove)
                try scene.require(false, "no set of this name")
            } catch let error as PhotoSetError {
                try scene.equal(error.code, .missing, "\(error)")
            }
        },
        StoreCheck("a set is renamed, and no other one has the name") { scene in
            let contents = (1...2).map { Scene.fingerprint($0).description }.sorted()
            func rename(_ name: String, _ other: String) throws -> Int {
                try scene.store.transaction { try $0.sets.renameSet(named: name, to: other) }
            }
            try scene.choose(contents, as: "a", .new)
            try scene.choose([contents[0]], as: "b", .new)
            try scene.equal(rename("a", "c"), 2, "how many are in it")
            try scene.equal(scene.contents(of: "c"), contents, "its photos")
            // Upper and lower case of its own name are no other set.
            try scene.equal(rename("c", "C"), 2, "in another case")
            try scene.equal(scene.sets().map(\.name), ["C", "b"], "the sets")
            for (names, code) in [
                (("C", "b"), PhotoSetError.Code.taken), (("C", "B"), .taken), (("a", "d"), .missing),
                (("C", "x*"), .impossible), (("C", ""), .impossible),
            ] {
                do {
                    _ = try rename(names.0, names.1)
                    try scene.require(false, "\(names) is refused")
                } catch let error as PhotoSetError {
                    try scene.equal(error.code, code, "\(names)")
                }
            }
            try scene.equal(scene.contents(of: "b"), [contents[0]], "the other one")
        },
        StoreCheck("a set's name is the same name however its letters are composed") { scene in
            let contents = (1...3).map { Scene.fingerprint($0).description }.sorted()
            let (composed, apart) = ("caf\u{E9}", "cafe\u{301}")
            try scene.choose(contents, as: apart, .new)
            try scene.equal(scene.contents(of: composed), contents, "kept composed")
            try scene.choose([contents[0]], as: apart, .replace)
            try scene.equal(scene.sets(), [PhotoSet(name: composed, count: 1)], "after it was replaced")
            try scene.choose([contents[1]], as: apart, .add)
            try scene.equal(scene.sets(), [PhotoSet(name: composed, count: 2)], "after it was added to")
            try scene.equal(scene.store.transaction { try $0.sets.removeSet(named: apart) }, 2, "removed")
            try scene.equal(scene.sets(), [], "after it was removed")
        },
        StoreCheck("a set's name is kept without blanks around it") { scene in
            let contents = (1...2).map { Scene.fingerprint($0).description }.sorted()
            try scene.choose([contents[0]], as: " a b ", .new)
            try scene.choose([contents[1]], as: "a b\u{A0}", .add)
            try scene.equal(scene.sets(), [PhotoSet(name: "a b", count: 2)], "one set")
            _ = try scene.store.transaction { try $0.sets.renameSet(named: "a b ", to: " c") }
            try scene.equal(scene.sets().map(\.name), ["c"], "renamed")
            // An earlier version kept them.
            _ = try scene.store.transaction { try $0.sets.add([contents[0]], toSet: " c") }
            try scene.equal(scene.store.transaction { try $0.sets.removeSet(named: "c") }, 2, "the one without")
            try scene.equal(scene.store.transaction { try $0.sets.removeSet(named: "c") }, 1, "and the one with blanks")
        },
        StoreCheck("the sets of photos are told by content, whatever their names hold") { scene in
            let contents = (1...3).map { Scene.fingerprint($0).description }
            let names = ["a", "o'clock \"ä\" \\", "%"]
            try scene.choose(contents, as: names[0], .new)
            try scene.choose([contents[1]], as: names[1], .new)
            try scene.choose([contents[1]], as: names[2], .new)
            let found = try scene.store.transaction { try $0.sets.sets(ofContents: Array(contents.dropFirst())) }
            try scene.equal(
                found.mapValues(Set.init), [contents[1]: Set(names), contents[2]: [names[0]]], "the sets of two photos")
            try scene.equal(scene.store.transaction { try $0.sets.sets(ofContents: []) }, [:], "of none")
        },
        StoreCheck("sets go with the queue into another store, and a set alone is not empty") { scene in
            let contents = (1...450).map { Scene.fingerprint($0).description }
            try scene.choose(contents, as: "a", .new)
            try scene.choose([contents[7]], as: "b", .new)
            let other = MemoryQueueStore()
            _ = try other.transaction { target in
                try scene.store.transaction { try target.takeIn($0.snapshot) }
            }
            let there = Scene(other)
            try scene.equal(there.sets(), scene.sets(), "the sets")
            try scene.equal(there.contents(of: "a"), contents.sorted(), "their photos")
            try scene.add("a.jpg", 1)
            let taken = try other.transaction { target in
                try scene.store.transaction { try target.takeIn($0.snapshot) }
            }
            try scene.equal(taken, .occupied, "where a set is")
        },
    ]
}

extension Scene {
    fileprivate func sets() throws -> [PhotoSet] { try store.transaction { try $0.sets.photoSets() } }

    fileprivate func contents(of name: String, after: String? = nil, limit: Int = 1_000) throws -> [String] {
        try store.transaction { try $0.sets.contents(ofSet: name, after: after, limit: limit) }
    }

    fileprivate func choose(_ contents: [String], as name: String, _ change: PhotoSetChange) throws {
        _ = try store.transaction { try $0.sets.choose(contents, as: name, change) }
    }
}
