// The items of a long list that are in sight: of any number only these have an element.

/** Elements in `space`, in the list's order; `make()` answers a new one, and `draw(element, index)` fills one for an item. */
export class SeenItems {
    /** Each element with the index of its item, in order; -1 where it is to be drawn again. */
    all = [];

    /** @param {HTMLElement} space @param {{ make: () => HTMLElement, draw: (element: HTMLElement, index: number) => void }} _ */
    constructor(space, { make, draw }) {
        this.space = space;
        this.make = make;
        this.draw = draw;
    }

    /** The items are others by now: each is drawn again with the next `show`. */
    age() { for (const one of this.all) one.index = -1; }

    /** Shows the items from `first` up to `end` of `count`: those still in sight stay as they are, and the elements of the
        others are used for what came into it. */
    show(first, end, count) {
        const isIn = ({ index }) => index >= first && index < end;
        const stayed = new Set(this.all.filter(isIn).map(({ index }) => index));
        const free = this.all.filter((one) => !isIn(one));
        for (let index = first; index < end; index += 1) {
            if (stayed.has(index)) continue;
            const one = free.shift() ?? this.added();
            one.index = index;
            one.element.setAttribute("aria-posinset", String(index + 1));
            one.element.setAttribute("aria-setsize", String(count));
            this.draw(one.element, index);
        }
        // An element that shows nothing would name a photo that another one shows by now.
        for (const { element } of free) element.remove();
        this.all = this.all.filter(isIn).sort((a, b) => a.index - b.index);
        this.order(stayed);
    }

    added() {
        const one = { element: this.make(), index: -1 };
        this.all.push(one);
        this.space.append(one.element);
        return one;
    }

    /** Keys and screen readers go by the document's order, which is that of the items. Those that stayed are in order already,
        and one of them may have the focus: only the others are moved, and none where all are used again at once. */
    order(stayed) {
        let after = null;
        for (const { element, index } of [...this.all].reverse()) {
            if (!stayed.has(index) && element.nextElementSibling !== after) this.space.insertBefore(element, after);
            after = element;
        }
    }
}
