// The page on which tables are edited as a grid and texts as texts; beside them the pieces as they become.

import { ask, heed, part } from "./studio.js";

const page = document.querySelector(".edit-page");
const work = document.getElementById("work");
const base = page.dataset.base;
const file = page.dataset.file;
const isFixed = "readOnly" in page.dataset;
let opened = JSON.parse(document.getElementById("opened").textContent);

// Whose edits these are, so that nobody undoes those of others.
const by = (sessionStorage["pnp-by"] ??= String(Math.random()).slice(2));

const element = (name, properties = {}, ...inner) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inner);
  return made;
};

function say(text) {
  document.getElementById("saved").textContent = text;
}

async function save(what, body) {
  const told = await ask(`${base}/save/${what}`, { file, by, ...body });
  if (told && !told.error) say("Saved.");
  return told;
}

// ---- a table

function drawTable() {
  const { columns, rows } = opened;
  const head = element("tr", {}, element("th", { scope: "col", textContent: "Line" }),
    ...columns.map((name) => element("th", { scope: "col", textContent: name })),
    ...isFixed ? [] : [element("th", { scope: "col" }, element("span", { className: "hidden", textContent: "Row" }))]);
  const body = element("tbody", {}, ...rows.map(drawRow));
  const table = element("table", { className: "grid" }, element("thead", {}, head), body);
  const box = element("div", { className: "scroll", tabIndex: 0 }, table);
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", file);
  const scrolled = work.querySelector(".scroll");
  const place = scrolled && [scrolled.scrollLeft, scrolled.scrollTop];
  work.replaceChildren(box, ...isFixed ? [] : [element("p", { className: "actions" }, element("button", { type: "button", id: "add", textContent: "Add a row" }))]);
  if (place) [box.scrollLeft, box.scrollTop] = place;
}

function drawRow(row, at) {
  const cells = opened.columns.map((name, column) => {
    const seen = row.cells[column] ?? "";
    // `seen` is what the file said as it was last put here: a cell that says otherwise is being typed in.
    const input = element("textarea", { rows: 1, value: seen, seen, readOnly: isFixed, spellcheck: false });
    input.setAttribute("aria-label", `${name}, line ${row.line}`);
    Object.assign(input.dataset, { row: at, column });
    return element("td", {}, input);
  });
  const tools = element("td", { className: "tools" });
  if (!isFixed) {
    for (const [action, sign, label] of [["copy", "+", "Copy"], ["remove", "×", "Remove"]]) {
      const button = element("button", { type: "button", className: "quiet", textContent: sign });
      Object.assign(button.dataset, { do: action, row: at });
      button.setAttribute("aria-label", `${label} line ${row.line}`);
      tools.append(button);
    }
  }
  const line = element("th", { scope: "row", textContent: row.line });
  const made = element("tr", { id: `line-${row.line}` }, line, ...cells, ...isFixed ? [] : [tools]);
  if (row.line === +page.dataset.line) made.className = "meant";
  return made;
}

const cell = (row, column) => work.querySelector(`[data-row="${row}"][data-column="${column}"]`);

let saving = Promise.resolve();

/** Saves a cell; what is typed in others meanwhile stays as it is. */
function keep(input) {
  saving = saving.then(async () => {
    const row = +input.dataset.row, column = +input.dataset.column, { value, seen } = input;
    if (!opened.rows[row] || !input.isConnected || value === seen) return;
    // What whoever typed has seen, so that an edit of the same cell elsewhere is told of and not written over.
    const before = opened.rows[row].cells.map((now, at) => (at === column ? seen : now));
    const told = await save("cell", { row, column, before, value });
    if (told?.rows) {
      input.seen = value;
      show(told);
    } else if (told?.error) {
      input.classList.add("refused");
      input.seen = opened.rows[row]?.cells[column] ?? ""; // to save it again is to mean it
    }
  });
}

/** Shows what the file says now, but for cells that are being typed in. */
function show(now) {
  const isOther = now.rows.length !== work.querySelectorAll("tbody tr").length || now.columns.join("\n") !== opened.columns.join("\n");
  const before = opened;
  opened = now;
  if (isOther) redraw(before);
  else work.querySelectorAll("textarea[data-row]").forEach(refill);
}

function refill(input) {
  if (input.value !== input.seen) return;
  const now = opened.rows[+input.dataset.row]?.cells[+input.dataset.column] ?? "";
  if (input.value !== now) input.value = now;
  input.seen = now;
  input.classList.remove("refused");
}

/** Draws the table anew; what was being typed goes to the row that is as the one was where it was typed, or is set aside. */
function redraw(before) {
  const typed = [...work.querySelectorAll("textarea[data-row]")].filter((input) => input.value !== input.seen);
  const at = document.activeElement;
  drawTable();
  for (const input of typed) {
    const cells = JSON.stringify(before.rows[+input.dataset.row]?.cells);
    const isSame = (each) => JSON.stringify(each?.cells) === cells;
    const row = isSame(opened.rows[+input.dataset.row]) ? +input.dataset.row : opened.rows.findIndex(isSame);
    const there = cell(row, input.dataset.column) ?? setAside(input);
    there.value = input.value;
    if (input === at) there.focus();
  }
}

/** A place for what was typed in a row that is gone, until whoever typed it has copied it. */
function setAside(input) {
  const label = input.getAttribute("aria-label");
  const text = element("textarea", { rows: 3 });
  text.setAttribute("aria-label", `Typed in ${label}`);
  const done = element("button", { type: "button", textContent: "Throw it away" });
  const box = element("div", { className: "panel conflict" },
    element("h2", { textContent: `The row was removed or changed elsewhere; this is what you typed in ${label}` }),
    text, element("p", { className: "actions" }, done));
  done.addEventListener("click", () => {
    box.remove();
    (work.querySelector("textarea") ?? work.querySelector("button")).focus();
  });
  work.before(box);
  return text;
}

