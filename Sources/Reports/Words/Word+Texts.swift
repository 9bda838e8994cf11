import Scoring

extension Word {
    /// The text in a language.
    func text(in language: ReportLanguage) -> String {
        switch language {
        case .english: texts.english
        case .german: texts.german
        }
    }

    /// The text in each language; a name in braces stands for a value.
    private var texts: (english: String, german: String) {
        switch self {
        case .end: ("End", "Passe")
        case .endNumber: ("End {end}", "Passe {end}")
        case .roundNumber: ("Round {round}", "Runde {round}")
        case .roundAndEnd: ("Round {round}, end {end}", "Runde {round}, Passe {end}")
        case .endAndArrow: ("{end}, arrow {number}", "{end}, Pfeil {number}")
        case .endAndHole: ("{end}, hole {number}", "{end}, Loch {number}")
        case .ofArcher: ("{arrow}, {name}", "{arrow}, {name}")
        case .arrowsTitle: ("Arrows", "Pfeile")
        case .holesTitle: ("Holes", "Löcher")
        case .arrow: ("arrow", "Pfeil")
        case .hole: ("hole", "Loch")
        case .arrowsWord: ("arrows", "Pfeile")
        case .holesWord: ("holes", "Löcher")
        case .arrows: ("{count} arrows", "{count} Pfeile")
        case .arrowsOne: ("1 arrow", "1 Pfeil")
        case .holes: ("{count} holes", "{count} Löcher")
        case .holesOne: ("1 hole", "1 Loch")
        case .ends: ("{count} ends", "{count} Passen")
        case .endsOne: ("1 end", "1 Passe")
        case .notFound: ("not found", "nicht gefunden")
        case .toReviewBecause: ("to review: {reasons}", "zu prüfen: {reasons}")
        case .manualCorrection: ("manual correction", "manuelle Korrektur")
        case .onlyConfirmed: ("confirmed as read", "bestätigt wie gelesen")
        case .correctedFrom:
            ("manual correction, the model read {read}", "manuelle Korrektur, das Modell hatte {read} gelesen")
        case .onlySure: ("the model was only {share} sure", "das Modell war nur zu {share} sicher")
        case .sure: ("sure", "sicher")
        case .sureShare: ("{share} sure", "zu {share} sicher")

        case .doubtNearLine:
            (
                "almost on a line: the next score may be right",
                "fast auf einer Linie: der nächste Wert kann stimmen"
            )
        case .doubtLowConfidence: ("the model was not sure", "das Modell war nicht sicher")
        case .doubtPoorRegistration:
            (
                "the face’s rings do not lie quite where they were measured",
                "die Ringe der Auflage liegen nicht ganz dort, wo sie gemessen wurden"
            )
        case .doubtTooManyArrows: ("more arrows than an end has", "mehr Pfeile, als eine Passe hat")
        case .doubtTooFewArrows: ("fewer arrows than an end has", "weniger Pfeile, als eine Passe hat")
        case .doubtSecondInSpot:
            (
                "several arrows in one spot: only the lowest may count",
                "mehrere Pfeile in einem Spot: nur der niedrigste darf zählen"
            )
        case .doubtHidden: ("where it enters the face is hidden", "die Einschussstelle ist verdeckt")
        case .doubtOtherFace:
            (
                "the face is not of the kind that the settings name",
                "die Auflage ist nicht die, die die Einstellungen nennen"
            )
        case .doubtNoArrows:
            ("a face is there, and nothing was found on it", "eine Auflage ist da, aber nichts wurde auf ihr gefunden")
        case .doubtUnusualCount:
            (
                "most ends of the session have another number of arrows",
                "die meisten Passen der Sitzung haben eine andere Zahl von Pfeilen"
            )
        case .onLine: ("on a line", "auf einer Linie")
        case .fewerThanEnd: ("{count} fewer than an end has", "{count} weniger, als eine Passe hat")
        case .tooManyForEnd:
            (
                "{count} too many: only the lowest {counted} count",
                "{count} zu viel: nur die niedrigsten {counted} zählen"
            )
        case .troubleOther: ("{reason}", "Kein Ergebnis. Quiver meldet: „{reason}“")
        case .troubleBeingRead:
            ("the photo was sent and is being read", "das Foto ist gesendet und wird gerade gelesen")
        case .troubleNoFace: ("no face is seen", "keine Auflage ist zu sehen")
        case .troublePart: ("only part of a face is in the picture", "nur ein Teil einer Auflage ist im Bild")
        case .troubleSmall:
            ("the face is too small in the picture to score on", "die Auflage ist im Bild zu klein zum Werten")
        case .troubleRings:
            (
                "something like a face is seen, but its rings could not be followed",
                "etwas wie eine Auflage ist zu sehen, doch ihren Ringen war nicht zu folgen"
            )

        case .scoreReport: ("Score report", "Wertung")
        case .until: ("to", "bis")
        case .partsOfPage: ("Parts of this page", "Teile dieser Seite")
        case .photosTitle: ("Photos", "Fotos")
        case .madeBy:
            (
                """
                Made by Quiver from photos. A score with a question mark needs a review; a score with a tick is a \
                manual correction.
                """,
                """
                Von Quiver aus Fotos gemacht. Ein Wert mit einem Fragezeichen ist zu prüfen; einer mit einem Haken ist \
                eine manuelle Korrektur.
                """
            )
        case .accuracy:
            (
                KnownAccuracy.sentence,
                """
                Prüfen Sie jede Passe: Auf {photos} Fotos von Orten, die das Modell nie gesehen hatte, fand es {found} \
                von 100 Pfeilen, und {wrong} von 100, die es meldete, waren keine.
                """
            )
        case .systemOlympic: ("Olympic round", "Olympische Runde")
        case .systemCompound: ("Compound", "Compound")
        case .systemIndoor: ("Indoor", "Halle")
        case .systemField: ("Field", "Feld")

        case .noEnds: ("No end of this session has been read yet.", "Noch keine Passe dieser Sitzung wurde gelesen.")
        case .summary: ("Summary", "Zusammenfassung")
        case .total: ("Total", "Gesamt")
        case .outOf: ("of {maximum}", "von {maximum}")
        case .average: ("Average", "Schnitt")
        case .pointsPerArrow: ("points per {arrow}", "Punkte je {arrow}")
        case .inEnds: ("in {count} ends", "in {count} Passen")
        case .inEndsOne: ("in 1 end", "in 1 Passe")
        case .bests: ("{best}s", "{best}er")
        case .xIncluded: ("X included", "mit den X")
        case .toReview: ("To review", "Zu prüfen")
        case .nothingInDoubt: ("nothing in doubt", "nichts zweifelhaft")
        case .andEnds: ("{arrows} and {count} ends", "{arrows} und {count} Passen")
        case .andEndsOne: ("{arrows} and 1 end", "{arrows} und 1 Passe")
        case .seeWhich: ("see which", "welche?")
        case .seeWhichOf: ("see which {arrows}", "welche {arrows}?")

        case .ranking: ("Ranking", "Rangliste")
        case .place: ("Place", "Platz")
        case .archerTitle: ("Archer", "Schütze")
        case .toShoot: ("To shoot", "Zu schießen")
        case .allShot: ("all shot", "alles geschossen")
        case .atBest: ("At best", "Höchstens")
        case .perEnd: ("Per end", "Je Passe")
        case .perPlace:
            (
                "Average of each arrow of an end, from the highest down",
                "Schnitt jedes Pfeils einer Passe, vom höchsten abwärts"
            )
        case .tiesBy:
            (
                "Equal scores are ranked by {counts}. With = a place is shared: a shoot-off decides.",
                "Bei gleichen Ringen zählen {counts}. Mit = ist ein Platz geteilt: ein Stechen entscheidet."
            )
        case .andThen: (", then ", ", dann ")
        case .hits: ("Hits", "Treffer")
        case .roundFacts:
            ("{ends}, {arrows} each, at most {maximum}", "{ends}, je {arrows}, höchstens {maximum}")
        case .surplusEnds:
            (
                "{count} ends more than the round has: they do not count.",
                "{count} Passen mehr, als die Runde hat: sie zählen nicht."
            )
        case .surplusEndsOne:
            ("1 end more than the round has: it does not count.", "1 Passe mehr, als die Runde hat: sie zählt nicht.")
        case .otherFaces:
            (
                "The arrows stand on other faces than the round’s: choose another round, or correct the faces.",
                "Die Pfeile stecken in anderen Auflagen als denen der Runde: andere Runde wählen oder Auflagen berichtigen."
            )
        case .sheet: ("Score sheet", "Schusszettel")
        case .sheetOfRound: ("Score sheet of round {number}", "Schusszettel der Runde {number}")
        case .sheetOfArcher:
            ("Score sheet of {name}, round {number}", "Schusszettel von {name}, Runde {number}")
        case .sum: ("Sum", "Summe")
        case .reviewEnd: ("Review end {end}", "Passe {end} prüfen")
        case .endsFromTo: ("Ends {first} to {last}", "Passen {first} bis {last}")
        case .numberBelow:
            (
                "The number below a score is the arrow’s in the photo.",
                "Die Zahl unter einem Wert ist die Nummer des Pfeils im Foto."
            )
        case .averageShort: ("Ø {value}", "Ø {value}")

        case .toCheck: ("to check", "zu prüfen")
        case .toReviewLegend: ("to review", "zu prüfen")
        case .toCheckTitle: ("Arrows and ends to check", "Pfeile und Passen zu prüfen")
        case .andMore: ("and {count} more", "und {count} weitere")
        case .andMoreOne: ("and 1 more", "und 1 weiterer")
        case .photoNamed: ("Photo", "Foto")
        case .seePhoto: ("See the photo", "Zum Foto")
        case .closeUpOf: ("Close-up of {arrow}, scored {mark}", "Nahaufnahme von {arrow}, gewertet {mark}")
        case .correctionsTitle: ("Manual corrections", "Manuelle Korrekturen")
        case .parked:
            (
                "Parked, because another photo has the name of theirs now:",
                "Aufgehoben, weil ein anderes Foto jetzt den Namen des ihren hat:"
            )
        case .parkedArrow: (", arrow {number}: {mark}", ", Pfeil {number}: {mark}")
        case .parkedRemoved: (", arrow {number}: removed", ", Pfeil {number}: entfernt")
        case .modelRead: ("the model read ", "das Modell hatte gelesen: ")
        case .modelReadSame: ("the model read the same", "das Modell hatte dasselbe gelesen")
        case .modelReadSameElsewhere:
            ("the model read the same, at another place", "das Modell hatte dasselbe gelesen, an einem anderen Ort")
        case .modelMissed: ("the model had not seen it", "das Modell hatte ihn nicht gesehen")

        case .plotTitle: ("{arrows} and group", "{arrows} und Gruppe")
        case .nothingPlaced:
            (
                "No {arrow} has a known place on a face, so there is none to draw.",
                "Von keinem {arrow} ist der Ort auf einer Auflage bekannt; darum ist keiner gezeichnet."
            )
        case .onDrawnFace: ("{arrows} on a drawn {face}", "{arrows}, gezeichnet: {face}")
        case .spotsOverOneAnother: ("{face}, its spots over one another", "{face}, die Spots übereinander")
        case .fartherOut: ("Farther out than drawn: {arrows}.", "Weiter außen als gezeichnet: {arrows}.")
        case .sureHigh: ("{share} sure or more", "zu {share} sicher oder mehr")
        case .sureMiddle: ("{share} or more", "{share} oder mehr")
        case .sureLow: ("less", "weniger")
        case .shaftDot:
            (
                "The white dot in a marker is as thick as the shaft. ",
                "Der weiße Punkt in einer Markierung ist so dick wie der Schaft. "
            )
        case .groupLegend:
            (
                "The cross is the mean point, the dashed line the 95\u{202F}% ellipse.",
                "Das Kreuz ist der mittlere Treffpunkt, die gestrichelte Linie die 95-%-Ellipse."
            )
        case .groupDrawn:
            (
                "Mean point of all arrows, and the ellipse that holds 95 % of such arrows",
                "Mittlerer Treffpunkt aller Pfeile und die Ellipse, in der 95 % solcher Pfeile liegen"
            )
        case .groupCentre: ("Centre of the group", "Mitte der Gruppe")
        case .inMiddle: ("in the middle", "in der Mitte")
        case .offBy: ("{length} off", "{length} daneben")
        case .atPlace: ("at {clock}: {offset}", "auf {clock}: {offset}")
        case .meanRadius: ("Mean radius", "Mittlerer Radius")
        case .meanRadiusNote:
            ("mean distance from the group’s centre", "mittlerer Abstand von der Mitte der Gruppe")
        case .extremeSpread: ("Extreme spread", "Größte Streuung")
        case .extremeSpreadNote: ("between the two farthest apart", "zwischen den beiden entferntesten")
        case .ellipse: ("95\u{202F}% ellipse", "95-%-Ellipse")
        case .ellipseNote: ("length × width", "Länge × Breite")
        case .counted: ("Counted", "Gezählt")
        case .countedNote: ("with known place, misses included", "mit bekanntem Ort, auch Fehlschüsse")
        case .assumedSize:
            (
                """
                Assumed size: the photos do not show how large the face is and the settings do not say, so the \
                millimetres are right only if its full ten rings are {size} cm across.
                """,
                """
                Angenommene Größe: Die Fotos zeigen nicht, wie groß die Auflage ist, und die Einstellungen sagen es \
                nicht; die Millimeter stimmen nur, wenn ihre vollen zehn Ringe {size} cm messen.
                """
            )
        case .show: ("Show", "Zeigen")
        case .showChoice: ("Show: {choice}", "Zeigen: {choice}")
        case .all: ("All", "Alle")
        case .clock: ("{hour} o’clock", "{hour} Uhr")
        case .clockAt: ("{way} at {clock}", "{way} auf {clock}")
        case .left: ("{length} left", "{length} links")
        case .right: ("{length} right", "{length} rechts")
        case .high: ("{length} high", "{length} hoch")
        case .low: ("{length} low", "{length} tief")
        case .markerPlace: ("{length} from the centre", "{length} von der Mitte")

        case .endByEnd: ("End by end", "Passe für Passe")
        case .pointsPerEnd: ("Points per end", "Punkte je Passe")
        case .spreadPerEnd: ("Mean radius of each end, mm", "Mittlerer Radius je Passe, mm")
        case .meanIs: ("Mean {value}", "Mittel {value}")
        case .steady: ("steady", "gleichbleibend")
        case .morePoints:
            ("{value} points per {arrow} more with each end", "mit jeder Passe {value} Punkte je {arrow} mehr")
        case .fewerPoints:
            ("{value} points per {arrow} fewer with each end", "mit jeder Passe {value} Punkte je {arrow} weniger")
        case .wider: ("{value} mm wider with each end", "mit jeder Passe {value} mm weiter")
        case .tighter: ("{value} mm tighter with each end", "mit jeder Passe {value} mm enger")
        case .noValue: ("none", "keiner")
        case .endsTitle: ("Ends", "Passen")
        case .onItsFace: ("{end} on its face", "{end} auf ihrer Auflage")
        case .noPlaces: ("no places", "keine Orte")
        case .noScore: ("no score", "kein Wert")
        case .allEnds: ("All {count} ends on their faces", "Alle {count} Passen auf ihren Auflagen")

        case .doubtfulFirst:
            ("Those with something to review come first.", "Die mit etwas zu prüfen stehen vorn.")
        case .noAnnotated:
            ("No annotated picture of this photo is at hand.", "Von diesem Foto ist kein markiertes Bild da.")
        case .photoScored: ("{photo}: scored {marks}", "{photo}: gewertet {marks}")
        case .photoUnscored: ("{photo}: no score", "{photo}: kein Wert")
        }
    }
}
