/// How a page looks: on a phone, on a desk, in the dark and on paper.
enum StyleSheet {
    /// A report's whole style.
    static let text = colours + base + shared + pictures + paper

    /// How the drawings look, in the report as on the page that reviews.
    static let shared = parts + drawings + narrow + drawingsOnPaper

    /// Names for colours, so that the dark only changes names.
    ///
    /// Chips keep theirs: they mean something.
    private static let colours = """
        :root{color-scheme:light dark;--page:#F4F5F7;--card:#FFFFFF;--text:#16191D;--soft:#565E69;--rule:#DDE1E6;
        --accent:#0B5CAD;--on-accent:#FFFFFF;--doubt:#8A4B00;--doubt-card:#FFF4E0;--doubt-rule:#F0B34C;--fine:#1B6B36;
        --boss:#E9E2D3;--mean:#8A929D}
        @media (prefers-color-scheme:dark){:root{--page:#111418;--card:#1B1F25;--text:#ECEFF3;--soft:#A9B2BE;
        --rule:#333A43;--accent:#7FB8F5;--on-accent:#0E1217;--doubt:#FFC46B;--doubt-card:#2C2415;--doubt-rule:#8A6424;
        --fine:#7DD69A;--boss:#3A372F;--mean:#7E8894}}

        """

    private static let base = """
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
        body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,
        "Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
        header,main,footer{max-width:1120px;margin:0 auto;padding:0 20px}
        header{padding-top:28px;padding-bottom:20px}
        main,.pair,.pair>div{display:grid;gap:20px;grid-template-columns:minmax(0,1fr);align-content:start}
        @media screen and (min-width:1000px){.pair{grid-template-columns:repeat(2,minmax(0,1fr))}}
        section{background:var(--card);border:1px solid var(--rule);border-radius:14px;padding:20px}
        h1{font-size:clamp(1.7rem,5vw,2.4rem);line-height:1.15;margin:0;letter-spacing:-.02em}
        h2{font-size:1.25rem;line-height:1.3;margin:0 0 12px;letter-spacing:-.01em}
        h3{font-size:1rem;line-height:1.4;margin:0}
        p{margin:0}
        a{color:var(--accent);text-underline-offset:.15em}
        a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
        :target{scroll-margin-top:16px}
        li:target,figure:target,tr:target{outline:3px solid var(--accent);outline-offset:3px;border-radius:8px}
        .kicker{font-size:.8125rem;font-weight:600;letter-spacing:.06em;text-transform:uppercase;color:var(--soft)}
        .detail,.legend{color:var(--soft);font-size:.875rem}
        .spoken{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        nav{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}
        nav a{font-size:.875rem;font-weight:600;text-decoration:none;padding:6px 12px;border:1px solid var(--rule);
        border-radius:999px;background:var(--card)}
        footer{padding:20px 20px 36px;color:var(--soft);font-size:.875rem}

        """