if (opened.columns) {
  work.addEventListener("change", (event) => { if (event.target.matches("[data-column]")) keep(event.target); });
  work.addEventListener("input", (event) => {
    const input = event.target;
    if (!input.matches("[data-column]")) return;
    clearTimeout(input.timer);
    input.timer = setTimeout(() => keep(input), 600);
  });
  work.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.matches("[data-column]")) return;
    const row = +input.dataset.row, column = +input.dataset.column;
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      keep(input);
      cell(row + 1, column)?.focus();
    } else if (event.key === "Escape") {
      input.value = input.seen;
      refill(input);
    } else if (["ArrowUp", "ArrowDown"].includes(event.key) && !input.value.includes("\n")) {
      event.preventDefault();
      cell(row + (event.key === "ArrowUp" ? -1 : 1), column)?.focus();
    }
  });
  work.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const row = button.id === "add" ? opened.rows.length - 1 : +button.dataset.row;
    const body = { row, do: button.dataset.do ?? "add", before: opened.rows[row]?.cells ?? [] };
    const told = await save("row", body);
    if (told?.rows) {
      show(told);
      cell(Math.min(body.do === "remove" ? row : row + 1, opened.rows.length - 1), 0)?.focus();
    }
  });
  drawTable();
} else {
  drawText();
}

// ---- a text

function drawText() {
  const text = element("textarea", { className: "text", value: opened.text, readOnly: isFixed, spellcheck: false });
  text.setAttribute("aria-label", file);
  const button = element("button", { type: "button", className: "strong", textContent: "Save (Ctrl+S)" });
  work.replaceChildren(text, ...isFixed ? [] : [element("p", { className: "actions" }, button)]);
  const keepText = async () => {
    const told = await save("text", { text: text.value, base: opened.text });
    if (told?.text !== undefined) {
      opened = told;
      text.value = told.text;
    }
    else if (told?.now !== undefined) offer(told.now, text);
  };
  button.addEventListener("click", keepText);
  text.addEventListener("keydown", (event) => {
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      keepText();
    }
  });
  addEventListener("beforeunload", (event) => { if (text.value !== opened.text) event.preventDefault(); });
  const line = +page.dataset.line;
  if (line) {
    const start = opened.text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const end = opened.text.indexOf("\n", start);
    text.focus();
    text.setSelectionRange(start, end < 0 ? opened.text.length : end);
    text.scrollTop = (line - 6) * parseFloat(getComputedStyle(text).lineHeight);
  }
}

/** Both texts, where the same lines were changed twice; whoever sits here decides. */
function offer(now, text) {
  const other = element("textarea", { className: "text", value: now, readOnly: true });
  other.setAttribute("aria-label", `${file} as it was changed elsewhere`);
  const take = element("button", { type: "button", textContent: "Take the other text" });
  const stay = element("button", { type: "button", textContent: "Write mine over it" });
  const box = element("div", { className: "panel conflict" },
    element("h2", { textContent: "The same lines were changed elsewhere" }), other, element("p", { className: "actions" }, take, stay));
  work.querySelector(".conflict")?.remove();
  work.append(box);
  box.scrollIntoView({ block: "center" });
  take.addEventListener("click", () => {
    opened = { ...opened, text: now };
    text.value = now;
    box.remove();
    text.focus();
  });
  stay.addEventListener("click", async () => {
    opened = { ...opened, text: now };
    const told = await save("text", { text: text.value, base: now });
    if (told?.text !== undefined) {
      opened = told;
      box.remove();
      text.focus();
    }
  });
}

// ---- what goes on elsewhere

document.getElementById("undo")?.addEventListener("click", async () => {
  const told = await ask(`${base}/undo`, { file, by });
  if (!told || told.error) return;
  if (told.columns) show(told);
  else {
    opened = told;
    work.querySelector(".text").value = told.text;
  }
  say("Undone.");
});

async function look() {
  const body = await part(document.getElementById("problems").dataset.grid);
  if (!body) return;
  const problems = document.getElementById("problems");
  problems.replaceChildren(...[body.querySelector(".problems")].filter(Boolean));
  const made = document.getElementById("made");
  const known = new Map([...made.children].map((card) => [card.dataset.id, card]));
  const cards = [...body.querySelectorAll(".card")].filter((card) => !opened.columns || card.dataset.where.startsWith(`${file}:`));
  made.replaceChildren(...cards.slice(0, 400).map((card) => {
    const old = known.get(card.dataset.id);
    return old?.dataset.look === card.dataset.look && old.className === card.className ? old : card;
  }));
}

heed("changed", async (change) => {
  if (change && change.game !== document.body.dataset.game) return;
  look();
  const now = await ask(`${base}/file?file=${encodeURIComponent(file)}`);
  if (!now || now.error || now.digest === opened.digest) return;
  const text = work.querySelector(".text");
  if (!now.columns) {
    if (text.value === opened.text) {
      opened = now;
      text.value = now.text;
    }
    return;
  }
  show(now);
});
document.getElementById("made").addEventListener("click", (event) => {
  const card = event.target.closest(".card");
  if (!card) return;
  event.preventDefault();
  const line = card.dataset.where.split(":")[1];
  document.getElementById(`line-${line}`)?.querySelector("textarea")?.focus();
});
if (page.dataset.line !== "0" && opened.columns) document.getElementById(`line-${page.dataset.line}`)?.querySelector("textarea")?.focus();
look();
