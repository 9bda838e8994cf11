// Die Durchsicht von Masken, Gelenkpunkten, Zeilen, Codes, Tabellen und Papierseiten, auf Deutsch.

/** The words of masks, bodies, hands, faces, lines, codes, tables and pages in German. */
export const germanFindings = {
    // Masks.
    masksOf: "Masken von {name}", maskLabel: "{number}, {label}, {word}",
    noMasks: "Nichts wurde gefunden. Malen Sie, was fehlt.",
    maskadd: "Ergänzen", maskerase: "Radieren", masknew: "Neue Maske", deleteMask: "Maske löschen",
    classOfMask: "Klasse der gewählten Maske", chooseMask: "Wählen Sie zuerst eine Maske.",
    maskByHand: "{label}, von Hand gemalt", maskRemoved: "Die Maske wurde gelöscht.",
    maskmodeadd: "Ergänzen: übermalen Sie, was zur gewählten Maske gehört.",
    maskmodeerase: "Radieren: übermalen Sie, was nicht zur gewählten Maske gehört.",
    maskmodenew: "Neue Maske: übermalen Sie den Gegenstand.", maskmodechoose: "Masken wählen.",
    brushSize: "Pinselgröße", pixels: "{count} px", brushDown: "Pinsel aufgesetzt.", brushAt: "Pinsel bei {x}, {y}",
    brushKeys: "Pinsel: Pfeiltasten bewegen ihn, die Leertaste setzt ihn auf und hebt ihn ab",
    maskHelp: "Wählen Sie eine Maske, dann ergänzen Sie sie oder radieren in ihr. Zwei Finger vergrößern und "
        + "verschieben das Foto.",
    maskKeys: "J und K wählen eine Maske, A ergänzt, E radiert, D malt eine neue, [ und ] ändern die Pinselgröße, 1–9 "
        + "setzen die Klasse, Entf löscht sie, Esc legt den Pinsel weg, Eingabe nimmt an. Pfeiltasten bewegen den "
        + "Pinsel, die Leertaste setzt ihn auf und hebt ihn ab.",

    // Keypoints.
    posesOf: "Punkte von {name}", noPoses: "Nichts wurde gefunden.", deletePose: "Objekt löschen",
    classOfPose: "Klasse des gewählten Objekts", choosePoint: "Wählen Sie zuerst einen Punkt.",
    toggleVisible: "Sichtbar oder verdeckt", pointHidden: "verdeckt", pointVisible: "sichtbar",
    pointLabel: "{point}, {object}, bei {x}, {y}", pointNumber: "Punkt {number}",
    poseHelp: "Ziehen Sie einen Punkt, um ihn zu verschieben. Ein hohler ist im Foto verdeckt.",
    poseKeys: "Tab, N und P wählen einen Punkt, J und K ein Objekt. Pfeiltasten verschieben den Punkt, mit "
        + "Umschalttaste weiter, V sagt, ob er sichtbar ist, 1–9 setzen die Klasse, Entf löscht das Objekt, Eingabe "
        + "nimmt an.",
    "labelLeft hand": "linke Hand", "labelRight hand": "rechte Hand", labelPerson: "Person", labelFace: "Gesicht",
    fingerthumb: "Daumen", fingerindex: "Zeigefinger", fingermiddle: "Mittelfinger", fingerring: "Ringfinger",
    fingerlittle: "kleiner Finger", fingertip: "Spitze",
    pointleft: "{part} links", pointright: "{part} rechts",
    pointNose: "Nase", pointNoseTip: "Nasenspitze", pointMouth: "Mund", pointMouthCorner: "Mundwinkel",
    pointWrist: "Handgelenk", pointEye: "Auge",
    pointEyeInner: "innerer Augenwinkel", pointEyeOuter: "äußerer Augenwinkel", pointEar: "Ohr",
    pointShoulder: "Schulter", pointElbow: "Ellbogen", pointPinky: "kleiner Finger", pointIndex: "Zeigefinger",
    pointThumb: "Daumen", pointHip: "Hüfte", pointKnee: "Knie", pointAnkle: "Knöchel", pointHeel: "Ferse",
    pointFootIndex: "Zehe",

    // Lines of text and codes.
    linesOf: "Textzeilen von {name}", codesOf: "Codes von {name}", noReadings: "Vom Gelesenen ist nichts mehr da.",
    readingLabel: "{number}, „{text}“, {word}", readingField: "Text von {number}, {word}",
    showReading: "{number} im Foto zeigen", toCheck: "zu prüfen",
    readingsToCheck: "{count} sind zu prüfen.", readingsToCheckOne: "Eines ist zu prüfen.",
    noneToCheck: "Nichts ist zweifelhaft.", nextDoubtful: "Nächstes Zweifelhafte", deleteLine: "Zeile löschen",
    deleteCode: "Code löschen", chooseReading: "Wählen Sie zuerst etwas aus.",
    readingChanged: "{number} wurde geändert.", readingRemoved: "{number} wurde gelöscht.",
    emptyReading: "Ein Text kann nicht leer sein. Löschen Sie ihn stattdessen.",
    readingHelp: "Berichtigen Sie einen Text in seinem Feld. Eingabe sagt, dass er stimmt, und geht zum nächsten "
        + "zweifelhaften.",
    readingKeys: "N und P gehen zu dem, was zweifelhaft ist, J und K zum nächsten und zum vorigen, E bearbeitet, Esc "
        + "verlässt das Feld, Entf löscht, Eingabe im Foto nimmt an.",

    // Tables and pages.
    tablesOf: "Tabellen von {name}", noTables: "Es ist keine Tabelle mehr da.", tableSize: "{rows} × {columns}",
    tableName: "Tabelle {number}, {rows} Zeilen, {columns} Spalten", acceptTable: "Tabelle stimmt",
    deleteTable: "Tabelle löschen", tableAccepted: "Tabelle {number} stimmt.",
    cellField: "Zeile {row}, Spalte {column}",
    cellChanged: "Zeile {row}, Spalte {column}, berichtigt, gelesen wurde „{read}“",
    cellRead: "Gelesen wurde „{read}“", cellWritten: "Die Zelle wurde geändert.",
    tableHelp: "Berichtigen Sie einen Text in seiner Zelle. Eingabe geht zur nächsten Zelle; in der letzten sagt sie, "
        + "dass die Tabelle stimmt.",
    tableKeys: "N und P gehen zu den zweifelhaften Tabellen, J und K zur nächsten und zur vorigen, E bearbeitet, Tab "
        + "wechselt die Zelle, Umschalt + Eingabe beginnt darin eine neue Zeile, Esc verlässt sie, Entf löscht die "
        + "Tabelle, Eingabe im Foto nimmt an.",
    pagesOf: "Papierseiten von {name}", noPages: "Hier ist keine Papierseite.", pageOfPaper: "Seite",
    pageName: "Seite {number}, {word}", acceptPage: "Seite stimmt", deletePage: "Seite löschen",
    addPage: "Seite hinzufügen", pageAccepted: "Seite {number} stimmt.",
    pageAdded: "Eine Seite kam hinzu. Verschieben Sie ihre Ecken.",
    pageFolded: "Die Ränder einer Seite kreuzen sich nicht. Die Ecke ist, wo sie war.",
    cornerLabel: "Ecke {corner} von Seite {number}, bei {x}, {y}", cornerTopLeft: "oben links",
    cornerTopRight: "oben rechts", cornerBottomRight: "unten rechts", cornerBottomLeft: "unten links",
    pageHelp: "Ziehen Sie eine Ecke dorthin, wo die des Papiers ist. Eingabe sagt, dass eine Seite stimmt, und geht "
        + "zur nächsten zweifelhaften.",
    pageKeys: "N und P gehen zu dem, was zweifelhaft ist, J und K zur nächsten und zur vorigen, 1–4 wählen eine Ecke, "
        + "Pfeiltasten verschieben sie, mit Umschalt weiter, D fügt eine Seite hinzu, Entf löscht eine, Eingabe nimmt "
        + "an.",
};