    private static let parts = """
        .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(118px,1fr));gap:12px;padding:0;border:0;
        background:none}
        .tile{background:var(--card);border:1px solid var(--rule);border-radius:14px;padding:14px 16px;min-width:0}
        .tile .name{font-size:.8125rem;font-weight:600;color:var(--soft)}
        .tile .value{font-size:1.75rem;line-height:1.25;font-weight:700;letter-spacing:-.02em}
        .tile .detail{font-size:.8125rem}
        .tile.doubt{background:var(--doubt-card);border-color:var(--doubt-rule)}
        .tile.doubt .value{color:var(--doubt)}
        .tile.fine .value{color:var(--fine)}
        .chip{display:inline-flex;align-items:center;justify-content:center;position:relative;min-width:32px;height:32px;
        flex:none;padding:0 5px;border-radius:16px;font-size:.9375rem;font-weight:700;line-height:1;text-decoration:none;color:#FFF;
        vertical-align:middle;print-color-adjust:exact;-webkit-print-color-adjust:exact}
        .chip.x,.score.x{background:#C62828}
        .chip.ten,.score.ten{background:#2A7A34}
        .chip.high,.score.high{background:#1565C0}
        .chip.middle,.score.middle{background:#FB8C00;color:#1B1300}
        .chip.low,.score.low{background:#5C6670}
        .chip.missing{background:none;color:var(--soft);border:1.5px dashed var(--soft)}
        .chip.doubt,.chip.person{margin-right:3px}
        .chip.doubt::after,.chip.person::before{position:absolute;top:-7px;right:-9px;width:17px;height:17px;
        border-radius:50%;border:1.5px solid var(--card);font-size:11px;line-height:14px;font-weight:800;text-align:center}
        .chip.doubt::after{content:"?";background:#FFD54A;color:#2A1E00}
        .chip.person::before{content:"";background:#B9F2CB url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
        viewBox='0 0 13 13'%3E%3Cpath d='M3 6.8l2.4 2.4L10 4.3' fill='none' stroke='%23063' stroke-width='2'/%3E%3C/svg%3E")}
        .chips{display:flex;flex-wrap:wrap;gap:6px 7px}
        .shot{display:inline-flex;flex-direction:column;align-items:center;gap:2px}
        .no{font-size:.75rem;line-height:1.1;color:var(--soft)}
        .sheet .chips{max-width:calc(var(--wide)*42px)}
        .wide-1{--wide:1}.wide-2{--wide:2}.wide-3{--wide:3}.wide-4{--wide:4}.wide-5{--wide:5}.wide-6{--wide:6}
        .narrow-1{--narrow:1}.narrow-2{--narrow:2}.narrow-3{--narrow:3}.narrow-4{--narrow:4}
        .sheet .chips:has(>.by){max-width:none;align-items:center}
        .chips+.chips{margin-top:6px}
        .by{font-size:.8125rem;font-weight:600;color:var(--soft);min-width:4.5rem;max-width:9rem}
        .scrolls{overflow-x:auto}
        .round+.round{margin-top:24px}
        .round h3{margin-bottom:6px}
        table{border-collapse:collapse;width:100%}
        th,td{padding:7px 8px;text-align:left;border-top:1px solid var(--rule);vertical-align:middle}
        thead th{border-top:0;font-size:.8125rem;color:var(--soft);font-weight:600;padding-top:0}
        tbody th{font-weight:600}
        tfoot th,tfoot td{border-top:2px solid var(--text);font-weight:700}
        .number{text-align:right;white-space:nowrap}
        .sum{font-weight:700}
        .sheet th:first-child{padding-left:0;width:1%;white-space:nowrap}
        .sheet tbody th a{display:inline-flex;min-width:32px;min-height:44px;align-items:center}
        .sheet th:last-child,.sheet td:last-child{padding-right:0}
        .sheet .number{width:1%}
        .trouble{color:var(--doubt);font-size:.875rem}
        #round .scrolls{margin-top:10px}
        #round .averages{margin-top:18px}
        #round .rest{text-align:right;min-width:5.5rem}
        #round th{overflow-wrap:normal}
        #round tbody th{min-width:6rem;overflow-wrap:break-word}
        #round .scrolls+.detail,#round .trouble{margin-top:8px}
        .legend{margin-top:14px;display:flex;flex-wrap:wrap;align-items:center;gap:8px 18px}
        .legend>span{display:inline-flex;align-items:center;gap:8px}
        .legend .chip{margin-right:4px}
        details.more+details.more{margin-top:8px}
        details.more>summary{cursor:pointer;font-weight:600;padding:10px 0;min-height:44px;border-top:1px solid var(--rule)}
        .facts{color:var(--soft);margin-top:8px;display:flex;flex-wrap:wrap;gap:2px 18px}
        .paper-only{display:none}
        .archer-sheets{display:grid;gap:20px;grid-template-columns:minmax(0,1fr)}
        .doubts,.corrections{list-style:none;margin:0;padding:0}
        .doubts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:12px}
        .doubts li{display:flex;gap:14px;border:1px solid var(--doubt-rule);background:var(--doubt-card);
        border-radius:12px;padding:12px;position:relative}
        .doubts li>div:last-child{min-width:0;font-size:.9375rem}
        .doubts h3{margin-bottom:4px}
        .doubts h3 .chip{margin-right:10px}
        .doubts h3 a::after{content:"";position:absolute;inset:0}
        .doubts .chip.doubt::after{border-color:var(--doubt-card)}
        .closeup{position:relative;flex:none;width:112px;height:112px}
        .closeup img{display:block;width:100%;height:100%;object-fit:cover;border-radius:8px;background:var(--boss)}
        .aim{position:absolute;inset:0;width:100%;height:100%;fill:none}
        .aim .rim{stroke:#FFF;stroke-width:2}
        .aim .edge{stroke:#15171A}
        .corrections li{display:flex;align-items:center;gap:12px}
        .corrections li+li{margin-top:10px}

        """

