// Pieces side by side in rows, of which only those in sight are in the page; their pictures come once they stay there.

import { make } from "./studio.js";
import { Rows } from "./rows.js";

const TALLEST = 1.45; // how many times higher than wide a picture is shown
const WHOLE = 400; // pieces that are all in the page, so that the browser itself finds and prints them
const AT_ONCE = 12; // pieces that are made beside those in sight in one go
const PAUSE = 120; // milliseconds between two looks at which pictures are to come
const FAST = 1.5; // screens that may be scrolled in such a pause without leaving pictures out

/** The picture of one side of a piece, with the lines of its trim and safe zone over it where these are wanted. */
export function stage(card, { address, isBack = false, hasLines = false, alt = card.name || card.id }) {
  const [wide, high, bleed, safe] = card.size;
  const image = make("img", { alt, loading: "lazy", decoding: "async", width: Math.round(wide * 10), height: Math.round(high * 10) });
  image.dataset.src = address(isBack ? card.back : card.id, isBack ? card.backLook : card.look);
  const box = make("span", { className: card.round ? "stage round" : bleed > 0 && !hasLines ? "stage square" : "stage" }, image);
  box.style.setProperty("--ratio", ratio(card, hasLines));
  if (hasLines) {
    for (const [name, inset] of [["trim", bleed], ["safe", bleed + safe]]) {
      const line = make("span", { className: `line ${name}` });
      line.style.inset = `${100 * inset / (high + 2 * bleed)}% ${100 * inset / (wide + 2 * bleed)}%`;
      box.append(line);
    }
  }
  return box;
}

const ratio = ({ size: [wide, high, bleed] }, hasLines) => (hasLines ? (wide + 2 * bleed) / (high + 2 * bleed) : wide / high);

/** Has the picture of a stage come now. */
export function load(image) {
  if (image?.dataset.src) image.src = image.dataset.src;
  if (image) delete image.dataset.src;
}

export class PieceGrid {
  /** `view` says how pieces are shown: `width` in rem, the `address` of a picture, and what `stage` takes. */
  constructor(list, view) {
    this.list = list;
    this.view = view;
    this.cards = [];
    this.places = new Map(); // the number of a piece by its id
    this.starts = [0]; // the number of the first piece of each row
    this.live = new Map(); // elements by id
    this.rest = 62; // how much higher than its picture a piece with nothing to tell is
    this.rows = new Rows(list, {
      make: (at) => this.#row(at),
      guess: (at) => Math.max(...this.#of(at).map((card) => this.#height(card))),
      space: () => make("div"),
      leave: (row) => row.querySelectorAll(".card").forEach((each) => this.#drop(each)),
      settled: () => this.#look(),
    });
    list.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => { if (this.list.clientWidth !== this.across) this.show(this.cards); }).observe(list);
  }

  /** Shows these pieces, as the view says now; what is in sight stays there, and what is as it was is not made anew. */
  show(cards) {
    const [from] = this.rows.sight();
    const held = this.cards.length && from > 0 ? this.rows.held() : null;
    const focused = this.list.contains(document.activeElement) ? document.activeElement.closest(".card")?.card.id : null;
    const order = held ? this.cards.slice(this.starts[held.at]) : [];
    this.cards = cards;
    this.places = new Map(cards.map((card, at) => [card.id, at]));
    this.#lay();
    const first = order.find((card) => this.places.has(card.id));
    const before = this.live;
    this.live = new Map();
    this.before = before;
    this.rows.whole = cards.length <= WHOLE ? Infinity : 0;
    this.rows.atOnce = Math.max(1, Math.floor(AT_ONCE / this.columns));
    this.rows.reset(this.starts.length - 1, first ? { at: this.#rowOf(this.places.get(first.id)), below: held.below } : null);
    this.before = null;
    for (const [id, element] of before) if (this.live.get(id) !== element) this.#drop(element);
    if (focused && this.places.has(focused)) this.element(focused).querySelector("a").focus({ preventScroll: true });
    this.#learn();
  }

  /** The element of a piece that is shown, in the page from now on as long as it has the focus. */
  element(id) {
    this.rows.need(this.#rowOf(this.places.get(id)));
    return this.live.get(id);
  }

  /** Scrolls to a piece that is shown and gives it the focus. */
  focus(id) {
    this.rows.reveal(this.#rowOf(this.places.get(id)));
    this.live.get(id).querySelector("a").focus({ preventScroll: true });
  }

  /** Puts the pieces into rows as wide as the list. */
  #lay() {
    const style = getComputedStyle(this.list);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.gap = parseFloat(style.columnGap) || 0;
    this.below = parseFloat(style.rowGap) || 0;
    this.across = this.list.clientWidth;
    this.width = Math.min(this.view.width() * rem, this.across);
    this.columns = Math.max(1, Math.floor((this.across + this.gap) / (this.width + this.gap)));
    this.column = (this.across - (this.columns - 1) * this.gap) / this.columns;
    this.list.style.setProperty("--columns", this.columns);
    this.list.style.setProperty("--width", `${this.width}px`);
    this.starts = [];
    let left = 0;
    this.cards.forEach((card, at) => {
      const takes = this.#takes(card);
      if (takes > left) {
        this.starts.push(at);
        left = this.columns;
      }
      left -= takes;
    });
    this.starts.push(this.cards.length);
  }

  #takes(card) {
    const isWide = card.size[0] > 1.3 * card.size[1] && !this.list.matches(".small") && innerWidth >= 1000;
    return isWide ? Math.min(2, this.columns) : 1;
  }

  #of(row) {
    return this.cards.slice(this.starts[row], this.starts[row + 1]);
  }

  #rowOf(at) {
    let low = 0, high = this.starts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The height of a row with that piece, as far as it is known without looking. */
  #height(card) {
    const shape = ratio(card, this.view.hasLines?.());
    const takes = this.#takes(card);
    const picture = Math.min(takes * this.column + (takes - 1) * this.gap, this.width * TALLEST * shape) / shape;
    const told = (card.problems ?? []).map((each) => each.message).concat(card.changed ?? []);
    const lines = told.map((text) => Math.ceil(text.length * 7.5 / this.column));
    return picture + this.rest + this.below + lines.reduce((sum, each) => sum + 21 * each + 4, 0);
  }

  #learn() {
    const plain = [...this.live.values()].filter(({ card }) => !card.problems && !card.changed);
    const height = (element) => element.getBoundingClientRect().height;
    const rest = Math.min(...plain.map((each) => height(each) - height(each.querySelector(".open"))));
    if (!plain.length || Math.abs(rest - this.rest) < 0.1) return;
    this.rest = rest;
    this.rows.guessAgain();
  }

