// The book beside a search: every hit is a line that leads to its place.

const book = document.getElementById("book");
const find = document.getElementById("find");
const hits = document.getElementById("hits");
const MOST = 80;

const blocks = () => [...book.contentDocument.querySelectorAll("main :is(p, li, h2, h3, h4, td, figcaption, dt, dd)")];

/** The words of a block, those of its parts apart from each other. */
function textOf(block) {
  const parts = [];
  const walker = book.contentDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) parts.push(walker.currentNode.data);
  return parts.join(" ").replace(/\s+/g, " ").replace(/ (?=[,.;:!?)])|(?<=\() /g, "").trim();
}

function search() {
  const words = find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  hits.replaceChildren();
  const found = words.length === 0 ? [] : blocks().filter((block) => {
    const text = textOf(block).toLowerCase();
    return words.every((word) => text.includes(word)) && !block.querySelector("p, li, td");
  });
  document.getElementById("hits-count").textContent = words.length === 0 ? "" : found.length === 1 ? "1 place" : `${found.length} places`;
  for (const block of found.slice(0, MOST)) {
    const text = textOf(block);
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${at > 0 ? "… " : ""}${text.slice(at, at + 130)}${text.length > at + 130 ? " …" : ""}`;
    button.addEventListener("click", () => show(block));
    const item = document.createElement("li");
    item.append(button);
    hits.append(item);
  }
}

function show(block) {
  block.scrollIntoView({ block: "center" });
  block.setAttribute("tabindex", "-1");
  block.focus({ preventScroll: true });
  const range = book.contentDocument.createRange();
  range.selectNodeContents(block);
  const selection = book.contentWindow.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

function toRule() {
  const { rule } = document.querySelector(".rules-page").dataset;
  const there = rule && book.contentDocument.getElementById(rule);
  if (there) show(there.closest("p, li, h2, h3, h4") ?? there);
}

find?.addEventListener("input", search);
find?.addEventListener("keydown", (event) => { if (event.key === "Enter") hits.querySelector("button")?.click(); });
book?.addEventListener("load", () => { toRule(); if (find.value) search(); });
if (book?.contentDocument?.readyState === "complete") toRule();