    private static let drawings = """
        .columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,320px),1fr));gap:20px 28px}
        .columns>*{min-width:0}
        figure{margin:0;position:relative}
        .plot+.plot{margin-top:28px}
        .plot h3{margin-bottom:10px}
        .face{display:block;width:100%;height:auto;background:var(--boss);border-radius:12px}
        .ring{stroke-width:1px;vector-effect:non-scaling-stroke;fill-opacity:1}
        path.ring{fill:none}
        .group path,.group ellipse{fill:none}
        .group .under{stroke:#FFF;stroke-linecap:round}
        .group .over{stroke:#15171A;stroke-linecap:round}
        .group{pointer-events:none}
        .picker{display:flex;flex-wrap:wrap;align-items:center;gap:6px;margin-bottom:10px}
        .picker label{min-width:32px;padding:4px 9px;border:1px solid var(--rule);border-radius:8px;font-size:.875rem;
        font-weight:600;text-align:center;cursor:pointer}
        .mark{transition:opacity .15s}
        .mark.faded{opacity:.1}
        .picker label.chosen{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}
        @media (pointer:coarse){.picker label{min-width:44px;min-height:44px;display:inline-flex;align-items:center;
        justify-content:center}}
        @media (forced-colors:active){.picker label.chosen{outline:3px solid}}
        input:focus-visible~.picker{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
        .fill-sure{fill:#D50000;background:#D50000}
        .fill-likely{fill:#FF9800;background:#FF9800}
        .fill-unsure{fill:#FF5722;background:#FF5722}
        .fill-person{fill:#1E9E4A;background:#1E9E4A}
        .fill-confirmed{fill:#1565C0;background:#1565C0}
        .key{width:14px;height:14px;border-radius:50%;border:2px solid #FFF;box-shadow:0 0 0 1px #15171A;
        display:inline-block;flex:none;print-color-adjust:exact;-webkit-print-color-adjust:exact}
        .measures dl{margin:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,210px),1fr));gap:14px 24px}
        .measures dt{font-size:.8125rem;font-weight:600;color:var(--soft)}
        .measures dd{margin:0}
        .measures dd strong{font-size:1.25rem;letter-spacing:-.01em;display:block;line-height:1.35}
        .measures .note{margin-top:14px;background:var(--doubt-card);border:1px solid var(--doubt-rule);border-radius:10px;padding:10px 12px;
        font-size:.875rem}
        .chart{display:block;width:100%;height:auto;margin:6px 0 2px;overflow:visible}
        .chart text{font:600 13px system-ui,sans-serif;text-anchor:middle;fill:var(--text);paint-order:stroke;
        stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
        @media (min-width:1000px){.chart text{font-size:10px}}
        .chart .name{fill:var(--soft);font-weight:500}
        .chart .axis{stroke:var(--rule);fill:none}
        .chart .mean{stroke:var(--mean);stroke-dasharray:4 4;fill:none}
        .chart .break{stroke:var(--rule);stroke-dasharray:1 3;fill:none}
        .chart .line{stroke:var(--accent);stroke-width:2.25;fill:none;stroke-linejoin:round;stroke-linecap:round}
        .chart .line.many{stroke-width:1.25}
        .chart .dot{fill:var(--accent);stroke:var(--card);stroke-width:1.5}
        .ends{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:16px}
        .card{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 6px;align-items:baseline;color:inherit;
        text-decoration:none}
        .card .face,.card .blank{grid-column:1/-1;border-radius:10px;margin-bottom:4px}
        .card.doubtful .face,.card.doubtful .blank{outline:2px solid var(--doubt-rule);outline-offset:2px}
        .blank{aspect-ratio:1;display:grid;place-content:center;border:1.5px dashed var(--rule);color:var(--soft);
        font-size:.8125rem}
        .card .name{font-size:.8125rem;color:var(--soft)}

        """

