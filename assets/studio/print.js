// The print page: the sheets follow the choices, and the files that are made are told as they come.

import { part } from "./studio.js";
import { follow } from "./job.js";

const page = document.querySelector(".print-page");
const form = page.querySelector(".choices");
const sheets = document.getElementById("sheets");
let asked = 0;

function choices() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) query.set(name, value);
  return query;
}

async function lay() {
  const turn = ++asked;
  sheets.setAttribute("aria-busy", "true");
  const body = await part(`${page.dataset.sheets}?${choices()}`);
  if (turn !== asked) return;
  sheets.removeAttribute("aria-busy");
  if (!body) return;
  sheets.replaceChildren(...body.childNodes);
  const command = sheets.querySelector("[data-command-now]");
  if (command) form.querySelector("[data-command]").textContent = command.textContent;
  history.replaceState(null, "", `?${choices()}${location.hash}`);
}

form.addEventListener("change", lay);
follow(document.getElementById("files"));
lay();
