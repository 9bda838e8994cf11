import Foundation

/// What a browser measured of a page.
struct LayoutFacts: Decodable {
    struct Text: Decodable, CustomStringConvertible {
        let words: String
        let size: Double
        let contrast: Double
        var description: String { "'\(words)' at \(size) px, contrast \(contrast)" }
    }

    struct Chip: Decodable, Equatable {
        let words: String
        let colour: String
    }

    let innerWidth: Double
    /// As wide as the document would have to be to show everything.
    let scrollWidth: Double
    /// Elements that reach beyond the window's right edge.
    let tooWide: [String]
    /// Texts that can be seen: the smallest, and the one with the least contrast.
    let smallest: Text
    let faintest: Text
    let texts: Int
    let rows: Int
    let chips: [Chip]
    /// Pictures, and how many of them were really decoded.
    let pictures: Int
    let decoded: Int
    /// Markers of the plot that are not faded: all, and after one end was chosen.
    let marks: Int
    let marksOfOne: Int
    /// Errors and refused requests, and whatever was fetched.
    let trouble: [String]
    let fetched: [String]

    /// Measures the page when it is loaded, and sends the facts to the document around it.
    static let script = """
        addEventListener('load', () => {
          const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255)
            .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
          const parts = colour => colour.match(/[\\d.]+/g).map(Number);
          const ground = element => {
            for (let e = element; e; e = e.parentElement) {
              const c = parts(getComputedStyle(e).backgroundColor);
              if (c.length < 4 || c[3] > .99) return c;
            }
            return [255, 255, 255];
          };
          const facts = { texts: 0, smallest: { size: 1e9 }, faintest: { contrast: 1e9 }, tooWide: [] };
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const node = walker.currentNode, element = node.parentElement, words = node.textContent.trim();
            if (!words || element.closest('.spoken,script,style,title,pre,desc')) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const box = range.getBoundingClientRect();
            if (!box.width) continue;
            const style = getComputedStyle(element), svg = element.ownerSVGElement;
            const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
            const pair = [parts(svg ? style.fill : style.color), ground(element)].map(luminance).sort((a, b) => b - a);
            const text = { words: words.slice(0, 40), size: parseFloat(style.fontSize) * scale,
              contrast: (pair[0] + .05) / (pair[1] + .05) };
            facts.texts += 1;
            if (text.size < facts.smallest.size) facts.smallest = text;
            if (text.contrast < facts.faintest.contrast) facts.faintest = text;
            if (box.right > innerWidth + .5) facts.tooWide.push(words.slice(0, 40));
          }
          const images = [...document.images];
          for (const element of document.body.querySelectorAll('*')) {
            if (element.closest('svg svg, svg *, .spoken')) continue;
            if (element.getBoundingClientRect().right > innerWidth + .5) facts.tooWide.push(element.tagName);
          }
          const shown = () => [...document.querySelectorAll('#plot .mark')]
            .filter(mark => getComputedStyle(mark).opacity > .5).length;
          facts.innerWidth = innerWidth;
          facts.scrollWidth = document.documentElement.scrollWidth;
          facts.rows = document.querySelectorAll('.sheet tbody tr').length;
          facts.chips = [...document.querySelectorAll('.sheet tbody .chip')].map(chip => ({
            words: chip.firstChild.textContent, colour: getComputedStyle(chip).backgroundColor }));
          facts.pictures = images.length;
          facts.decoded = images.filter(image => image.naturalWidth > 0).length;
          facts.marks = shown();
          const choice = document.getElementById('pick-1-e1-2');
          for (const mark of document.querySelectorAll('.mark')) mark.style.transition = 'none';
          if (choice) choice.checked = true;
          facts.marksOfOne = shown();
          facts.trouble = window.trouble;
          facts.fetched = performance.getEntriesByType('resource').map(entry => entry.name)
            .filter(name => !name.startsWith('data:'));
          const answer = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(facts))));
          parent.postMessage({ frame: window.name, answer }, '*');
        });
        """
}