    private static let narrow = """
        @media (max-width:480px){
        .tiles{gap:8px;grid-template-columns:repeat(2,minmax(0,1fr))}
        .tile{padding:10px 12px}
        .tile:last-child:nth-child(odd){grid-column:1/-1}
        th,td{padding:7px 4px}
        .sheet thead th{font-size:.75rem}
        .sheet .chips{max-width:calc(var(--narrow)*40px);column-gap:5px}
        .sheet .chip{min-width:30px;height:30px}
        .sheet .by{flex-basis:100%;max-width:none;overflow-wrap:anywhere}
        .ends{grid-template-columns:repeat(3,minmax(0,1fr));gap:12px 10px}
        .measures dl{grid-template-columns:1fr 1fr;gap:14px 12px}
        }

        """

    /// On paper nothing is torn over two sheets, each round and each archer has a sheet of its own, and what is folded
    /// away is shown.
    private static let drawingsOnPaper = """
        @media print{
        .face,.face *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
        tr,li,figure,.tile,.card,.plot .columns{break-inside:avoid}
        h2,h3{break-after:avoid}
        .round{break-inside:avoid}
        .round+.round{break-before:page;margin-top:0}
        .archer-sheets{display:block}
        .archer-sheet{break-before:page}
        .paper-only{display:block}
        details.more::details-content{content-visibility:visible;display:block}
        details.more>summary{display:none}
        .sheet td,.sheet th{padding-top:3pt;padding-bottom:3pt}
        .sheet .chips{max-width:none}
        .tiles{grid-template-columns:repeat(6,1fr)}
        .columns{grid-template-columns:1fr 1fr}
        .ends{grid-template-columns:repeat(6,1fr)}
        .scrolls{overflow:visible}
        .picker,.see{display:none}
        .sheet tbody th a{min-height:0}
        tfoot{display:table-row-group}
        }

        """

    private static let pictures = """
        .photos{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,440px),1fr));gap:20px;margin-top:10px;align-items:start}
        .photos figure{border:1px solid var(--rule);border-radius:12px;overflow:hidden}
        .photos figure.doubtful{border-color:var(--doubt-rule)}
        .photos img{display:block;width:100%;height:auto}
        figcaption{padding:12px;display:grid;gap:8px}
        .where{font-size:.875rem;color:var(--soft)}
        .placeholder{padding:28px 16px;text-align:center;color:var(--soft);font-size:.875rem;background:var(--page)}
        @media (max-width:480px){
        header,main,footer{padding-left:12px;padding-right:12px}
        section{padding:16px 12px}
        main,.pair,.pair>div{gap:14px}
        }

        """

    /// On paper: light, no buttons, and nothing torn over two sheets; each round's score sheet on one, and whatever else the
    /// page has only where it is asked for.
    private static let paper = """
        @media print{
        :root{--page:#FFF;--card:#FFF;--text:#000;--soft:#444;--rule:#CCC;--accent:#0B5CAD;--doubt:#7A4200;
        --doubt-card:#FFF;--doubt-rule:#D9973A;--fine:#1B6B36;--boss:#FFF;--mean:#777}
        @page{margin:14mm}
        body{font-size:10.5pt;line-height:1.4}
        .sheet-only :is(#plot,#doubts,#trend,#ends,#photos){display:none}
        header{padding-top:0;padding-bottom:10pt}
        header,main,footer{max-width:none;padding-left:0;padding-right:0}
        section,section.tiles{border:0;padding:0 0 14pt}
        a{color:inherit;text-decoration:none}
        main,.pair,.pair>div{display:block}
        #plot,#doubts,#trend,#ends,#photos{break-before:page}
        footer{padding:6pt 0 0;font-size:8.5pt;break-before:avoid}
        nav{display:none}
        .photos{grid-template-columns:1fr 1fr}
        }
        """
}
