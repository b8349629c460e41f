// A record, step by step: forwards, backwards, or by itself.

import { part } from "./studio.js";

const page = document.querySelector(".watch-page");
const view = document.getElementById("view");
const bar = page.querySelector(".player");
const slider = bar.querySelector("input");
const on = page.querySelector("form");
const last = +slider.max;
let at = +slider.value;
let asked = 0;
let timer;

async function go(to) {
  at = Math.min(last, Math.max(0, to));
  slider.value = at;
  bar.querySelector("output").textContent = `${at} of ${last}`;
  on.elements.step.value = at;
  on.querySelector("button").disabled = at === last && "over" in on.dataset;
  const turn = ++asked;
  const body = await part(`${page.dataset.view}?step=${at}`);
  if (!body || turn !== asked) return;
  view.replaceChildren(...body.childNodes);
  const { event } = view.querySelector(".table").dataset;
  if (+event) bar.querySelector("output").textContent = `${at} of ${last}, event ${event}`;
  history.replaceState(null, "", `?step=${at}`);
  look();
}

function look() {
  const now = view.querySelector(".move.now") ?? [...view.querySelectorAll(".move:not(.later)")].pop();
  const moves = view.querySelector(".moves");
  if (now) moves.scrollTop = now.offsetTop - moves.clientHeight / 2;
}

function run() {
  if (timer) timer = clearInterval(timer);
  else timer = setInterval(() => { if (at >= last) run(); else go(at + 1); }, 700);
  bar.querySelector("[data-to=run]").textContent = timer ? "Stop" : "Run";
}

bar.addEventListener("click", (event) => {
  const to = event.target.closest("button")?.dataset.to;
  if (to === "run") run();
  else if (to === "first") go(0);
  else if (to === "last") go(last);
  else if (to) go(at + +to);
});
view.addEventListener("click", (event) => {
  const link = event.target.closest(".event");
  if (!link) return;
  event.preventDefault();
  go(+new URLSearchParams(link.search).get("step")).then(() => view.querySelector(".move.now .event")?.focus());
});
slider.addEventListener("input", () => go(+slider.value));
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select")) return;
  if (event.key === "ArrowRight") go(at + 1);
  if (event.key === "ArrowLeft") go(at - 1);
});
look();
