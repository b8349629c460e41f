// A long list of which only the rows in sight, and some around them, are in the page; spaces stand for all others.
// Every row is as high as it is: its height is guessed until it has been in the page, and what is in sight stays where
// it is when a guess turns out wrong.

const AROUND = 0.8; // of what is in sight, above and below it
const MARGIN = 72; // what lies over the upper edge of the window

export class Rows {
  /**
   * `box` holds the rows; what scrolls around it is marked `data-pane`, or is the window. `make` gives the element of a
   * row, `guess` its height, `space` an element in place of rows; `stays` says of an element that it must not be taken
   * out, `leave` is told of one that is, and `settled` whenever rows may have come. `atOnce` is how many rows beside
   * those in sight are made in one go, and with up to `whole` of them all are in the page.
   */
  constructor(box, { make, guess, space, stays = () => false, leave = () => {}, settled = () => {} }) {
    Object.assign(this, { box, make, guess, space, stays, leave, settled });
    this.count = 0;
    this.whole = 0;
    this.atOnce = 4;
    this.there = new Map();
    this.spaces = [];
    this.wanted = new Set(); // rows that are to be there, wherever they are, until somebody holds them
    this.watch = new ResizeObserver((entries) => this.#resized(entries));
    this.over = new AbortController();
    const { signal } = this.over;
    document.addEventListener("scroll", () => this.update(), { capture: true, passive: true, signal });
    addEventListener("resize", () => this.update(), { signal });
  }

  /** Leaves the box as it is, for good. */
  end() {
    this.over.abort();
    this.watch.disconnect();
  }

  /** From where to where in the box the window shows it. */
  sight() {
    const place = this.box.getBoundingClientRect();
    const pane = this.box.closest("[data-pane]")?.getBoundingClientRect();
    return [Math.max(0, pane?.top ?? 0) - place.top, Math.min(innerHeight, pane?.bottom ?? innerHeight) - place.top];
  }

  /** The first row in sight, and how far below the upper edge it lies. */
  held() {
    const [from] = this.sight();
    const at = this.at(from);
    return { at, below: (this.tops?.[at] ?? 0) - from };
  }

  /** The row at a height of the box. */
  at(height) {
    let low = 0, high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle] <= height) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /** There are so many rows now, all of them others; one of them is `held` where it is. */
  reset(count, held = null) {
    for (const [, row] of this.there) this.watch.unobserve(row);
    this.there.clear();
    this.count = count;
    this.heights = Array.from({ length: count }, (_, at) => this.guess(at));
    this.known = new Set();
    this.#add();
    // Whatever was there is taken out at the end, so that the page does not become shorter meanwhile.
    const before = [...this.box.childNodes];
    this.spaces = [];
    this.#settle(held, () => before.forEach((node) => node.remove()));
  }

  /** Guesses again the heights of rows that have not been there. */
  guessAgain() {
    const held = this.held();
    this.heights = this.heights.map((height, at) => (this.known.has(at) ? height : this.guess(at)));
    this.#add();
    this.#settle(held);
  }

  /** Brings the rows in sight into the page, and a few of those around them; the next ones follow. */
  update() {
    if (this.count && this.box.isConnected) this.#settle(this.held());
  }

  /** The element of a row, which is in the page from now on as long as something holds it there. */
  need(at) {
    if (!this.there.has(at)) {
      this.wanted.add(at);
      this.update();
      this.wanted.delete(at);
    }
    return this.there.get(at);
  }

  /** Scrolls a row into sight, unless it is, and gives its element. */
  reveal(at) {
    const row = this.need(at);
    const [from, to] = this.sight();
    const upper = from + (this.box.closest("[data-pane]") ? 48 : MARGIN);
    if (this.tops[at] < upper) this.#settle({ at, below: upper - from });
    else if (this.tops[at + 1] > to) this.#settle({ at, below: Math.max(upper - from, to - from - this.heights[at] - 16) });
    return row;
  }

