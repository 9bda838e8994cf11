// Die Durchsicht von Masken, Gelenkpunkten, Zeilen und Codes, auf Deutsch.

/** The words of masks, bodies, hands, faces, lines and codes in German. */
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
};
