// The cards page: finds, sizes and views; pieces that have changed are exchanged, all others stay as they are.

import { heed, part } from "./studio.js";

const page = document.querySelector(".cards-page");
const grid = document.getElementById("grid");
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

function address(face, look, width) {
  const query = asked();
  query.set("face", face);
  query.set("look", look);
  query.set("w", width);
  if (setting("lines").checked) query.set("bleed", "1");
  return `${page.dataset.picture}?${query}`;
}

/** The picture of one side with the lines of its trim and safe zone over it, where these are wanted. */
function stage(card, isBack, width, alt) {
  const face = isBack ? card.dataset.back : card.dataset.face;
  const [wide, high, bleed, safe, round] = card.dataset.size.split(" ");
  const box = document.createElement("span");
  box.className = round ? "stage round" : bleed > 0 && !setting("lines").checked ? "stage square" : "stage";
  const image = new Image();
  image.alt = alt;
  image.loading = "lazy";
  image.decoding = "async";
  image.width = Math.round(wide * 10);
  image.height = Math.round(high * 10);
  image.src = address(face, isBack ? card.dataset.backLook : card.dataset.frontLook, width);
  box.append(image);
  if (setting("lines").checked) {
    for (const [name, inset] of [["trim", +bleed], ["safe", +bleed + +safe]]) {
      const line = document.createElement("span");
      line.className = `line ${name}`;
      const across = 100 * inset / (+wide + 2 * bleed), down = 100 * inset / (+high + 2 * bleed);
      line.style.left = line.style.right = `${across}%`;
      line.style.top = line.style.bottom = `${down}%`;
      box.append(line);
    }
  }
  return box;
}

/** Whether the pictures that came with the page are those that are wanted. */
const isPlain = () => !setting("lines").checked && !setting("backs").checked && widthFor(setting("zoom").value * devicePixelRatio) === 320;

const widthFor = (zoom) => (zoom <= 110 ? 160 : zoom <= 240 ? 320 : 480);

function draw(card) {
  const open = card.querySelector(".open");
  if (!card.dataset.frontLook) return;
  const isBack = setting("backs").checked && card.dataset.backLook;
  open.replaceChildren(stage(card, isBack, widthFor(setting("zoom").value * devicePixelRatio), card.dataset.name));
}

function sift() {
  const words = setting("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const card of grid.querySelectorAll(".card")) {
    const text = `${card.dataset.name} ${card.dataset.id} ${card.dataset.kind} ${card.dataset.where}`.toLowerCase();
    const isWrong = !setting("wrong").checked || card.classList.contains("wrong");
    const isChanged = !setting("changed").checked || card.classList.contains("changed");
    card.hidden = !isWrong || !isChanged || !words.every((word) => text.includes(word));
  }
  const count = grid.querySelector(".count");
  const all = (count.dataset.all ??= count.textContent);
  const shown = grid.querySelectorAll(".card:not([hidden])").length;
  count.textContent = grid.querySelector(".card[hidden]") ? `${shown || "None"} shown of ${all}` : all;
}

function view() {
  const list = grid.querySelector(".cards");
  list?.style.setProperty("--width", `${setting("zoom").value / 16}rem`);
  for (const name of SIGHTS) {
    page.classList.toggle(`sees-${name}`, setting("sight").value === name);
    large.classList.toggle(`sees-${name}`, setting("sight").value === name);
  }
}

/** Puts what the studio says now in the place of what is shown, card by card. */
async function refresh() {
  const fresh = await part(`${page.dataset.grid}?${asked()}`);
  if (!fresh) return;
  const known = new Map([...grid.querySelectorAll(".card")].map((card) => [card.dataset.id, card]));
  const focused = document.activeElement?.closest?.(".card")?.dataset.id;
  for (const card of fresh.querySelectorAll(".card")) {
    const old = known.get(card.dataset.id);
    if (old && old.dataset.look === card.dataset.look && card.dataset.frontLook) {
      card.querySelector(".open").replaceChildren(...old.querySelector(".open").childNodes);
    } else if (!isPlain()) {
      draw(card);
    }
  }
  grid.replaceChildren(...fresh.childNodes);
  view();
  sift();
  if (focused) [...grid.querySelectorAll(".card")].find((card) => card.dataset.id === focused)?.querySelector("a").focus();
  if (large.open) show(shown && [...grid.querySelectorAll(".card")].find((card) => card.dataset.id === shown), isTurned);
}

