// The page on which tables are edited as a grid and texts as texts; beside them the pieces as they become.

import { ask, heed, make, notice, oneAtATime, part } from "./studio.js";
import { PieceGrid } from "./pieces.js";
import { Rows } from "./rows.js";

const page = document.querySelector(".edit-page");
const work = document.getElementById("work");
const base = page.dataset.base;
const file = page.dataset.file;
const isFixed = "readOnly" in page.dataset;
let opened = JSON.parse(document.getElementById("opened").textContent);

// Whose edits these are, so that nobody undoes those of others.
const by = (sessionStorage["pnp-by"] ??= String(Math.random()).slice(2));

function say(text) {
  document.getElementById("saved").textContent = text;
}

async function save(what, body) {
  const told = await ask(`${base}/save/${what}`, { file, by, ...body });
  if (told && !told.error) say("Saved.");
  return told;
}

// ---- a table

const WHOLE = 60; // rows of a table that are all in the page
const WIDEST = 36; // letters of a column
const LINE = 21; // pixels

let table = null; // the rows of the table that is drawn

function drawTable() {
  const { columns, rows } = opened;
  const head = make("tr", {}, make("th", { scope: "col", textContent: "Line" }),
    ...columns.map((name) => make("th", { scope: "col", textContent: name })),
    ...isFixed ? [] : [make("th", { scope: "col" }, make("span", { className: "hidden", textContent: "Row" }))]);
  // Columns are as wide as the longest of all their cells, whichever rows are in the page.
  const widths = columns.map((name, at) => rows.reduce((most, { cells }) => Math.max(most, longest(cells[at])), name.length));
  const letters = widths.map((width) => Math.min(WIDEST, width + 1));
  const measures = [`${String(rows.at(-1)?.line ?? 1).length + 2}ch`, ...letters.map((each) => `calc(${each}ch + 20px)`), ...isFixed ? [] : ["84px"]];
  const group = make("colgroup", {}, ...measures.map((width) => {
    const column = make("col");
    column.style.width = width;
    return column;
  }));
  const body = make("tbody");
  const drawn = make("table", { className: "grid", ariaRowCount: rows.length + 1 }, group, make("thead", {}, head), body);
  drawn.style.width = `calc(${measures.join(" + ")})`;
  const box = make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: file }, drawn);
  box.dataset.pane = "";
  const scrolled = work.querySelector(".scroll");
  const place = scrolled && [scrolled.scrollLeft, scrolled.scrollTop];
  work.replaceChildren(box, ...isFixed ? [] : [make("p", { className: "actions" }, make("button", { type: "button", id: "add", textContent: "Add a row" }))]);
  const lines = (cell, at) => (cell ?? "").split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (letters[at] * 1.1))), 0);
  table?.end();
  table = new Rows(body, {
    make: drawRow,
    guess: (at) => 17 + LINE * rows[at].cells.reduce((most, cell, column) => Math.max(most, lines(cell, column)), 1),
    space: () => make("tr", { ariaHidden: true }, make("td", { colSpan: measures.length })),
    stays: (row) => [...row.querySelectorAll("textarea")].some(isTyped),
  });
  table.whole = WHOLE;
  table.reset(rows.length);
  if (place) [box.scrollLeft, box.scrollTop] = place;
}

const longest = (text = "") => Math.max(...text.split("\n").map((line) => line.length));
const isTyped = (input) => input.value !== input.seen;

function drawRow(at) {
  const row = opened.rows[at];
  const cells = opened.columns.map((name, column) => {
    const seen = row.cells[column] ?? "";
    // `seen` is what the file said as it was last put here: a cell that says otherwise is being typed in.
    const input = make("textarea", { rows: 1, value: seen, seen, readOnly: isFixed, spellcheck: false, ariaLabel: `${name}, line ${row.line}` });
    Object.assign(input.dataset, { row: at, column });
    return make("td", {}, input);
  });
  const tools = make("td", { className: "tools" });
  if (!isFixed) {
    for (const [action, sign, label] of [["copy", "+", "Copy"], ["remove", "×", "Remove"]]) {
      const button = make("button", { type: "button", className: "quiet", textContent: sign, ariaLabel: `${label} line ${row.line}` });
      Object.assign(button.dataset, { do: action, row: at });
      tools.append(button);
    }
  }
  const line = make("th", { scope: "row", textContent: row.line });
  const made = make("tr", { id: `line-${row.line}`, ariaRowIndex: at + 2 }, line, ...cells, ...isFixed ? [] : [tools]);
  if (row.line === +page.dataset.line) made.className = "meant";
  return made;
}