  #add() {
    this.tops = new Float64Array(this.count + 1);
    for (let at = 0; at < this.count; at++) this.tops[at + 1] = this.tops[at] + this.heights[at];
  }

  #settle(held, done) {
    for (let again = true, turn = 0; again && turn < 4; turn++) {
      const [from, to] = this.sight();
      const start = held ? this.tops[Math.min(held.at, this.count)] - held.below : from;
      again = this.#show(start, start + to - from);
      done?.();
      done = null;
      if (held) this.#scroll(this.tops[Math.min(held.at, this.count)] - held.below - this.sight()[0]);
    }
    this.settled();
  }

  /** Puts the rows between two heights into the page; whether any is not as high as it was guessed. */
  #show(from, to) {
    const last = this.count - 1;
    const around = (to - from) * AROUND;
    const isWhole = this.count <= this.whole;
    const [lowest, highest] = isWhole ? [0, last] : [this.at(from - around), this.at(to + around)];
    const [first, final] = [this.at(from), this.at(to)];
    const rows = new Set(this.wanted);
    for (const [at, row] of this.there) {
      if (at >= lowest && at <= highest || row.contains(document.activeElement) || this.stays(row)) rows.add(at);
    }
    for (let at = first; at <= final && at <= last; at++) rows.add(at);
    let left = this.atOnce;
    let isMore = false;
    for (let by = 1; first - by >= lowest || final + by <= highest; by++) {
      for (const at of [final + by, first - by]) {
        if (at < lowest || at > highest || rows.has(at)) continue;
        if (left-- > 0) rows.add(at);
        else isMore = true;
      }
      if (isMore) break;
    }
    if (isMore) this.#soon();
    for (const [at, row] of this.there) {
      if (rows.has(at) && at <= last) continue;
      this.watch.unobserve(row);
      this.leave(row);
      row.remove();
      this.there.delete(at);
    }
    const sorted = [...rows].filter((at) => at <= last).sort((one, other) => one - other);
    const made = [];
    let following = null;
    for (const at of sorted.toReversed()) {
      if (!this.there.has(at)) {
        const row = Object.assign(this.make(at), { at });
        this.there.set(at, row);
        this.box.insertBefore(row, following);
        made.push(row);
      }
      following = this.there.get(at);
    }
    this.#leap(sorted);
    const isOther = made.map((row) => this.#measure(row, row.getBoundingClientRect().height)).some(Boolean);
    for (const row of made) this.watch.observe(row);
    if (isOther) {
      this.#add();
      this.#leap(sorted);
    }
    return isOther;
  }

  /** Puts a space wherever rows are not there; rows themselves are never moved, which would take away their focus. */
  #leap(sorted) {
    let gaps = 0;
    let after = 0;
    for (const at of [...sorted, this.count]) {
      if (at > after) {
        const gap = (this.spaces[gaps++] ??= this.space());
        gap.style.height = `${this.tops[at] - this.tops[after]}px`;
        const next = this.there.get(at) ?? null;
        if (gap.parentNode !== this.box || gap.nextSibling !== next) this.box.insertBefore(gap, next);
      }
      after = at + 1;
    }
    for (const gap of this.spaces.splice(gaps)) gap.remove();
  }

  #measure(row, height) {
    this.known.add(row.at);
    if (Math.abs(this.heights[row.at] - height) < 0.1) return false;
    this.heights[row.at] = height;
    return true;
  }

  #resized(entries) {
    const rows = entries.map((entry) => entry.target).filter((row) => this.there.get(row.at) === row);
    const held = this.held();
    if (!rows.map((row) => this.#measure(row, row.getBoundingClientRect().height)).some(Boolean)) return;
    this.#add();
    this.#settle(held);
  }

  #soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.update();
    });
  }

  #scroll(by) {
    if (Math.abs(by) < 0.5) return;
    const pane = this.box.closest("[data-pane]");
    const scrolls = pane && pane.scrollHeight > pane.clientHeight + 1 && getComputedStyle(pane).overflowY !== "visible";
    (scrolls ? pane : document.scrollingElement).scrollTop += by;
  }
}