let shown = null;
let isTurned = false;

function show(card, turned = false) {
  if (!card) return;
  shown = card.dataset.id;
  isTurned = turned && Boolean(card.dataset.backLook);
  const [wide, high, bleed, safe] = card.dataset.size.split(" ").map(Number);
  large.querySelector("h2").textContent = card.dataset.name;
  large.querySelector("[data-turn]").disabled = !card.dataset.backLook;
  const side = card.dataset.frontLook ? stage(card, isTurned, 960, isTurned ? `Back of ${card.dataset.name}` : card.dataset.name) : "";
  large.querySelector(".large-view").replaceChildren(side);
  const facts = document.createElement("p");
  const round = (number) => Math.round(number * 100) / 100;
  facts.textContent = `${card.dataset.id} · ${card.dataset.count} printed · ${round(wide)} × ${round(high)} mm, `
    + `bleed ${round(bleed)} mm, safe zone ${round(safe)} mm inside the trim · ${card.dataset.where}`;
  large.querySelector(".large-facts").replaceChildren(facts, ...[...card.querySelectorAll(".trouble")].map((each) => each.cloneNode(true)));
  if (!large.open) large.showModal();
}

function step(by) {
  const cards = [...grid.querySelectorAll(".card:not([hidden])")];
  const at = cards.findIndex((card) => card.dataset.id === shown);
  show(cards[(at + by + cards.length) % cards.length], isTurned);
}

grid.addEventListener("click", (event) => {
  const link = event.target.closest(".open");
  if (!link) return;
  event.preventDefault();
  show(link.closest(".card"));
});
grid.addEventListener("keydown", (event) => {
  const card = event.target.closest(".card");
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 0, ArrowUp: 0 }[event.key];
  if (!card || by === undefined) return;
  event.preventDefault();
  const cards = [...grid.querySelectorAll(".card:not([hidden])")];
  const at = cards.indexOf(card);
  const across = cards.filter((each) => Math.abs(each.offsetTop - cards[0].offsetTop) < 4 + cards[0].offsetHeight / 2).length || 1;
  const steps = by || (event.key === "ArrowDown" ? across : -across);
  cards[Math.min(cards.length - 1, Math.max(0, at + steps))].querySelector("a").focus();
});
large.addEventListener("click", (event) => {
  if (event.target === large) large.close();
  if (event.target.closest("[data-step]")) step(+event.target.closest("[data-step]").dataset.step);
  if (event.target.closest("[data-turn]")) show([...grid.querySelectorAll(".card")].find((card) => card.dataset.id === shown), !isTurned);
});
large.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") step(1);
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === " " && !event.target.closest("button")) {
    event.preventDefault();
    large.querySelector("[data-turn]").click();
  }
});
large.addEventListener("close", () => {
  [...grid.querySelectorAll(".card")].find((card) => card.dataset.id === shown)?.querySelector("a").focus();
});
bar.addEventListener("input", (event) => {
  const { name } = event.target;
  if (["lines", "backs", "zoom"].includes(name)) for (const card of grid.querySelectorAll(".card")) draw(card);
  view();
  sift();
});
bar.addEventListener("submit", (event) => {
  if (document.activeElement === setting("find")) event.preventDefault();
});
heed("changed", (change) => { if (!change || change.game === game) refresh(); });

if (!isPlain()) for (const card of grid.querySelectorAll(".card")) draw(card);
view();
sift();