/** The cell of a row and column if there is one; its row is in the page from now on as long as it is held there. */
function cell(row, column) {
  if (!opened.rows[row]) return null;
  return table.need(row).querySelector(`[data-column="${column}"]`);
}

/** Goes to a cell, wherever it is. */
function go(row, column) {
  if (!opened.rows[row]) return;
  table.reveal(row).querySelector(`[data-column="${column}"]`)?.focus();
}

const rowOf = (line) => opened.rows.findIndex((row) => row.line === +line);

let saving = Promise.resolve();

/** Saves a cell; what is typed in others meanwhile stays as it is. */
function keep(input) {
  saving = saving.then(async () => {
    const row = +input.dataset.row, column = +input.dataset.column, { value, seen } = input;
    if (!opened.rows[row] || !input.isConnected || !isTyped(input)) return;
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
  const isOther = now.rows.length !== opened.rows.length || now.columns.join("\n") !== opened.columns.join("\n");
  const before = opened;
  opened = now;
  if (isOther) redraw(before);
  else work.querySelectorAll("textarea[data-row]").forEach(refill);
}

function refill(input) {
  if (isTyped(input)) return;
  const now = opened.rows[+input.dataset.row]?.cells[+input.dataset.column] ?? "";
  if (input.value !== now) input.value = now;
  input.seen = now;
  input.classList.remove("refused");
}

/** Draws the table anew; what was being typed goes to the row that is as the one was where it was typed, or is set aside. */
function redraw(before) {
  const typed = [...work.querySelectorAll("textarea[data-row]")].filter(isTyped);
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
  const text = make("textarea", { rows: 3 });
  text.setAttribute("aria-label", `Typed in ${label}`);
  const done = make("button", { type: "button", textContent: "Throw it away" });
  const box = make("div", { className: "panel conflict" },
    make("h2", { textContent: `The row was removed or changed elsewhere; this is what you typed in ${label}` }),
    text, make("p", { className: "actions" }, done));
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
      go(row + 1, column);
    } else if (event.key === "Escape") {
      input.value = input.seen;
      refill(input);
    } else if (["ArrowUp", "ArrowDown"].includes(event.key) && !input.value.includes("\n")) {
      event.preventDefault();
      go(row + (event.key === "ArrowUp" ? -1 : 1), column);
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
      go(Math.min(body.do === "remove" ? row : row + 1, opened.rows.length - 1), 0);
    }
  });
  drawTable();
} else {
  drawText();
}

// ---- a text

function drawText() {
  const text = make("textarea", { className: "text", value: opened.text, readOnly: isFixed, spellcheck: false });
  text.setAttribute("aria-label", file);
  const button = make("button", { type: "button", className: "strong", textContent: "Save (Ctrl+S)" });
  work.replaceChildren(text, ...isFixed ? [] : [make("p", { className: "actions" }, button)]);
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
  const other = make("textarea", { className: "text", value: now, readOnly: true });
  other.setAttribute("aria-label", `${file} as it was changed elsewhere`);
  const take = make("button", { type: "button", textContent: "Take the other text" });
  const stay = make("button", { type: "button", textContent: "Write mine over it" });
  const box = make("div", { className: "panel conflict" },
    make("h2", { textContent: "The same lines were changed elsewhere" }), other, make("p", { className: "actions" }, take, stay));
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

const made = new PieceGrid(document.getElementById("made"), {
  width: () => 6.9,
  address: (face, look) => `${page.dataset.picture}?${new URLSearchParams({ face, look, w: 320 })}`,
});

const look = oneAtATime(async () => {
  const body = await part(document.getElementById("problems").dataset.grid);
  if (!body) return;
  body.querySelectorAll(".to-piece").forEach((link) => { link.href = `${base}/cards${link.hash}`; });
  document.getElementById("problems").replaceChildren(...[body.querySelector(".problems")].filter(Boolean));
  const cards = JSON.parse(body.querySelector(".pieces").textContent);
  made.show(cards.filter((card) => !opened.columns || card.where.startsWith(`${file}:`)));
});

const compare = oneAtATime(async () => {
  await saving; // of what is saved here the answer tells
  const { digest } = opened;
  const now = await ask(`${base}/file?${new URLSearchParams({ file, digest })}`);
  if (!now || now.error || [digest, opened.digest].includes(now.digest)) return; // which may have been saved meanwhile
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
heed("changed", (change) => {
  if (change && change.game !== document.body.dataset.game) return;
  look();
  compare();
});
made.list.addEventListener("click", (event) => {
  const piece = event.target.closest(".card")?.card;
  if (!piece) return;
  event.preventDefault();
  if (opened.columns) go(rowOf(piece.where.split(":")[1]), 0);
});
if (page.dataset.line !== "0" && opened.columns) go(rowOf(page.dataset.line), 0);
look();
