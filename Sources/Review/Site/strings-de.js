// Deutsch. `…One` ist derselbe Text für genau eins.
import { germanFindings } from "./strings-de-findings.js";
import { germanReview } from "./strings-de-review.js";

/** The page's words in German. */
export const german = {
    title: "Quiver",
    language: "Sprache",
    pages: "Seiten",
    skipToContent: "Zum Inhalt springen",
    pagequeue: "Warteschlange", pagesessions: "Sitzungen", pagephotos: "Fotos", pagetrend: "Verlauf",
    pagesignin: "Anmelden",
    close: "Schließen", cancel: "Abbrechen", save: "Speichern", again: "Noch einmal", all: "Alle", print: "Drucken",
    problem: "Diese Seite lässt sich nicht zeigen",
    unreachable: "Quiver antwortet nicht. Sehen Sie nach, ob es noch läuft und ob dieses Gerät in seinem Netz ist.",
    offline: "Keine Verbindung zu Quiver. Was Sie sehen, ist vielleicht veraltet.",
    offlineWaiting: "Keine Verbindung zu Quiver. Korrekturen von {count} Fotos warten hier und werden gesendet, "
        + "sobald sie zurück ist.",
    offlineWaitingOne:
        "Keine Verbindung zu Quiver. Korrekturen eines Fotos warten hier und werden gesendet, sobald sie zurück ist.",
    conflictOf: "Zwei Korrekturen von {name} sind zusammengetroffen: Ihre und eine von anderswo. Ihre bleibt hier, "
        + "bis Sie wählen.", show: "Zeigen",
    notStored: "Quiver konnte Korrekturen von {count} Fotos nicht speichern. Sie warten hier und werden wieder "
        + "gesendet.",
    notStoredOne: "Quiver konnte die Korrektur eines Fotos nicht speichern. Sie wartet hier und wird wieder gesendet.",
    refused: "Die Korrektur von {name} wurde abgelehnt: {sentence} Sie ist hier aufgehoben.",
    noDate: "Ohne Datum",

    ...germanReview,
    ...germanFindings,

    // Sessions.
    archer: "Schütze", face: "Auflage", onlyToCheck: "Nur mit etwas zu prüfen", noneMatches: "Keine Sitzung passt.",
    noSessions: "Es gibt noch keine Sitzung.",
    arrowsToCheck: "{count} Pfeile zu prüfen", arrowsToCheckOne: "1 Pfeil zu prüfen",
    endsToCheck: "{count} Passen zu prüfen", endsToCheckOne: "1 Passe zu prüfen",
    checked: "Geprüft", averageShort: "Ø {value}", startReview: "Die zweifelhaften prüfen",
    noEnds: "Noch keine Passe dieser Sitzung wurde gelesen.",
    summary: "Zusammenfassung", total: "Gesamt", outOf: "von {maximum}", average: "Schnitt",
    pointsPerArrow: "Punkte je Pfeil", inEnds: "in {count} Passen", inEndsOne: "in 1 Passe",
    bests: "{best}er", xIncluded: "mit den X", toReview: "Zu prüfen", nothingInDoubt: "nichts zweifelhaft",
    andEnds: "Pfeile und {count} Passen", andEndsOne: "Pfeile und 1 Passe",
    sheet: "Schusszettel", sheetOfRound: "Schusszettel der Runde {number}",
    sheetOfArcher: "Schusszettel von {name}, Runde {number}", sum: "Summe", reviewEnd: "Passe {end} prüfen",
    toReviewLegend: "zu prüfen", numberBelow: "Die Zahl unter einem Wert ist die Nummer des Pfeils im Foto.",
    toCheckTitle: "Pfeile und Passen zu prüfen", andMore: "und {count} weitere", andMoreOne: "und 1 weiterer",
    endsTitle: "Passen", onItsFace: "{end} auf ihrer Auflage", noPlaces: "keine Orte", noScore: "kein Wert",
    endByEnd: "Passe für Passe", pointsPerEnd: "Punkte je Passe", spreadPerEnd: "Mittlerer Radius je Passe, mm",
    meanIs: "Mittel {value}.",
    archers: "Schützen", renameAndDate: "Name und Datum", split: "Teilen", merge: "Zusammenlegen", name: "Name",
    date: "Datum", nameOfNew: "Name der neuen Sitzung",
    splitHelp: "Die gewählten Fotos werden eine eigene Sitzung.", photosTitle: "Fotos",
    mergeHelp: "Die Passen dieser Sitzung gehen in die andere über.", into: "In",
    noOtherSession: "Es gibt keine andere Sitzung.",
    archerNumber: "Schütze {number}", removeArcher: "Schütze {number} entfernen", addArcher: "Schützen hinzufügen",
    toldApart: "Wer einen Pfeil geschossen hat, erkennt man an",
    byhand: "der Hand: ich sage es Pfeil für Pfeil", byplace: "dem Ort: jeder Schütze hat eine Auflage oder eine Seite",
    byend: "der Passe: die Schützen wechseln sich ab",
    bycolour: "der Farbe: jeder Schütze hat Pfeile in einer Farbe",
    byfolder: "Die Ordner der Fotos sagen, wer geschossen hat. Um es zu ändern, verschieben Sie die Fotos.",
    colourHelp: "Die Farbe von Federn und Nocke. Haben zwei Schützen dieselbe, bekommt der erste den Pfeil.",
    colourOfArcher: "Farbe der Pfeile von Schütze {number}",
    colourred: "Rot", colourorange: "Orange", colouryellow: "Gelb", colourgreen: "Grün", colourblue: "Blau",
    colourpurple: "Violett", colourpink: "Rosa", colourwhite: "Weiß", colourblack: "Schwarz", colourgrey: "Grau",
    colournone: "keine Farbe",

    // Trend.
    trendOf: "Verlauf von", allArchers: "Alle Schützen", months: "Nach Monaten",
    season: "Diese Saison, Sitzung für Sitzung", noTrend: "Es gibt noch nichts zu zeichnen.",
    averageTitle: "Schnitt je Pfeil", month: "Monat", sessionsTitle: "Sitzungen",

    // Queue.
    liveQueue: "Fotos in der Warteschlange", notRunning: "Zurzeit läuft nichts.", running: "Läuft",
    pausedByHand: "Von einem Menschen angehalten.", pause: "Anhalten", resume: "Fortsetzen",
    statewaiting: "Wartend", stateready: "Bereit", staterunning: "In Arbeit", statedone: "Fertig",
    statefailed: "Gescheitert", stateblocked: "Blockiert", stategone: "Verschwunden", statequarantined: "In Quarantäne",
    statecancelled: "Abgebrochen",
    counts: "Anzahl je Zustand", rate: "Tempo", photosPerSecond: "Fotos je Sekunde", timeLeft: "Restzeit",
    workers: "Arbeiter", worker: "Arbeiter {number}", idle: "ohne Arbeit", forSeconds: "seit {time}",
    stages: "Schritte", stage: "Schritt", median: "Median", p95: "95 %", recent: "Zuletzt",
    recentOf: "Letzte Zeiten von {name}", errors: "Letzte Fehler", noErrors: "Keine Fehler.", retry: "Noch einmal",
    retryAll: "Alle noch einmal", retried: "{count} Fotos werden noch einmal versucht.",
    retriedOne: "1 Foto wird noch einmal versucht.",
    faultinput: "liegt am Foto", faultenvironment: "liegt am Rechner", faultquiver: "liegt an Quiver",
    results: "Ergebnisse in {path}", incoming: "{count} Fotos werden noch kopiert.",
    incomingOne: "1 Foto wird noch kopiert.", suspended: "{count} Fotos werden zurückgehalten.",
    suspendedOne: "1 Foto wird zurückgehalten.",

    // Photos.
    photo: "Foto", filterState: "Zustand", filterText: "Name enthält", onlyOpen: "Nur ungeprüfte",
    sortBy: "Reihenfolge", sortuncertain: "Unsichere zuerst", sortnumber: "Nach Nummer",
    shownOf: "{shown} von {total} Fotos", findings: "{count} Funde", findingsOne: "1 Fund", reviewed: "geprüft",
    notReviewed: "nicht geprüft", margin: "Abstand {value}", photoList: "Fotos",
    acceptAbove: "Alle darüber annehmen", accept: "Annehmen", detector: "Detektor", threshold: "Sicherheit",
    accepted: "{count} Fotos wurden angenommen.", acceptedOne: "1 Foto wurde angenommen.",
    noPicture: "Das Bild lässt sich nicht zeigen.", nothingToReview: "An diesem Foto lässt sich hier nichts prüfen.",
    acceptPhoto: "Annehmen und weiter", withdraw: "Prüfung zurücknehmen",
    boxLabel: "{label}, {share}", boxByHand: "{label}, von Hand gezeichnet", drawBox: "Rahmen zeichnen",
    deleteBox: "Rahmen löschen", classOfBox: "Klasse des gewählten Rahmens",
    noBoxes: "Nichts wurde gefunden. Zeichnen Sie, was fehlt.",
    boxHelp: "Ziehen Sie einen Rahmen, um ihn zu verschieben, und seine Ecken, um ihn zu vergrößern.",
    chosenClass: "gewählt", boxesOf: "Rahmen von {name}", classesOf: "Klassen von {name}",
    boxKeys: "Pfeiltasten verschieben den gewählten Rahmen, mit Umschalttaste wird er größer oder kleiner, 1–9 "
        + "setzen seine Klasse, Entf löscht ihn, D zeichnet, Eingabe nimmt an.",
        classKeys: "Tasten 1–9 wählen eine Klasse, Eingabe nimmt an.",
    nextPhoto: "Weiter", previousPhoto: "Zurück",

    // Signing in.
    signin: "Anmelden", signout: "Abmelden", token: "Zugangswort",
    tokenHelp: "Quiver hat es gezeigt, als es mit --token gestartet wurde.",
};
