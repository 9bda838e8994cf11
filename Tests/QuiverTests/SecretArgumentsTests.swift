import SystemValues
import Testing

@testable import quiver

@Suite struct SecretArgumentsTests {
    @Test(arguments: [
        ("postgres://q:s3cret@db/photos", "postgres://q@db/photos"),
        ("--queue=postgres://q:s3cret@db/photos?sslmode=require", "--queue=postgres://q@db/photos?sslmode=require"),
        ("postgres://db/photos?password=s3cret", "postgres://db/photos"),
        // What is wrong may hold one as well.
        ("postgres://q:s3c@ret@db/photos", "postgres://…"), ("mysql://q:s3cret@db/photos", "postgres://…"),
    ])
    func anAddressIsShownWithoutItsPassword(argument: String, shown: String) {
        #expect(SecretArguments.shown(argument) == shown)
        let told = SecretArguments.without("Unexpected argument '\(argument)'", arguments: ["quiver", argument])
        #expect(told == "Unexpected argument '\(shown)'")
    }

    @Test(arguments: [
        "postgres://q@db/photos", "photos", "--queue=q.sqlite", "--queue", "-", "", "--a=b=c", "postgres:///x",
    ])
    func everythingElseStaysAsItIs(argument: String) {
        #expect(SecretArguments.shown(argument) == nil)
        #expect(SecretArguments.without("about \(argument)", arguments: [argument]) == "about \(argument)")
    }

    @Test func aCommandForTheUserHasNoPassword() {
        let hint = CommandHint(config: "a b.json", queue: "postgres://q:s3cret@db/photos").command("jobs list")
        #expect(hint == "quiver jobs list --config 'a b.json' --queue postgres://q@db/photos")
    }
}
