// A seat at a table: what may be done is what can be clicked; the table is drawn anew whenever something has happened.

import { ask, listen, part } from "./studio.js";

const page = document.querySelector(".play-page");
const view = document.getElementById("view");
const base = page.dataset.base;
let began = performance.now();
let isBusy = false;

/** Where the keyboard stays when the table is drawn anew; from anywhere else it goes to the choices. */
const STAYS = ["[data-back]", "[data-hint]", ".moves", ".known summary", ".not-now summary", "[data-closer]", ".scrolled"];
const firstChoice = () => view.querySelector(".word input, .offers button") ?? view.querySelector(".choose");

const shown = () => view.querySelector(".table");

async function draw() {
  const at = document.activeElement;
  const focused = at === document.body || view.contains(at);
  const stays = STAYS.find((each) => at.matches(each));
  const before = view.querySelector("[name=word]");
  const typed = before && shown().dataset.version;
  const isKnown = view.querySelector(".known").open;
  const body = await part(`${base}/view`);
  if (!body) return;
  view.replaceChildren(...body.childNodes);
  view.querySelector(".known").open = isKnown;
  const now = view.querySelector("[name=word]");
  // What is being typed stays, unless something has happened that it was not typed for.
  if (now && before && typed === shown().dataset.version) now.value = before.value;
  else began = performance.now();
  toEnd();
  if (focused) (stays && view.querySelector(stays) || firstChoice()).focus();
}

function toEnd() {
  const moves = view.querySelector(".moves");
  moves.scrollTop = moves.scrollHeight;
}

async function choose(body) {
  if (isBusy) return;
  isBusy = true;
  view.setAttribute("aria-busy", "true");
  const told = await ask(`${base}/choose`, { version: +shown().dataset.version, ...body });
  if (!told?.error || told.status === 409) await draw();
  isBusy = false;
  view.removeAttribute("aria-busy");
}

view.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.at !== undefined) choose({ at: +button.dataset.at });
  else if (button.classList.contains("piece")) pick(button.closest("[data-piece]").dataset.piece);
  else if ("hint" in button.dataset) {
    const told = await ask(`${base}/hint`);
    if (told?.hint) view.querySelector("[data-hinted]").textContent = `A player who plays to win would choose: “${told.hint}”`;
  } else if ("back" in button.dataset) {
    if (!(await ask(`${base}/back`, {}))?.error) draw();
  }
});

/** A click on a piece takes the only choice that is about it, or shows those that are. */
function pick(piece) {
  const offers = [...view.querySelectorAll(".offers button")];
  const about = offers.filter((offer) => offer.dataset.pieces.split(" ").includes(piece));
  if (about.length === 1) choose({ at: +about[0].dataset.at });
  else {
    for (const offer of offers) offer.hidden = about.length > 0 && !about.includes(offer);
    about[0]?.focus();
  }
}

view.addEventListener("submit", (event) => {
  if (!event.target.matches(".word")) return;
  event.preventDefault();
  const word = event.target.elements.word.value.trim();
  if (word) choose({ word, ms: Math.round(performance.now() - began) });
});

view.addEventListener("input", (event) => {
  if (!event.target.matches(".sift")) return;
  const words = event.target.value.toLowerCase().split(/\s+/);
  for (const offer of view.querySelectorAll(".offers button")) {
    offer.hidden = !words.every((word) => offer.textContent.toLowerCase().includes(word));
  }
});

view.addEventListener("keydown", (event) => {
  const button = event.target.closest?.(".offers button");
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!button || !by) return;
  event.preventDefault();
  const offers = [...view.querySelectorAll(".offers button:not([hidden])")];
  offers[(offers.indexOf(button) + by + offers.length) % offers.length].focus();
});

// In a race the clock runs from the moment at which the cards are seen.
setInterval(() => {
  const clock = view.querySelector("[data-clock]");
  if (clock) clock.textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`;
}, 100);

listen(`${base}/events`).heed("match", (match) => {
  if (match?.version !== +shown().dataset.version && !isBusy) draw();
});

// The screen is given on: nothing is shown until the next person says so, which the key Escape does not.
const cover = document.getElementById("cover");
cover.addEventListener("close", () => {
  if (cover.returnValue !== "me") cover.showModal();
  else {
    document.body.classList.remove("covered");
    firstChoice().focus();
  }
});
if (new URLSearchParams(location.search).has("pass")) {
  history.replaceState(null, "", location.pathname);
  document.body.classList.add("covered");
  cover.showModal();
} else firstChoice().focus({ preventScroll: true });
toEnd();