  #row(at) {
    const cards = this.#of(at).map((card, by) => {
      const made = this.#made(card);
      made.setAttribute("aria-posinset", this.starts[at] + by + 1);
      made.setAttribute("aria-setsize", this.cards.length);
      return made;
    });
    return make("div", { className: "row", role: "none" }, ...cards);
  }

  /** The element of a piece: the one that there was where it tells the same, else a new one with its picture, if that may stay. */
  #made(card) {
    const old = this.before?.get(card.id);
    const told = JSON.stringify(card);
    const seen = JSON.stringify([card.look, card.backLook, card.size, this.view.key?.()]);
    if (old?.told !== told || old?.seen !== seen) {
      const kept = old?.seen === seen ? old.querySelector(".open").childNodes : null;
      this.live.set(card.id, this.#new(card, kept));
      Object.assign(this.live.get(card.id), { card, told, seen });
    } else {
      old.card = card;
      this.live.set(card.id, old);
    }
    const made = this.live.get(card.id);
    made.style.gridColumn = this.#takes(card) > 1 ? "span 2" : "";
    return made;
  }

  #new(card, kept) {
    const name = card.name || card.id;
    const missing = make("span", { className: "missing", role: "img", ariaLabel: name, textContent: "cannot be drawn" });
    const picture = kept ?? [card.look ? stage(card, this.#asked(card)) : missing];
    const open = make("a", { className: "open", href: `#card-${encodeURIComponent(card.id)}` }, ...picture);
    const times = card.count === 1 ? [] : [" ", make("span", { className: "times", textContent: `×\u00a0${card.count}` })];
    const caption = make("p", { className: "caption" }, make("span", { className: "name", textContent: card.name }), ...times);
    const told = card.changed ? [make("p", { className: "change", textContent: card.changed })] : [];
    for (const each of card.problems ?? []) told.push(make("p", { className: `trouble ${each.severity}`, textContent: each.message }));
    const states = `${card.problems ? " wrong" : ""}${card.changed ? " changed" : ""}`;
    return make("div", { className: `card${states}`, role: "listitem", id: `card-${card.id}` }, open, caption, ...told);
  }

  #asked(card) {
    return {
      address: this.view.address, hasLines: this.view.hasLines?.(), isBack: Boolean(this.view.isBack?.() && card.backLook),
    };
  }

  /** Forgets a piece that is no longer in the page, and its picture if that has not come yet. */
  #drop(element) {
    const image = element.querySelector("img");
    if (image && !image.complete) image.removeAttribute("src");
    if (this.live.get(element.card.id) === element) this.live.delete(element.card.id);
  }

  /** Has the pictures in sight and near it come: at once where nobody scrolls, and later what is not scrolled past. */
  #look() {
    const [from] = this.rows.sight();
    if (Math.abs(from - (this.from ?? from)) < 1) this.#load();
    else this.timer ??= setTimeout(() => this.#lookAgain(), PAUSE);
  }

  #lookAgain() {
    const [from, to] = this.rows.sight();
    const isFast = Math.abs(from - this.from) > FAST * (to - from);
    this.timer = isFast ? setTimeout(() => this.#lookAgain(), PAUSE) : null;
    if (isFast) this.from = from;
    else this.#load();
  }

  #load() {
    const [from, to] = this.rows.sight();
    this.from = from;
    for (const [at, row] of this.rows.there) if (this.#isNear(at, from, to)) row.querySelectorAll("img").forEach(load);
  }

  /** Whether a row is in sight or soon will be; where all are in the page the browser itself finds out. */
  #isNear(row, from, to) {
    if (this.rows.whole) return true;
    const near = (to - from) / 2;
    return this.rows.tops[row + 1] >= from - near && this.rows.tops[row] <= to + near;
  }

  #key(event) {
    const card = event.target.closest(".card")?.card;
    if (!card || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.places.get(card.id);
    const row = this.#rowOf(at);
    const [from, to] = this.rows.sight();
    const page = Math.max(1, Math.floor((to - from) / this.rows.heights[row]));
    const to_ = {
      ArrowRight: () => at + 1, ArrowLeft: () => at - 1, Home: () => 0, End: () => this.cards.length - 1,
      ArrowDown: () => this.#in(row + 1, at), ArrowUp: () => this.#in(row - 1, at),
      PageDown: () => this.#in(row + page, at), PageUp: () => this.#in(row - page, at),
    }[event.key];
    if (!to_) return;
    event.preventDefault();
    this.focus(this.cards[Math.min(this.cards.length - 1, Math.max(0, to_()))].id);
  }

  /** The piece of a row that stands where another does in its own. */
  #in(row, at) {
    const there = Math.min(this.starts.length - 2, Math.max(0, row));
    return Math.min(this.starts[there + 1] - 1, this.starts[there] + at - this.starts[this.#rowOf(at)]);
  }
}
