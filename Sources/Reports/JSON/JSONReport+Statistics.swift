import JSONTree
import Scoring

extension Tally {
    var json: JSONValue {
        [
            "arrows": .integer(arrows), "score": .integer(score), "maximum": .integer(maximum),
            "average": average.map { .rounded($0, decimals: 4) } ?? nil, "tens": .integer(tens), "xs": .integer(xs),
        ]
    }
}

extension ArrowGroup {
    var json: JSONValue {
        [
            "arrows": .integer(count),
            "center": ["x": .rounded(center.x, decimals: 2), "y": .rounded(center.y, decimals: 2)],
            "offset": .rounded(offset, decimals: 2), "offsetClockDeg": .rounded(offsetClockDeg, decimals: 2),
            "meanRadius": .rounded(meanRadius, decimals: 2), "extremeSpread": .rounded(extremeSpread, decimals: 2),
            "ellipse95": ellipse.map { ellipse in
                [
                    "a": .rounded(ellipse.a, decimals: 2), "b": .rounded(ellipse.b, decimals: 2),
                    "angleDeg": .rounded(ellipse.angleDeg, decimals: 2),
                ]
            } ?? nil,
        ]
    }
}

extension Trend {
    var json: JSONValue {
        [
            "averageSlope": averageSlope.map { .rounded($0, decimals: 5) } ?? nil,
            "meanRadiusSlope": meanRadiusSlope.map { .rounded($0, decimals: 4) } ?? nil,
            "ends": .array(
                ends.map { end in
                    [
                        "round": .integer(end.round), "end": .integer(end.end),
                        "average": end.average.map { .rounded($0, decimals: 4) } ?? nil,
                        "meanRadius": end.group.map { .rounded($0.meanRadius, decimals: 2) } ?? nil,
                    ]
                }),
        ]
    }
}
