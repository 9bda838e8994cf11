"""Sentences in several languages and scripts, written for drawn pages."""

SAMPLES = {
    "ligatures": [
        "The official's affidavit was baffling: five fluffy waffles, a flat file and an efflorescent coffin.",
        "After the first shuffle the staff stuffed the scaffold with fifty-five muffins and filled the office.",
        "A specific conflict of affluent figures afflicted the fjord; the fifth chief refined the profit.",
        "Suffice it to say that the flag fluttered, the flock fled, and the reef itself was left off the leaflet.",
    ],
    "de": [
        "Die Brücke über den Mühlbach wurde im März größtenteils erneuert, weil das Gebälk müde geworden war.",
        "Fünf Maßkrüge, zwölf Gläser und ein Äpfelkuchen standen auf der weißen Tischdecke des Bürgermeisters.",
        "Übermütig läuteten die Schüler die Glocke, während draußen Schneeflöckchen auf die Straße fielen.",
        "Der Schlüssel zum Archiv hängt hinter der Tür; für Ausländer gibt es ermäßigte Plätze im Lesesaal.",
    ],
    "fr": [
        "L'été dernier, à Besançon, la mairie a fait repeindre la façade du théâtre où naquit la célèbre cantatrice.",
        "Où est passé l'œuf que le cœur généreux du maître d'hôtel avait placé près de la fenêtre ?",
        "Les élèves ont reçu leurs diplômes dès l'aube, malgré la grêle qui tombait sur l'île voisine.",
        "Ça n'a pas empêché Noël d'être fêté jusqu'à l'ambiguïté la plus naïve, selon « Le Courrier ».",
    ],
    "cs": [
        "Příliš žluťoučký kůň úpěl ďábelské ódy, zatímco hříbata z nížiny dováděla před stájí.",
        "Zażółć gęślą jaźń, powiedział łącznik, i poszedł ścieżką wzdłuż źródła do śpiącej wsi.",
        "Ve středu ráno přišel strýček Řehoř s košíkem třešní a dvěma džbány čerstvého mléka.",
        "Pchnąć w tę łódź jeża lub ośm skrzyń fig, zanim nadejdzie wieczór, było rzeczą niełatwą.",
    ],
    "el": [
        "Η γέφυρα πάνω από το ποτάμι χτίστηκε το 1873 και άντεξε τρεις μεγάλες πλημμύρες.",
        "Ο παλιός ωρολογοποιός φύλαγε τα σχέδια στο συρτάρι, δίπλα στο παράθυρο της αυλής.",
        "Мост через реку построили осенью, когда первые заморозки уже покрыли луга за мельницей.",
        "Смотритель маяка каждый вечер записывал погоду в толстую тетрадь с синей обложкой.",
    ],
    "he": [
        "הגשר הישן מעל הנחל נבנה בשנת 1873 ועמד בשלושה שיטפונות גדולים.",
        "השען הזקן שמר את התוכניות במגירה ליד החלון של החצר הפנימית.",
        "בכל ערב רשם שומר המגדלור את מזג האוויר במחברת עבה עם כריכה כחולה.",
        "הילדים חזרו מן השוק עם סל מלא תפוחים ושתי כיכרות לחם טרי.",
    ],
}
