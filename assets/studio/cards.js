// The cards page: finds, sizes and views; pieces that have changed are exchanged, all others stay as they are.

import { heed, make, oneAtATime, part } from "./studio.js";
import { load, PieceGrid, stage } from "./pieces.js";

const page = document.querySelector(".cards-page");
const told = document.getElementById("grid");
const bar = page.querySelector(".toolbar");
const large = document.getElementById("large");
const SIGHTS = ["grey", "protanopia", "deuteranopia", "tritanopia"];
const game = document.body.dataset.game;

const setting = (name) => bar.elements[name];
const asked = () => {
  const query = new URLSearchParams();
  for (const name of ["ink", "edition", "lang"]) if (setting(name)?.value) query.set(name, setting(name).value);
  return query;
};

function address(face, look, width = sharp()) {
  const query = asked();
  query.set("face", face);
  query.set("look", look);
  query.set("w", width);
  if (setting("lines").checked) query.set("bleed", "1");
  return `${page.dataset.picture}?${query}`;
}

/** The width in pixels of the pictures for the size that is chosen. */
function sharp() {
  const zoom = setting("zoom").value * devicePixelRatio;
  return zoom <= 110 ? 160 : zoom <= 240 ? 320 : 480;
}

const hasLines = () => setting("lines").checked;
const isBack = () => setting("backs").checked;
const grid = new PieceGrid(page.querySelector(".cards"), {
  address, hasLines, isBack, width: () => setting("zoom").value / 16, key: () => [sharp(), hasLines(), isBack(), `${asked()}`],
});

let cards = read(told);

function read(part) {
  const found = JSON.parse(part.querySelector(".pieces").textContent);
  for (const card of found) Object.defineProperty(card, "text", { value: `${card.name} ${card.id} ${card.kind} ${card.where}`.toLowerCase() });
  return found;
}

/** Shows the pieces that are asked for. */
function sift() {
  const words = setting("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = cards.filter((card) => (!setting("wrong").checked || card.problems) && (!setting("changed").checked || card.changed)
    && words.every((word) => card.text.includes(word)));
  grid.show(found);
  const count = told.querySelector(".count");
  const all = (count.dataset.all ??= count.textContent);
  const text = found.length < cards.length ? `${found.length || "None"} shown of ${all}` : all;
  if (count.textContent !== text) count.textContent = text;
}

function view() {
  for (const name of SIGHTS) {
    page.classList.toggle(`sees-${name}`, setting("sight").value === name);
    large.classList.toggle(`sees-${name}`, setting("sight").value === name);
  }
}

/** Puts what the studio says now in the place of what is shown, piece by piece. */
const refresh = oneAtATime(async () => {
  const fresh = await part(`${page.dataset.grid}?${asked()}`);
  if (!fresh) return;
  cards = read(fresh);
  const [before, now] = [told, fresh].map((each) => each.querySelector(".problems"));
  if (before && now) {
    now.open = before.open;
    if (before.outerHTML !== now.outerHTML) before.replaceWith(now);
  } else if (now) told.querySelector(".count").after(now);
  else before?.remove();
  told.querySelector(".count").dataset.all = fresh.querySelector(".count").textContent;
  sift();
  if (large.open && cards.some((card) => card.id === shown)) show(shown, isTurned);
});

/** Scrolls to the piece that an address names and gives it the focus, whatever is left out at the moment. */
function go(address) {
  const id = address.startsWith("#card-") && decodeURIComponent(address.slice("#card-".length));
  if (!id || !cards.some((card) => card.id === id)) return;
  if (!grid.places.has(id)) {
    setting("find").value = "";
    setting("wrong").checked = setting("changed").checked = false;
    sift();
  }
  grid.focus(id);
}

let shown = null;
let isTurned = false;

function show(id, turned = false) {
  const card = cards.find((each) => each.id === id);
  shown = id;
  isTurned = turned && Boolean(card.backLook);
  const [wide, high, bleed, safe] = card.size;
  large.querySelector("h2").textContent = card.name;
  large.querySelector("[data-turn]").disabled = !card.backLook;
  const name = card.name || card.id;
  const side = card.look ? stage(card, {
    address: (face, look) => address(face, look, 960), isBack: isTurned, hasLines: hasLines(), alt: isTurned ? `Back of ${name}` : name,
  }) : "";
  large.querySelector(".large-view").replaceChildren(side);
  load(large.querySelector(".large-view img"));
  const round = (number) => Math.round(number * 100) / 100;
  const facts = `${card.id} · ${card.count} printed · ${round(wide)} × ${round(high)} mm, `
    + `bleed ${round(bleed)} mm, safe zone ${round(safe)} mm inside the trim · ${card.where}`;
  const troubles = (card.problems ?? []).map((each) => make("p", { className: `trouble ${each.severity}`, textContent: each.message }));
  large.querySelector(".large-facts").replaceChildren(make("p", { textContent: facts }), ...troubles);
  if (!large.open) large.showModal();
}

function step(by) {
  const among = grid.cards;
  if (among.length) show(among[((grid.places.get(shown) ?? 0) + by + among.length) % among.length].id, isTurned);
}

grid.list.addEventListener("click", (event) => {
  const link = event.target.closest(".open");
  if (!link) return;
  event.preventDefault();
  show(link.closest(".card").card.id);
});
told.addEventListener("click", (event) => {
  const link = event.target.closest(".to-piece");
  if (!link) return;
  event.preventDefault();
  history.replaceState(null, "", link.hash);
  go(link.hash);
});
large.addEventListener("click", (event) => {
  if (event.target === large) large.close();
  if (event.target.closest("[data-step]")) step(+event.target.closest("[data-step]").dataset.step);
  if (event.target.closest("[data-turn]")) show(shown, !isTurned);
});
large.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") step(1);
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === " " && !event.target.closest("button")) {
    event.preventDefault();
    large.querySelector("[data-turn]").click();
  }
});
large.addEventListener("close", () => { if (grid.places.has(shown)) grid.focus(shown); });
bar.addEventListener("input", () => {
  view();
  sift();
});
bar.addEventListener("submit", (event) => {
  if (document.activeElement === setting("find")) event.preventDefault();
});
addEventListener("hashchange", () => go(location.hash));
heed("changed", (change) => { if (!change || change.game === game) refresh(); });

document.documentElement.style.overflowAnchor = "none"; // the grid itself keeps in place what is in sight
view();
sift();
go(location.hash);
// A browser that has found the piece as well takes the focus away when all has come.
addEventListener("load", () => setTimeout(() => { if (document.activeElement === document.body) go(location.hash); }));
